"""An opening book: moves known to be good early in a game, so that games differ.

A book is data; `makachess.variants` reads the files it comes in. Positions are known by what their
FEN says, not by the numbers of the kernel, which another version may give differently.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from makachess.core.engine.levels import LEVELS
from makachess.core.engine.report import BestMove
from makachess.core.move import Move, MoveKind
from makachess.core.position import Position
from makachess.core.text import how_many

KEY_DIGITS = 12  # hexadecimal: among 5,000 positions, two alike once in 20 million books
HEAVIEST = 999  # a weight


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of a book, in coordinates; among its neighbours it is played by weight."""

    text: str
    weight: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OpeningBook:
    """The moves of each position by its key; of no position to play without a book."""

    entries: Mapping[str, tuple[BookMove, ...]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {how_many(len(self.entries), 'position')}>"

    def moves(self, position: Position) -> list[tuple[Move, int]]:
        """The moves known in a position, with their weights, as the book lists them.

        Only such as are legal there and do not bring back an earlier position.
        """
        known = self.entries.get(position_key(position), ()) if self.entries else ()
        return list(_playable(position, known)) if known else []

    def choose(
        self, position: Position, level: int = max(LEVELS), seed: int | None = None
    ) -> BestMove | None:
        """A move for a level, drawn by weight; None where it knows none.

        A level knows as many moves of a game by heart as its number says, the highest all: what
        plays weakly must not play the opening like a master. The same seed in the same position
        gives the same move.
        """
        if level < max(LEVELS) and position.fullmove > level:
            return None
        moves = self.moves(position)
        if not moves:
            return None
        text = f"book/{seed}/{position.fen()}"
        dice = random.Random(text) if seed is not None else random.Random()
        drawn = dice.choices([move for move, _ in moves], [weight for _, weight in moves])
        return BestMove(drawn[0], from_book=True)


NO_BOOK = OpeningBook()


def position_key(position: Position) -> str:
    """What a book calls a position: the same on every machine and whatever moves led to it.

    It depends on placement, side to move, castling rights, and on the squares a pawn has passed if
    it can be taken there; not on the counters.
    """
    from hashlib import sha256  # slow to import, and few commands open a book

    placement, side, castling, passed, *_ = position.fen().split()
    if passed != "-" and not _is_passing_legal(position):
        passed = "-"
    text = " ".join((placement, side, castling, passed))
    return sha256(text.encode()).hexdigest()[:KEY_DIGITS]


def _is_passing_legal(position: Position) -> bool:
    return any(move.kind is MoveKind.EN_PASSANT for move in position.legal_moves())


def _playable(position: Position, known: tuple[BookMove, ...]) -> Iterator[tuple[Move, int]]:
    legal = {str(move): move for move in position.legal_moves()}
    after = position.copy()
    for entry in known:
        move = legal.get(entry.text)
        if move is None:
            continue
        after.push(move)
        if after.repetitions() == 1:
            yield move, entry.weight
        after.pop()
