"""A board to try a piece on: it shows how it moves, with others around it that can be moved about.

The answers are the rules' own: a position of the game on a smaller board. What such a position
needs besides, a royal on either side, stands on two further files that are not shown, behind a
wall of pieces that never move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import gcd

from makachess.core import Move, Position
from makachess.core.betza import Power, parse_betza
from makachess.core.pieces import array_pieces, format_placement, parse_piece
from makachess.core.promotion import matrix
from makachess.core.spec import PieceType, Rule, Variant
from makachess.core.squares import Square
from makachess.play.diagrams import LINES, Mark, diagram_marks

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
        kind = pieces[self.home]
        begins = kind == self._first_kind and self._start.rank == 1  # it moves otherwise from there
        lone_king = self.game.ending.checkmate and self.game.pieces[kind].royal
        array = (kind, self._start) if begins else None
        variant = _stage(self.game, self.size, array, lone_king)
        return Position(variant, _fen(self.game, self.size, pieces, lone_king))

    def slides(self) -> frozenset[Square]:
        """The squares in the lines along which the piece slides, whatever stands there."""
        marks = diagram_marks(parse_betza(self.game.pieces[self.kind].betza), self.size - 1)
        home = self.home
        return frozenset(
            Square(home.file + dx, home.rank + dy)
            for (dx, dy), mark in marks.items()
            if mark in LINES
        )

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
    types = {kind: replace(piece, initial="home") for kind, piece in variant.pieces.items()}
    types[wall.id] = wall
    ending = replace(variant.ending, checkmate=lone_king, dead=False, move_limit=0)
    stage = replace(
        variant,
        files=size + HIDDEN,
        ranks=size,
        pieces=types,
        ending=ending,
        promotion=replace(variant.promotion, arrival={}, reserve=False),
        compound_first_move="none",
        castling={},
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


LION_TURNS = {  # what a Lion `#` takes in steps
    "Two captures": """\
before       takes one    and another
. . . x .    . . . x .    . . . # .
. . x . .    . . # . .    . . . . .
. . # . .    . . . . .    . . . . .""",
    "Capture without moving (igui)": """\
before       takes one    goes home
. . . . .    . . . . .    . . . . .
. . x . .    . . # . .    . . . . .
. . # . .    . . . . .    . . # . .""",
}


def find_lion(variant: Variant) -> PieceType | None:
    """The Lion of a game, None where no piece of the array has its power, and keeps it."""
    array = {kind for kind, _ in array_pieces(variant).values()}
    for piece in variant.pieces.values():
        if piece.id in array and Power.AREA in parse_betza(piece.betza).powers:
            return piece if matrix(variant)[piece.id, _plain(variant)].rule <= Rule.MAY else None
    return None


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
