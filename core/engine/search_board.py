"""From a position to the board that a search works on, and from its moves back to values."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from makachess.core.boards import new_board
from makachess.core.errors import IllegalMoveError
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.memory import Worth
from makachess.core.kernel.packed import SEARCH_PLIES
from makachess.core.legal_moves import LegalMoves
from makachess.core.move import Move
from makachess.core.notation.fen import Setup
from makachess.core.position import Position
from makachess.core.spec import Variant


def searchable_board(position: Position, worth: Worth | None = None) -> Board:
    """A separate board for a search, with the game's history and the values of the pieces."""
    return replay(position.variant, position.setup, position.packed_moves, worth)


def replay(
    variant: Variant, setup: Setup, packed_moves: Sequence[int], worth: Worth | None
) -> Board:
    """The same from where a game began and its moves."""
    board = new_board(variant, setup, worth)
    for packed in packed_moves:
        push(board, packed)
    board.make_room(SEARCH_PLIES)
    board.narrow_choices()
    board.fix_prices()
    return board


def read_line(variant: Variant, board: Board, packed_moves: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a line that a search of a board returned in packed form."""
    legal, line = LegalMoves(variant, board), []
    for packed in packed_moves:
        line.append(legal.read(packed))
        push(board, packed)
    for _ in line:
        board.pop()
    return tuple(line)


def pack_others(position: Position, kept: Collection[Move]) -> list[int]:
    """The legal moves other than some, in packed form; none where none is to be kept.

    Raises IllegalMoveError if one of those kept is not legal.
    """
    if not kept:
        return []
    legal = position.legal_moves()
    for move in kept:
        if move not in legal:
            raise IllegalMoveError(f"{str(move)!r} is not legal in {position.fen()!r}")
    reader = LegalMoves(position.variant, searchable_board(position))
    return [reader.find(move) for move in legal if move not in kept]
