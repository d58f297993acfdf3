"""What is legal on a board of the kernel, as values; reserves and delayed promotions among it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from makachess.core.errors import IllegalMoveError
from makachess.core.kernel.board import Board
from makachess.core.kernel.history import WorkingBoard
from makachess.core.kernel.legality import captures
from makachess.core.kernel.move_values import (
    context_of,
    find,
    fitting,
    legal_from,
    legal_values,
    made,
    victims,
)
from makachess.core.kernel.packed import choice_of, origin_of
from makachess.core.move import Move
from makachess.core.notation.coordinates import Reading
from makachess.core.notation.reading import first_readings
from makachess.core.pieces import array_pieces, codes_of, result_bits
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import SQUARES, Square, as_square, cell_of

MoveContext: TypeAlias = tuple[str, Sequence[Square], int]
"""A mover's type, where others of it stand that can move alike, and 1 for check, 2 for mate."""

Promotions = tuple[tuple[Square, str], ...]
"""Squares of waiting pawns, in file order, and what they become."""

_NO_CHOICE: tuple[Promotions, ...] = ((),)


class LegalMoves(WorkingBoard):
    """What can be played on a board now; it follows the board as moves are made on it."""

    def __init__(self, variant: Variant, board: Board) -> None:
        super().__init__(board)
        self._variant = variant
        self.codes = codes_of(variant)
        self.types = self.codes.types
        self.cells = _cells_of(variant)
        self.readings = first_readings(variant)

    def all(self) -> list[Move]:
        """All legal moves, in the order the kernel finds them."""
        return legal_values(self.board, Move, self.types, self._prefixes())

    def from_cell(self, cell: int) -> list[Move]:
        """Those that start from a cell, in the same order; of several pawns the first counts."""
        if self.board.choices:
            return [move for move in self.all() if origin_of(move.word) == cell]
        return legal_from(self.board, cell, Move, self.types)

    def taking(self, cell: int) -> list[Move]:
        """Those that take what stands on a cell."""
        board = self.board
        if board.choices:
            square = SQUARES[cell]
            return [move for move in self.all() if square in move.victims]
        found = [self.read(p) for p in captures(board, board.side) if cell in victims(board, p)]
        return [move for move in found if self.find(move)]

    def read(self, packed: int) -> Move:
        """The move that a packed move stands for."""
        prefix = self._prefixes()[choice_of(packed)]
        return made(self.board, packed, Move, self.types, prefix)

    def find(self, move: Move) -> int:
        """The packed move that a move stands for, 0 if it is not legal."""
        if move is self.asked and move is not None:
            return self.answer
        try:
            choice = self._choice(move.prefix)
        except AttributeError:
            raise TypeError(
                f"{move!r} is not a Move: `parse` reads texts, and `push_san` makes them too"
            ) from None
        if move.promotion not in self.types or choice < 0:
            return 0
        packed = find(self.board, move, self.types.index(move.promotion), choice)
        self._remember(move, packed)
        return packed

    def _remember(self, move: Move, packed: int) -> None:
        if self.at is not None:
            self.asked, self.answer = move, packed

    def fitting(self, reading: Reading) -> list[Move]:
        """The moves that a reading of a text can mean, steps of several pawns excepted."""
        pattern, wanted = reading
        board, types, prefix = self.board, self.types, pattern.prefix
        choice = self._choice(prefix) if prefix or board.choices else 0
        if wanted is None or choice < 0:
            return []
        found = fitting(board, wanted, choice)
        moves = [made(board, packed, Move, types, prefix) for packed in found]
        if moves:
            self._remember(moves[0], found[0])
        return moves

    def context(self, move: Move) -> MoveContext:
        """What SAN has to tell of a move beside its squares; raises IllegalMoveError."""
        packed = self.find(move)
        if not packed:
            raise IllegalMoveError(f"{str(move)!r} is not legal here")
        number, twins, threat = context_of(self.board, packed)
        return self.types[number], [SQUARES[cell] for cell in twins] if twins else (), threat

    def threats(self, side: int) -> set[tuple[Square, Square]]:
        return {
            (SQUARES[origin_of(packed)], SQUARES[cell])
            for packed in captures(self.board, side)
            for cell in victims(self.board, packed)
        }

    def _prefixes(self) -> Sequence[Promotions]:
        """What the choices before a move mean, by their numbers; the 0th is none."""
        board = self.board
        if not board.choices:
            return _NO_CHOICE
        results, turn = board.results_now(), COLORS[board.side]
        return [(), *(read_result(self._variant, result, turn) for result in results)]

    def _choice(self, prefix: Promotions) -> int:
        """The number of the choice that means these promotions; -1 if there is none."""
        if not self.board.choices:
            return -1 if prefix else 0
        prefixes = self._prefixes()
        return next((i for i in range(1, len(prefixes)) if prefixes[i] == prefix), -1)


def reserve_of(variant: Variant, board: Board, color: str) -> dict[str, int]:
    """How many captured pieces of each type a colour may get back; types with none are omitted.

    As many as the array and the spare pieces are, less those on the board; more than that, from a
    FEN, leave none.
    """
    array, types = list(array_pieces(variant).values()), tuple(variant.pieces)
    spare = variant.promotion.spare
    reserve = {}
    for kind in _choices(variant):
        code = 2 + 2 * types.index(kind) + COLORS.index(color)
        count = array.count((kind, color)) + spare.get(kind, 0) - board.count_of(code)
        if count > 0:
            reserve[kind] = count
    return reserve


def read_result(variant: Variant, result: int, color: str) -> Promotions:
    """The promotions that one of the kernel's packed results stands for."""
    rank = variant.ranks - 1 if color == "white" else 0
    bits = result_bits(variant)
    places = [result >> bits * file & (1 << bits) - 1 for file in range(variant.files)]
    choices = _choices(variant)
    return tuple((Square(f, rank), choices[p - 1]) for f, p in enumerate(places) if p)


def _choices(variant: Variant) -> tuple[str, ...]:
    """The types that can come back, in the order of the variant file."""
    rules = variant.promotion
    return next(iter(rules.arrival.values()), ()) if rules.reserve else ()


class _Cells(dict[Square | str, int]):
    """The cells of a board by square and by name; of what is beyond it 0, where nothing stands."""

    def __missing__(self, square: Square | str) -> int:
        as_square(square)
        return 0


@lru_cache(maxsize=32)
def _cells_of(variant: Variant) -> _Cells:
    squares = [Square(f, r) for f in range(variant.files) for r in range(variant.ranks)]
    names: dict[Square | str, int] = {str(square): cell_of(square) for square in squares}
    return _Cells(names | {square: cell_of(square) for square in squares})
