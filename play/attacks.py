"""Who attacks and who defends a square, which pieces can be won, and which royals can be taken."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from makachess.core import Position, Square
from makachess.core.betza import SPARING, parse_betza
from makachess.core.engine.exchanges import Exchanges, passed
from makachess.core.engine.model import Model
from makachess.core.pieces import parse_piece
from makachess.core.spec import COLORS, opponent
from makachess.core.text import together
from makachess.variants.models import engine_values

_NAMED = 4  # pieces named in a sentence; the others are counted


def bearing_on(position: Position, square: Square) -> dict[str, tuple[Square, ...]]:
    """The pieces of each colour that could capture on a square, for either side to move.

    Pins are not counted. An Emperor bears on a piece of the enemy only if none could retake (Maka
    sheet 5.7).
    """
    return {
        color: tuple(
            at for at in position.attackers(color, square) if _may_take(position, at, square)
        )
        for color in COLORS
    }


def _may_take(position: Position, origin: Square, square: Square) -> bool:
    taker, victim = position.piece_map()[origin], position.piece_map().get(square)
    if victim is None or victim[1] == taker[1]:
        return True
    spares = parse_betza(position.variant.pieces[taker[0]].betza).powers & SPARING
    return not spares or not position.protectors(origin, square)


@dataclass(frozen=True, slots=True)
class AttackMarks:
    """What an attack map marks on a board.

    Pieces that can be won or are worth taking, those that bear on a square, and how many of White's
    and of Black's attack each square.
    """

    won: Collection[Square] = ()
    worth: Collection[Square] = ()
    bearing: Collection[Square] = ()
    counts: Mapping[Square, tuple[int, int]] = field(default_factory=dict)


def attack_marks(
    position: Position, color: str, model: Model | None = None, *, counted: bool = True
) -> AttackMarks:
    """What there is to mark as a side sees it: its pieces can be won, the others are worth taking.

    Without counts it takes a fraction of the time.
    """
    pieces = position.piece_map()
    hanging = hanging_pieces(position, model)
    own = frozenset(square for square in hanging if pieces[square][1] == color)
    counts = _attack_counts(position) if counted else {}
    return AttackMarks(won=own, worth=hanging - own, counts=counts)


def _attack_counts(position: Position) -> dict[Square, tuple[int, int]]:
    """How many of White's pieces and of Black's could capture on each square, where any could."""
    variant, pieces, found = position.variant, position.piece_map(), {}
    for square in (Square(f, r) for r in range(variant.ranks) for f in range(variant.files)):
        if square in pieces:
            white, black = map(len, bearing_on(position, square).values())
        else:
            white, black = (len(position.attackers(color, square)) for color in COLORS)
        if white or black:
            found[square] = white, black
    return found


def hanging_pieces(position: Position, model: Model | None = None) -> frozenset[Square]:
    """The pieces of both sides that the other side could take and win by it, if it were its turn.

    They count as for an engine that uses a model, or the usual one. In a check only those of the
    side that is not to move are known.
    """
    values, found = engine_values(position.variant, model), set()
    for turn in (position.copy(stack=False), passed(position)):
        found |= Exchanges(turn, values).winnable() if turn else set()
    return frozenset(found)


def describe_bearing(position: Position, square: Square, model: Model | None = None) -> str:
    """Who attacks and who defends a square, in a sentence or two."""
    bearing = bearing_on(position, square)
    piece = position.piece_at(square)
    if piece is None:
        sides = [
            f"{color.capitalize()} attacks {square} with {_list(position, by)}"
            for color, by in bearing.items()
            if by
        ]
        return "; ".join(sides) + "." if sides else f"Nothing attacks {square}."
    kind, color = parse_piece(piece)
    who = f"{color.capitalize()}'s {position.variant.pieces[kind].name} on {square}"
    attackers, defenders = bearing[opponent(color)], bearing[color]
    defence = f"defended by {_list(position, defenders)}" if defenders else "not defended"
    if attackers:
        standing = f"attacked by {_list(position, attackers)} and {defence}"
    else:
        standing = defence if defenders else "neither attacked nor defended"
    danger = " It can be won." if square in hanging_pieces(position, model) else ""
    return f"{who} is {standing}.{danger}"


def _list(position: Position, squares: Sequence[Square]) -> str:
    """Pieces by name and square: `the Rook on e8, the Bishop on a5 and 3 others`."""
    pieces = position.piece_map()
    names = [f"the {position.variant.pieces[pieces[at][0]].name} on {at}" for at in squares]
    if len(names) > _NAMED + 1:
        names[_NAMED:] = [f"{len(names) - _NAMED} others"]
    return together(names)


@dataclass(frozen=True, slots=True)
class Royal:
    """A royal on the board; it is in danger if the other side, to move, could take it."""

    square: Square
    name: str
    color: str
    in_danger: bool = False


def royals_of(position: Position) -> tuple[Royal, ...]:
    """The royals that may be taken, White's first; where mate decides, those of which some live."""
    variant = position.variant
    mate = variant.ending.checkmate
    colors = [color for color in COLORS if not mate or position.royal_count(color) > 1]
    if not colors:
        return ()
    taken = {victim for color in colors for victim in _victims_of(position, opponent(color))}
    found = [
        Royal(square, variant.pieces[kind].name, color, square in taken)
        for square, piece in position.pieces().items()
        for kind, color in (parse_piece(piece),)
        if kind in variant.royals and color in colors
    ]
    return tuple(sorted(found, key=lambda royal: (COLORS.index(royal.color), royal.square)))


def _victims_of(position: Position, color: str) -> set[Square]:
    """What a colour could take, to move; where mate decides, without what a pin forbids."""
    turn = position if color == position.turn else passed(position)
    if turn is None or not position.variant.ending.checkmate:
        return {victim for _, victim in position.threats(color)}
    return {victim for move in turn.legal_moves() for victim in move.victims}


def dangers(royals: tuple[Royal, ...], turn: str) -> list[str]:
    """A warning of royals that can be taken, those of the side to move first."""
    texts = []
    for color in sorted(COLORS, key=lambda color: color != turn):
        names = [r.name for r in royals if r.color == color and r.in_danger]
        if names:
            verb = "is" if len(names) == 1 else "are"
            what = f"{verb} in danger" if color == turn else "can be taken"
            texts.append(f"{color.capitalize()}'s {' and '.join(names)} {what}")
    return texts


def several_royals(royals: tuple[Royal, ...]) -> list[str]:
    texts = []
    for color in COLORS:
        names = [r.name for r in royals if r.color == color]
        if len(names) > 1:
            count = "two" if len(names) == 2 else str(len(names))
            texts.append(f"{color.capitalize()} has {count} royals: {', '.join(names)}")
    return texts


def checked_squares(position: Position, royals: tuple[Royal, ...]) -> tuple[Square, ...]:
    if position.is_check():
        return tuple(position.royals(position.turn))
    return tuple(royal.square for royal in royals if royal.in_danger)
