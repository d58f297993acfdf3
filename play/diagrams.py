"""How a piece moves: as a diagram in text with a legend, and on a small board to try it out.

Forward is up. A line that reaches the edge of the grid goes on over the whole board; one that ends
before the edge ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from makachess.core import Move, Position
from makachess.core.betza import UNLIMITED, Leg, Movement, Path, Power, is_stride, parse_betza
from makachess.core.pieces import array_pieces, format_placement, parse_piece
from makachess.core.promotion import matrix
from makachess.core.spec import PieceType, Rule, Variant
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
_LINES = frozenset(_SLIDES.values())
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


@dataclass(frozen=True, slots=True)
class _Reach:
    """All ways of reaching one square, taken together."""

    moves: bool = False
    captures: bool = False
    mark: Mark = Mark.STEP  # as if both moves and captures were possible
    initial: bool = True

    def seen(self) -> Mark:
        if self.initial:
            return Mark.INITIAL
        if self.moves and self.captures:
            return self.mark
        return Mark.MOVE if self.moves else Mark.CAPTURE


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
    reach: dict[Offset, _Reach] = {}
    for leg in movement.legs:
        for steps in range(leg.first, leg.last + 1):
            offset = (leg.dx * steps, leg.dy * steps)
            if max(map(abs, offset)) > radius:
                break
            reach[offset] = _joined(reach.get(offset), leg)
    marks = {offset: found.seen() for offset, found in reach.items()}
    paths = {offset: mark for path in movement.paths for offset, mark in _path_marks(path, radius)}
    return dict(_power_marks(movement, radius)) | paths | marks | _passing(movement)


def _joined(known: _Reach | None, leg: Leg) -> _Reach:
    """The ways known so far and those of one more leg; the freer mark counts."""
    mark = _leg_mark(leg)
    if known is None:
        return _Reach(leg.moves, leg.captures, mark, leg.initial)
    if leg.initial:
        return known
    if known.initial:
        return _Reach(leg.moves, leg.captures, mark, False)
    return replace(
        known,
        moves=known.moves or leg.moves,
        captures=known.captures or leg.captures,
        mark=max(known.mark, mark, key=_freedom),
    )


def _freedom(mark: Mark) -> int:
    return {Mark.STEP: 0, Mark.JUMP: 2}.get(mark, 1)


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
    return PieceDiagram(kind, marks, radius, list(_legend(piece, movement, set(marks.values()))))


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
    if marks & _LINES:
        lines = " ".join(mark.char for mark in Mark if mark in marks & _LINES)
        yield f"{lines} slides as far as the way is free"
    for mark in Mark:
        if mark in marks - _LINES:
            yield f"{mark.char} {mark.value[1]}"
    if any(leg.en_passant for leg in movement.legs):
        yield "Captures en passant."
    if piece.passed == "always" and any(is_stride(leg, "always") for leg in movement.legs):
        yield "Can be taken en passant wherever it goes several squares straight ahead."
    yield from (text for power, text in _POWERS.items() if power in movement.powers)
    yield from _path_words(movement)
    if movement.castles:
        squares = " or ".join(str(distance) for distance in movement.castles)
        yield f"Castles: it moves {squares} squares towards a Rook."


LEAST_SIZE, LARGEST_SIZE = 5, 9  # squares each way of a board that shows how a piece moves
# What goes anywhere, as long as the way is free or not.
_ENDLESS = _LINES | {Mark.RIDE, Mark.TURN, Mark.BENT, Mark.ANYWHERE}


def least_size(variant: Variant, kind: str) -> int:
    """How many squares each way show all that a piece does, however far it may slide."""
    marks = diagram_marks(parse_betza(variant.pieces[kind].betza), LARGEST_SIZE // 2)
    steps = [max(map(abs, offset)) for offset, mark in marks.items() if mark not in _ENDLESS]
    return max(LEAST_SIZE, 2 * max(steps, default=0) + 1)


# --- a board to try a piece on --------------------------------------------------------------------
#
# A piece shows how it moves, with others around it that can be moved about.
#
# The answers are the rules' own: a position of the game on a smaller board. What such a position
# needs besides, a royal on either side, stands on two further files that are not shown, behind a
# wall of pieces that never move.

NEAR = 3  # squares from the piece, within which others stand at first
HIDDEN = 2  # files: the wall, and the royal behind it


class Diagram:
    """A piece on a board of `size` by `size` squares, White's, and what stands around it.

    `kind` and `home` are the piece's type and square; both change when it makes a move.
    """

    def __init__(self, variant: Variant, kind: str, size: int = 9) -> None:
        self.game = variant
        self.size = size
        self.begin(kind)

    def begin(self, kind: str) -> None:
        """Show a piece among others, as it makes a good example."""
        self.kind = self._first_kind = kind
        middle = self.size // 2
        starts = any(leg.initial for leg in parse_betza(self.game.pieces[kind].betza).legs)
        self.home = self._start = Square(middle, 1 if starts else middle)
        self.pieces: dict[Square, str] = {self.home: kind}
        self.pieces |= dict(_surroundings(self))

    @property
    def board(self) -> Variant:
        return _shown(self.game, self.size)

    def position(self, kind: str = "") -> Position:
        """The position as it stands, White to move, or with another type in the piece's place."""
        pieces = self.pieces | {self.home: kind or self.kind}
        lone_king = self.game.ending.checkmate and self.game.pieces[pieces[self.home]].royal
        variant = _stage(self.game, self.size, self._array_of(pieces[self.home]), lone_king)
        return Position(variant, _fen(self.game, self.size, pieces, lone_king))

    def slides(self) -> frozenset[Square]:
        """The squares in the lines along which the piece slides, whatever stands there."""
        marks = diagram_marks(parse_betza(self.game.pieces[self.kind].betza), self.size - 1)
        home = self.home
        return frozenset(
            Square(home.file + dx, home.rank + dy)
            for (dx, dy), mark in marks.items()
            if mark in _LINES
        )

    def _array_of(self, kind: str) -> tuple[str, Square] | None:
        """Where a type begins that moves otherwise from there."""
        return (kind, self._start) if kind == self._first_kind and self._start.rank == 1 else None

    def is_shown(self, square: Square) -> bool:
        return square.file < self.size and square.rank < self.size

    def play(self, move: Move) -> None:
        for square in move.victims:
            self.pieces.pop(square, None)
        self.pieces.pop(self.home)
        self.home = move.destination
        self.kind = move.promotion or self.kind
        self.pieces[self.home] = self.kind

    def relocate(self, origin: Square, goal: Square) -> None:
        self.pieces[goal] = self.pieces.pop(origin)
        if origin == self.home:
            self.home = goal

    def cycle(self, square: Square) -> str | None:
        """Put the next of the others on a square, or none after the last; what stands there now."""
        if square == self.home:
            return self.kind
        choices = [None, *self.others()]
        now = self.pieces.pop(square, None)
        at = choices.index(now) if now in choices else 0
        following = choices[(at + 1) % len(choices)]
        if following is not None:
            self.pieces[square] = following
        return following

    def others(self) -> list[str]:
        """What can stand around: enemies that matter to a captor, and a piece of one's own."""
        return [piece.lower() for piece in _victims(self.game, self.kind)] + [_plain(self.game)]


# --- the stage ----------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _shown(variant: Variant, size: int) -> Variant:
    return replace(variant, files=size, ranks=size)


@lru_cache(maxsize=32)
def _stage(
    variant: Variant, size: int, array: tuple[str, Square] | None, lone_king: bool
) -> Variant:
    """The game on a board with the hidden files; pieces change by captures only.

    A King of a game with checkmate stands alone and minds its safety; in other games no piece does.
    """
    wall = PieceType(_unused_id(variant), "Wall", "mfW", royal=not lone_king)
    types = {**variant.pieces, wall.id: wall}
    ending = replace(variant.ending, checkmate=lone_king, dead=False, move_limit=0)
    stage = replace(
        variant,
        files=size + HIDDEN,
        ranks=size,
        pieces=types,
        ending=ending,
        promotion=replace(variant.promotion, arrival={}, reserve=False),
        compound_first_move="none",
    )
    pieces = {array[1]: array[0]} if array else {}
    return replace(stage, start_fen=_fen(variant, size, pieces, lone_king))


def _unused_id(variant: Variant) -> str:
    ids = (letter + mark for mark in ("", "'", "!") for letter in "ZYXWVUTSRQPONMLKJIHGFEDCBA")
    return next(kind for kind in ids if kind not in variant.pieces)


def _fen(variant: Variant, size: int, pieces: dict[Square, str], lone_king: bool) -> str:
    wall = _unused_id(variant)
    hidden = {Square(size, rank): wall for rank in range(size)}
    king = next(piece.id for piece in variant.pieces.values() if piece.royal)
    hidden[Square(size + 1, 0)] = king.lower() if lone_king else wall.lower()
    placed = {square: parse_piece(piece) for square, piece in (pieces | hidden).items()}
    return f"{format_placement(size + HIDDEN, size, placed)} w - - 0 1"


# --- two captures in a turn -----------------------------------------------------------------------


class Turn(NamedTuple):
    """A move in steps: the board before it and after each, White's pieces and `x` for an enemy."""

    title: str
    steps: tuple[str, ...]
    boards: tuple[Mapping[Square, str], ...]

    def rows(self) -> Iterator[str]:
        """What is done in each step, and below it the squares round the piece, side by side."""
        yield "  ".join(f"{step:<{STAGE}}" for step in self.steps).rstrip()
        for rank in range(LEAST_SIZE - 1, LEAST_SIZE // 2 - 1, -1):
            parts = (
                " ".join(board.get(Square(file, rank), ".") for file in range(LEAST_SIZE))
                for board in self.boards
            )
            yield "  ".join(f"{part:<{STAGE}}" for part in parts).rstrip()


STAGE = 11  # columns of a step


def lion_turns(variant: Variant) -> tuple[PieceType, list[Turn]] | None:
    """The Lion of a game, and what it takes in steps; None where no piece has its power."""
    array = {kind for kind, _ in array_pieces(variant).values()}
    lions = (piece for piece in variant.pieces.values() if piece.id in array)
    lion = next((each for each in lions if Power.AREA in parse_betza(each.betza).powers), None)
    if lion is None:
        return None
    diagram = Diagram(variant, lion.id, LEAST_SIZE)
    home, enemy = diagram.home, _plain(variant).lower()
    near = Square(home.file, home.rank + 1)
    far = Square(home.file + 1, home.rank + 2)
    letter, turns = lion.id.strip("+'!"), []
    for title, last, end in (
        ("Two captures", "and another", far),
        ("Capture without moving (igui)", "goes home", home),
    ):
        diagram.pieces = {home: lion.id, near: enemy} | ({far: enemy} if end == far else {})
        victims = (near, far) if end == far else (near,)
        moves = diagram.position().legal_moves()
        if Move(home, end, victims=victims) not in moves:  # it changes by the capture
            continue
        boards = [dict.fromkeys(diagram.pieces, "x") | {home: letter}]
        for left, reached in ((home, near), (near, end)):
            board = {square: sign for square, sign in boards[-1].items() if square != left}
            boards.append(board | {reached: letter})
        turns.append(Turn(title, ("before", "takes one", last), tuple(boards)))
    return lion, turns


# --- what stands around -------------------------------------------------------------------------


def _plain(variant: Variant) -> str:
    """A common piece that is neither promoted nor contagious: the Pawn, where there is one."""
    if variant.pawn or "P" in variant.pieces:
        return variant.pawn or "P"
    common = [kind for kind, _ in array_pieces(variant).values() if kind not in variant.royals]
    return max(common or list(variant.pieces), key=common.count)


def _victims(variant: Variant, kind: str) -> list[str]:
    """A victim of each sort: one that leaves the choice, a promoted one, a contagious one."""
    plain, cells = _plain(variant), matrix(variant)
    usual = (plain, variant.pieces[plain].promotes_to)
    pieces = sorted(
        (piece for piece in variant.pieces.values() if not piece.royal),
        key=lambda piece: piece.id not in usual,
    )
    found = [plain]
    for rule in (Rule.MAY, Rule.MUST, Rule.CONTAGION):
        if not any(cells[kind, victim].rule is rule for victim in found):
            found += [piece.id for piece in pieces if cells[kind, piece.id].rule is rule][:1]
    return found


def _surroundings(diagram: Diagram) -> Iterator[tuple[Square, str]]:
    """Enemies where the piece could take them, each in a direction of its own, and a friend."""
    home = diagram.home
    places: dict[tuple[int, int], Square] = {}
    for square in sorted(_targets_near(diagram), key=lambda square: _closeness(home, square)):
        places.setdefault(_direction(home, square), square)
    others, free = diagram.others(), list(places.values())
    for number, piece in enumerate(others):
        if number < len(free):
            yield free[number * max(len(free) // len(others), 1)], piece


def _direction(home: Square, square: Square) -> tuple[int, int]:
    dx, dy = square.file - home.file, square.rank - home.rank
    size = gcd(dx, dy)
    return dx // size, dy // size


def _targets_near(diagram: Diagram) -> Iterator[Square]:
    movement = parse_betza(diagram.game.pieces[diagram.kind].betza)
    home = diagram.home
    for (dx, dy), mark in diagram_marks(movement, min(NEAR, diagram.size // 2)).items():
        square = Square(home.file + dx, home.rank + dy)
        if mark not in (Mark.MOVE, Mark.INITIAL) and square != home and square.rank >= 0:
            yield square


def _closeness(home: Square, square: Square) -> tuple[int, int, int]:
    """Two squares away first, where both blocking and jumping are seen; then those ahead."""
    dx, dy = square.file - home.file, square.rank - home.rank
    return abs(max(abs(dx), abs(dy)) - 2), -dy, dx
