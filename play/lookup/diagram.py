"""A small board on which a piece shows how it moves, with others around it that can be moved about.

The answers are the rules' own: a position of the game on a smaller board. What such a position
needs besides, a royal on either side, stands on two further files that are not shown, behind a wall
of men that never move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import gcd

from makachess.core import Move, Position
from makachess.core.betza import parse_betza
from makachess.core.men import array_men
from makachess.core.promotion import matrix
from makachess.core.spec import PieceType, Rule, Variant
from makachess.core.squares import Square
from makachess.play.diagrams import Mark, diagram_marks

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
        self.men: dict[Square, str] = {self.home: kind}
        self.men |= dict(_surroundings(self))

    @property
    def board(self) -> Variant:
        """The game on the board that is shown."""
        return _shown(self.game, self.size)

    def position(self, kind: str = "") -> Position:
        """The position as it stands, White to move, or with another type in the piece's place."""
        men = self.men | {self.home: kind or self.kind}
        lone_king = self.game.ending.checkmate and self.game.pieces[men[self.home]].royal
        variant = _stage(self.game, self.size, self._array_of(men[self.home]), lone_king)
        return Position(variant, _fen(self.game, self.size, men, lone_king))

    def _array_of(self, kind: str) -> tuple[str, Square] | None:
        """Where a type begins that moves otherwise from there."""
        return (kind, self._start) if kind == self._first_kind and self._start.rank == 1 else None

    def is_shown(self, square: Square) -> bool:
        """Whether a square is on the board that is shown."""
        return square.file < self.size and square.rank < self.size

    # --- changes --------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Let the piece make a legal move of `position()`."""
        for square in move.victims:
            self.men.pop(square, None)
        self.men.pop(self.home)
        self.home = move.destination
        self.kind = move.promotion or self.kind
        self.men[self.home] = self.kind

    def relocate(self, origin: Square, goal: Square) -> None:
        """Put what stands on a square on another, which may be the piece itself."""
        self.men[goal] = self.men.pop(origin)
        if origin == self.home:
            self.home = goal

    def cycle(self, square: Square) -> str | None:
        """Put the next of the others on a square, or none after the last; what stands there now."""
        if square == self.home:
            return self.kind
        choices = [None, *self.others()]
        now = self.men.pop(square, None)
        at = choices.index(now) if now in choices else 0
        following = choices[(at + 1) % len(choices)]
        if following is not None:
            self.men[square] = following
        return following

    def others(self) -> list[str]:
        """What can stand around: enemies that matter to a captor, and a man of one's own."""
        return [man.lower() for man in _victims(self.game, self.kind)] + [_plain(self.game)]


# --- the stage ----------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _shown(variant: Variant, size: int) -> Variant:
    return replace(variant, files=size, ranks=size)


@lru_cache(maxsize=32)
def _stage(
    variant: Variant, size: int, array: tuple[str, Square] | None, lone_king: bool
) -> Variant:
    """The game on a board with the hidden files; pieces change by captures only.

    A King of a game with checkmate stands alone and minds his safety; otherwise nobody needs to.
    """
    wall = PieceType(_unused_id(variant), "Wall", "mfW", royal=not lone_king)
    pieces = {**variant.pieces, wall.id: wall}
    ending = replace(variant.ending, checkmate=lone_king, dead=False, move_limit=0)
    stage = replace(
        variant,
        files=size + HIDDEN,
        ranks=size,
        pieces=pieces,
        ending=ending,
        promotion=replace(variant.promotion, arrival={}, reserve=False),
        compound_first_move="none",
    )
    men = {array[1]: array[0]} if array else {}
    return replace(stage, start_fen=_fen(variant, size, men, lone_king))


def _unused_id(variant: Variant) -> str:
    ids = (letter + mark for mark in ("", "'", "!") for letter in "ZYXWVUTSRQPONMLKJIHGFEDCBA")
    return next(kind for kind in ids if kind not in variant.pieces)


def _fen(variant: Variant, size: int, men: dict[Square, str], lone_king: bool) -> str:
    wall = _unused_id(variant)
    hidden = {Square(size, rank): wall for rank in range(size)}
    king = next(man.id for man in variant.pieces.values() if man.royal)
    hidden[Square(size + 1, 0)] = king.lower() if lone_king else wall.lower()
    ranks = [_rank_text(men | hidden, size + HIDDEN, rank) for rank in reversed(range(size))]
    return f"{'/'.join(ranks)} w - - 0 1"


def _rank_text(men: dict[Square, str], files: int, rank: int) -> str:
    text, empty = "", 0
    for file in range(files):
        man = men.get(Square(file, rank))
        if man is None:
            empty += 1
        else:
            text, empty = text + (str(empty) if empty else "") + man, 0
    return text + (str(empty) if empty else "")


# --- who stands around --------------------------------------------------------------------------


def _plain(variant: Variant) -> str:
    """A common man that is neither promoted nor contagious: the Pawn, where there is one."""
    if variant.pawn or "P" in variant.pieces:
        return variant.pawn or "P"
    common = [kind for kind, _ in array_men(variant).values() if kind not in variant.royals]
    return max(common or list(variant.pieces), key=common.count)


def _victims(variant: Variant, kind: str) -> list[str]:
    """A victim of each sort: one that leaves the choice, a promoted one, a contagious one."""
    plain, cells = _plain(variant), matrix(variant)
    usual = (plain, variant.pieces[plain].promotes_to)
    men = sorted(
        (man for man in variant.pieces.values() if not man.royal),
        key=lambda man: man.id not in usual,
    )
    found = [plain]
    for rule in (Rule.MAY, Rule.MUST, Rule.CONTAGION):
        if not any(cells[kind, victim].rule is rule for victim in found):
            found += [man.id for man in men if cells[kind, man.id].rule is rule][:1]
    return found


def _surroundings(diagram: Diagram) -> Iterator[tuple[Square, str]]:
    """Enemies where the piece could take them, each in a direction of its own, and a friend."""
    home = diagram.home
    places: dict[tuple[int, int], Square] = {}
    for square in sorted(_reach(diagram), key=lambda square: _closeness(home, square)):
        places.setdefault(_direction(home, square), square)
    others, free = diagram.others(), list(places.values())
    for number, man in enumerate(others):
        if number < len(free):
            yield free[number * max(len(free) // len(others), 1)], man


def _direction(home: Square, square: Square) -> tuple[int, int]:
    dx, dy = square.file - home.file, square.rank - home.rank
    size = gcd(dx, dy)
    return dx // size, dy // size


def _reach(diagram: Diagram) -> Iterator[Square]:
    """The squares close by on which the piece can capture."""
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
