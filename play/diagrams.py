"""How a piece moves: as a diagram in text with a legend, and on a small board to try it out.

Forward is up. A line that reaches the edge of the grid goes on over the whole board; one that ends
before the edge ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from makachess.core.betza import UNLIMITED, Leg, Movement, Path, Power, is_stride, parse_betza
from makachess.core.castling import Castling, castlings
from makachess.core.promotion import either, with_article
from makachess.core.spec import PieceType, Variant
from makachess.core.squares import Square

Offset = tuple[int, int]
"""Files to the right and ranks ahead."""
_UNITS = tuple((dx, dy) for dy in (1, 0, -1) for dx in (-1, 0, 1) if dx or dy)


class Mark(Enum):
    """What a piece can do on a square of the diagram: the character, and its meaning."""

    STEP = "o", "steps there"
    JUMP = "*", "jumps there, whatever stands between"
    MOVE = "m", "moves there but does not capture"
    CAPTURE = "x", "only captures there"
    INITIAL = "i", "moves there from where it stands at the start"
    VERTICAL = "|", ""
    HORIZONTAL = "-", ""
    RISING = "/", ""
    FALLING = "\\", ""
    RIDE = "+", "leaps on in one line, as long as the squares it lands on are free"
    PASSING = "!", "captures there and may go on"
    TURN = "t", "reaches it with one turn at a right angle, on an empty square"
    BENT = "b", "reaches it by a way that bends, over empty squares"
    HOP = "^", "reaches it over a piece in between"
    AFTER = "c", "reaches it over an enemy, which it takes"
    ANYWHERE = "u", "goes there from anywhere, whatever stands between"

    @property
    def char(self) -> str:
        return self.value[0]


_SLIDES = {
    (0, 1): Mark.VERTICAL,
    (1, 0): Mark.HORIZONTAL,
    (1, 1): Mark.RISING,
    (-1, 1): Mark.FALLING,
}
LINES = frozenset(_SLIDES.values())
_POWERS = {
    Power.AREA: "After a capture next to it, it may step on in any direction, even back.",
    Power.LINE_TWO: "After a capture next to it, it may step on or back along the same line.",
    Power.LINE_THREE: "Goes up to three squares along a line, over or through pieces, or two out"
    " and one back, and may take what it passes.",
    Power.PASS: "May pass the turn if a square next to it is empty.",
    Power.UNIVERSAL: "Captures only what is not protected.",
    Power.UNIVERSAL_ROYAL: "Captures anything but a protected royal.",
}


def _is_straight(dx: int, dy: int, distance: int) -> bool:
    """Whether an offset lies on one of the eight lines, at most so far away."""
    return max(abs(dx), abs(dy)) <= distance and (dx == 0 or dy == 0 or abs(dx) == abs(dy))


_POWER_MARKS: dict[Power, tuple[Callable[[int, int], bool], Mark]] = {
    Power.AREA: (lambda dx, dy: max(abs(dx), abs(dy)) <= 2, Mark.JUMP),
    Power.LINE_THREE: (lambda dx, dy: _is_straight(dx, dy, 3), Mark.JUMP),
    Power.LINE_HOP: (
        lambda dx, dy: _is_straight(dx, dy, 2) and max(dx, dy, -dx, -dy) == 2,
        Mark.JUMP,
    ),
    Power.HOOK_ROOK: (lambda dx, dy: True, Mark.TURN),
    Power.HOOK_BISHOP: (lambda dx, dy: (dx + dy) % 2 == 0, Mark.TURN),
    Power.UNIVERSAL: (lambda dx, dy: True, Mark.ANYWHERE),
    Power.UNIVERSAL_ROYAL: (lambda dx, dy: True, Mark.ANYWHERE),
}


def diagram_radius(movement: Movement) -> int:
    """How many squares a grid must show around a piece for all of its movement to be seen."""
    near, on = 2, False
    for leg in movement.legs:
        size = max(abs(leg.dx), abs(leg.dy))
        endless = leg.last == UNLIMITED
        near = max(near, size * (2 if endless and size > 1 else 1 if endless else leg.last))
        on |= size == 1 and leg.last > leg.first and not leg.initial
    on |= any(part.last == UNLIMITED for path in movement.paths for part in path)
    near = max([near, *(_length(path) for path in movement.paths)])
    wide = on or movement.powers & {Power.LINE_THREE, Power.UNIVERSAL, Power.UNIVERSAL_ROYAL}
    return max(near + 1, 3) if wide else near


def _length(path: Path) -> int:
    """How far a path leads at most, a slide counted as one square."""
    steps = [(part.dx, part.dy) for part in path]
    return max(abs(sum(step[0] for step in steps)), abs(sum(step[1] for step in steps)))


def diagram_marks(movement: Movement, radius: int) -> Mapping[Offset, Mark]:
    """The mark of every square a piece can reach, for offsets of at most `radius` squares."""
    ways: dict[Offset, list[Leg]] = {}
    for leg in (*movement.legs, *_long_leaps(movement)):
        for steps in range(leg.first, leg.last + 1):
            offset = (leg.dx * steps, leg.dy * steps)
            if max(map(abs, offset)) > radius:
                break
            ways.setdefault(offset, []).append(leg)
    marks = {offset: _mark_of(legs) for offset, legs in ways.items()}
    paths = {offset: mark for path in movement.paths for offset, mark in _path_marks(path, radius)}
    return dict(_power_marks(movement, radius)) | paths | marks | _passing(movement)


def _long_leaps(movement: Movement) -> Iterator[Leg]:
    """Leaps of more than three squares, which are paths of one part."""
    for part, *others in movement.paths:
        if not others and not part.passes:
            yield Leg(part.dx, part.dy, 1, part.last, part.moves, part.captures)


def _mark_of(legs: list[Leg]) -> Mark:
    """What is shown of all legs that reach a square: the freest of them counts."""
    lasting = [leg for leg in legs if not leg.initial]
    if not lasting:
        return Mark.INITIAL
    moves, captures = any(leg.moves for leg in lasting), any(leg.captures for leg in lasting)
    if moves and captures:
        return max(map(_leg_mark, lasting), key=lambda m: (m is not Mark.STEP) + (m is Mark.JUMP))
    return Mark.MOVE if moves else Mark.CAPTURE


def _leg_mark(leg: Leg) -> Mark:
    if max(abs(leg.dx), abs(leg.dy)) > 1:
        return Mark.JUMP if leg.last == 1 else Mark.RIDE
    if leg.last == 1:
        return Mark.STEP
    return _SLIDES[max((leg.dx, leg.dy), (-leg.dx, -leg.dy), key=lambda step: (step[1], step[0]))]


def _power_marks(movement: Movement, radius: int) -> Iterator[tuple[Offset, Mark]]:
    area = range(-radius, radius + 1)
    for power, (reaches, mark) in _POWER_MARKS.items():
        if power in movement.powers:
            yield from (((dx, dy), mark) for dx in area for dy in area if reaches(dx, dy))


def _path_marks(path: Path, radius: int, at: Offset = (0, 0)) -> Iterator[tuple[Offset, Mark]]:
    """The squares on which a path can end, if what it needs on its way is there."""
    part, rest = path[0], path[1:]
    for n in range(1, min(part.last, radius) + 1):
        offset = (at[0] + n * part.dx, at[1] + n * part.dy)
        if max(map(abs, offset)) > radius:
            return
        if not rest:
            if offset != (0, 0):
                yield offset, Mark.BENT if at != (0, 0) else Mark.JUMP
            continue
        for goal, mark in _path_marks(rest, radius, offset):
            over = Mark.BENT if part.moves else Mark.HOP if part.hops else Mark.AFTER
            yield goal, over if mark in (Mark.BENT, Mark.JUMP) else mark


def _passing(movement: Movement) -> dict[Offset, Mark]:
    powers = movement.powers
    near = dict.fromkeys(_UNITS, Mark.PASSING)
    if Power.LINE_THREE in powers:
        return near | {(2 * dx, 2 * dy): Mark.PASSING for dx, dy in _UNITS}
    return near if powers & {Power.AREA, Power.LINE_TWO} else {}


def format_grid(marks: Mapping[Offset, Mark], radius: int, center: str) -> list[str]:
    """The rows of a grid from the top, two columns a square; empty squares are dots."""
    chars = {offset: mark.char for offset, mark in marks.items()} | {(0, 0): center[:1]}
    area = range(-radius, radius + 1)
    return [" ".join(chars.get((dx, dy), ".") for dx in area) for dy in reversed(area)]


class PieceDiagram(NamedTuple):
    """The marks on the squares round a piece, so many each way, and what they mean, in lines."""

    kind: str
    marks: Mapping[Offset, Mark]
    radius: int
    legend: list[str]

    @property
    def grid(self) -> list[str]:
        """The marks as text, with the letter of the piece in the middle."""
        return format_grid(self.marks, self.radius, self.kind.lstrip("+"))


def piece_diagram(variant: Variant, kind: str) -> PieceDiagram:
    piece = variant.pieces[kind]
    movement = parse_betza(piece.betza)
    radius = diagram_radius(movement)
    marks = diagram_marks(movement, radius)
    legend = [*_legend(piece, movement, set(marks.values())), *_castling_words(variant, kind)]
    return PieceDiagram(kind, marks, radius, legend)


def _path_words(movement: Movement) -> Iterator[str]:
    """What a diagram cannot show of paths: what they are for, and what they take on the way."""
    ends = {path[-1] for path in movement.paths if any(part.hops for part in path[:-1])}
    if ends and not any(part.moves for part in ends):
        yield "Captures over a piece in between."
    elif ends and not any(part.captures for part in ends):
        yield "Moves, without capture, over a piece in between."
    elif ends:
        yield "Moves and captures over a piece in between."
    if any(part.captures for path in movement.paths for part in path[:-1]):
        yield "May take a piece on its way and go on."
    if any(part.passes for path in movement.paths for part in path):
        yield "May pass the turn if a certain square next to it is empty."


def _legend(piece: PieceType, movement: Movement, marks: set[Mark]) -> Iterator[str]:
    if marks & LINES:
        lines = " ".join(mark.char for mark in Mark if mark in marks & LINES)
        yield f"{lines} slides as far as the way is free"
    for mark in Mark:
        if mark in marks - LINES:
            yield f"{mark.char} {_first_moves(piece) if mark is Mark.INITIAL else mark.value[1]}"
    if movement.takes_in_passing:
        yield "Captures en passant."
    if piece.passed == "always" and any(is_stride(leg, "always") for leg in movement.legs):
        yield "Can be taken en passant wherever it goes several squares straight ahead."
    yield from (text for power, text in _POWERS.items() if power in movement.powers)
    yield from _path_words(movement)


def _first_moves(piece: PieceType) -> str:
    """What `i` means of a piece."""
    if piece.initial_to:
        return f"moves there if that is no farther than its rank {piece.initial_to}"
    if piece.initial == "home":
        return Mark.INITIAL.value[1]
    attacked = " and is not attacked" if piece.initial == "unmoved-unattacked" else ""
    return f"moves there if it has never moved{attacked}"


def _castling_words(variant: Variant, kind: str) -> Iterator[str]:
    """How a piece castles: White's way alone if Black's is the same from the other side."""
    sides: dict[str, list[Castling]] = {}
    for way in castlings(variant):
        if way.king == kind:
            sides.setdefault(way.color, []).append(way)
    told = {frozenset(_from_its_side(variant, way) for way in ways) for ways in sides.values()}
    for color, ways in (
        sides.items() if len(told) > 1 else [("", one) for one in sides.values()][:1]
    ):
        who = f"{color.capitalize()} castles" if color else "Castles"
        yield f"{who}: {_ways_in_words(variant, ways)}."


def _from_its_side(variant: Variant, way: Castling) -> tuple[object, ...]:
    """A way to castle by what is the same for both sides, the ranks counted from its own."""
    squares = (way.king_from, way.king_to, way.rook_from, way.rook_to)
    last = 0 if way.color == "white" else variant.ranks - 1
    return way.rook, *((square.file, abs(last - square.rank)) for square in squares)


def _ways_in_words(variant: Variant, ways: list[Castling]) -> str:
    """How far a King castles towards what, if that tells it, or else all squares."""
    names = {way.rook: variant.pieces[way.rook].name for way in ways}
    if not all(way.distance for way in ways):
        return ", ".join(
            f"{way.king_from} to {way.king_to} with the {names[way.rook]}"
            f" {way.rook_from} to {way.rook_to}"
            for way in ways
        )
    homes: dict[tuple[str, Square], list[int]] = {}
    for way in ways:
        homes.setdefault((way.rook, way.rook_from), []).append(way.distance)
    goals = [(f"the {names[rook]} on {home}", sorted(homes[rook, home])) for rook, home in homes]
    if len(names) == 1 and all(distances == goals[0][1] for _, distances in goals):
        goals = [(with_article(*names.values()), goals[0][1])]
    texts: list[str] = []
    for goal, distances in goals:
        plural = "" if texts else " square" if distances == [1] else " squares"
        texts.append(f"{either(map(str, distances))}{plural} towards {goal}")
    return f"it moves {', or '.join(texts)}"


LEAST_SIZE, LARGEST_SIZE = 5, 9  # squares each way of a board that shows how a piece moves
# What goes anywhere, as long as the way is free or not.
_ENDLESS = LINES | {Mark.RIDE, Mark.TURN, Mark.BENT, Mark.ANYWHERE}


def least_size(variant: Variant, kind: str) -> int:
    """How many squares each way show all that a piece does, however far it may slide."""
    marks = diagram_marks(parse_betza(variant.pieces[kind].betza), LARGEST_SIZE // 2)
    steps = [max(map(abs, offset)) for offset, mark in marks.items() if mark not in _ENDLESS]
    return max(LEAST_SIZE, 2 * max(steps, default=0) + 1)
