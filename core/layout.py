"""From what a FEN says to the kernel's board, and back."""

from __future__ import annotations

from functools import lru_cache

from makachess.core.codes import codes_of
from makachess.core.errors import InvalidFenError
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import settle_position
from makachess.core.kernel.legality import attacked
from makachess.core.kernel.memory import RuleMemory, Worth
from makachess.core.men import Man
from makachess.core.notation.fen import Setup, format_fen, state_of
from makachess.core.rules.build import build_rule_tables
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square, cell_of, square_of


@lru_cache(maxsize=16)
def _tables(variant: Variant) -> tuple[RuleMemory, list[int]]:
    """The kernel's tables of a variant, shared by all its boards, and the cells of the board."""
    cells = [cell_of(Square(f, r)) for r in range(variant.ranks) for f in range(variant.files)]
    return RuleMemory(build_rule_tables(variant)), cells


def new_board(variant: Variant, setup: Setup, worth: Worth | None = None) -> Board:
    """A board set up, forced delayed promotions already carried out."""
    tables, cells = _tables(variant)
    board = Board(tables, worth)
    board.set_position(cells, *setup)
    settle_position(board)
    return board


def refuse_check(variant: Variant, board: Board, setup: Setup) -> None:
    """Raise InvalidFenError if the side that is not to move is in check."""
    side = board.side
    if variant.ending.checkmate and attacked(board, board.king_of(1 - side), side):
        fen = format_fen(variant, state_of(variant, setup))
        raise InvalidFenError(f"FEN {fen!r}: {COLORS[1 - side]} is in check and not to move")


def read_men(variant: Variant, board: Board) -> dict[Square, Man]:
    """All men on a board by square, each as (type id, colour)."""
    men = codes_of(variant).men
    return {
        square_of(cell): men[board.code_at(cell)]
        for side in (0, 1)
        for cell in board.pieces_of(side)
    }
