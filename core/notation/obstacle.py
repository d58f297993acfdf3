"""What keeps a man from a square: an attack on its King, a man in its way, or how it moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from makachess.core.betza import Leg, Movement, Power, parse_betza
from makachess.core.castling import Castling, castlings
from makachess.core.men import Man, array_men
from makachess.core.move import Move, MoveKind
from makachess.core.notation.pattern import mover
from makachess.core.spec import opponent
from makachess.core.squares import Square
from makachess.core.view import PositionView

ONLY_CAPTURES = "it moves that way only to capture"


def obstacle(position: PositionView, origin: Square, goal: Square) -> str:
    """What keeps the man on a square from another, as a clause; empty if it never moves so.

    Moves that are illegal only because they repeat, or leave the King attacked, are not its matter.
    """
    man = position.men()[origin]
    movement = parse_betza(position.variant.pieces[man[0]].betza)
    for way in castlings(position.variant):
        if (way.color, way.king) == (man[1], man[0]) and (origin, goal) == _journey(way):
            return _castling_obstacle(position, way)
    legs = list(_legs_between(man, movement, origin, goal))
    usable = [leg for leg in legs if not leg[0].initial or _is_at_home(position, origin, man)]
    blocks = [next(_occupied(position, path), None) for _, path in usable]
    if None in blocks:
        free = [leg for (leg, _), block in zip(usable, blocks, strict=True) if block is None]
        return _wrong_manner(free, is_capture=position.piece_at(goal) is not None)
    blocked = sorted({*filter(None, blocks), *_corner_blocks(position, movement, origin, goal)})
    if blocked:
        return f"blocked on {' and '.join(map(str, blocked))}"
    return "it moves that far only from its starting square" if legs else ""


def why_no_castling(position: PositionView, side: int) -> str:
    """Why the side to move cannot castle towards the last file (1) or the a-file (-1)."""
    for way in castlings(position.variant):
        start, goal = _journey(way)
        if way.color == position.turn and (goal.file - start.file) * side > 0:
            return _castling_obstacle(position, way)
    return ""


def exposure(position: PositionView, move: Move, takers: Sequence[Square]) -> str:
    """Why a move must not be made that lets these enemies take the King, as a clause."""
    men = describe_men(position, takers)
    if mover(position, move) in position.variant.royals:
        return f"attacked by {men}"
    if position.is_check():
        return f"that does not stop the check by {men}"
    if move.kind is MoveKind.EN_PASSANT:
        return f"that would expose the King to {men}"
    return f"pinned by {men}"


def describe_men(position: PositionView, squares: Sequence[Square]) -> str:
    """Men by name and square, two at most: `the Rook on e8 and the Bishop on a5`."""
    men = position.men()
    names = [f"the {position.variant.pieces[men[at][0]].name} on {at}" for at in squares]
    return " and ".join(names[:2]) + (" and others" if len(names) > 2 else "")


# --- castling -----------------------------------------------------------------------------------


def _journey(way: Castling) -> tuple[Square, Square]:
    return way.king_from, way.king_to


def _castling_obstacle(position: PositionView, way: Castling) -> str:
    if way.right not in position.castling_rights:
        return "the King or that Rook has moved"
    if block := next(_occupied(position, way.empty), None):
        return f"{describe_men(position, [block])} stands between King and Rook"
    for square in way.safe:
        if takers := position.attackers(opponent(way.color), square):
            return f"{square} is attacked by {describe_men(position, takers)}"
    return ""


# --- the way to a square ------------------------------------------------------------------------


def _legs_between(
    man: Man, movement: Movement, origin: Square, goal: Square
) -> Iterator[tuple[Leg, list[Square]]]:
    """The legs that lead from a square to another, with the squares passed on the way."""
    forward = 1 if man[1] == "white" else -1
    for leg in movement.legs:
        dx, dy = leg.dx * forward, leg.dy * forward
        steps = _count_steps(dx, dy, origin, goal)
        if leg.first <= steps <= leg.last:
            yield leg, [Square(origin.file + i * dx, origin.rank + i * dy) for i in range(1, steps)]


def _count_steps(dx: int, dy: int, origin: Square, goal: Square) -> int:
    """How many equal steps lead from a square to another, 0 if none do."""
    x, y = goal.file - origin.file, goal.rank - origin.rank
    count = max(abs(x), abs(y)) // max(abs(dx), abs(dy))
    return count if (count * dx, count * dy) == (x, y) else 0


def _wrong_manner(legs: Sequence[Leg], *, is_capture: bool) -> str:
    """What is wrong with a move along legs that nothing blocks."""
    if any(leg.captures if is_capture else leg.moves for leg in legs):
        return ""
    return "it does not capture that way" if is_capture else ONLY_CAPTURES


def _is_at_home(position: PositionView, square: Square, man: Man) -> bool:
    """Whether such a man stands on the square in the array."""
    return array_men(position.variant).get(square) == man


def _corner_blocks(
    position: PositionView, movement: Movement, origin: Square, goal: Square
) -> Iterator[Square]:
    """The first man in the way of a hook mover, round each corner."""
    variant = position.variant
    for corner in _corners(movement, origin, goal):
        if 0 <= corner.file < variant.files and 0 <= corner.rank < variant.ranks:
            way = [*_line(origin, corner), corner, *_line(corner, goal)]
            yield from list(_occupied(position, way))[:1]


def _corners(movement: Movement, origin: Square, goal: Square) -> Iterator[Square]:
    """Where a hook mover can turn on its way to a square off its straight lines."""
    if Power.HOOK_ROOK in movement.powers and origin.file != goal.file and origin.rank != goal.rank:
        yield from (Square(goal.file, origin.rank), Square(origin.file, goal.rank))
    if Power.HOOK_BISHOP in movement.powers:
        for one, other in ((origin, goal), (goal, origin)):
            rising, falling = one.file - one.rank, other.file + other.rank
            if (rising + falling) % 2 == 0:
                corner = Square((rising + falling) // 2, (falling - rising) // 2)
                if corner not in (origin, goal):
                    yield corner


def _line(start: Square, end: Square) -> Iterator[Square]:
    """The squares between two on one line."""
    x, y = end.file - start.file, end.rank - start.rank
    count = max(abs(x), abs(y))
    for i in range(1, count):
        yield Square(start.file + i * x // count, start.rank + i * y // count)


def _occupied(position: PositionView, squares: Iterable[Square]) -> Iterator[Square]:
    return (square for square in squares if position.piece_at(square) is not None)
