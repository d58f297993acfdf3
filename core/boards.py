"""The kernel's boards: made for a variant, and set up from what a FEN says."""

from __future__ import annotations

from functools import lru_cache

from makachess.core.kernel import legality
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import settle_position
from makachess.core.kernel.memory import RuleMemory, Worth
from makachess.core.notation.fen import Setup
from makachess.core.rule_tables import build_rule_tables
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square, cell_of


@lru_cache(maxsize=16)
def _tables(variant: Variant) -> tuple[RuleMemory, list[int]]:
    """The kernel's tables of a variant, shared by all its boards, and the cells of the board."""
    cells = [cell_of(Square(f, r)) for r in range(variant.ranks) for f in range(variant.files)]
    return RuleMemory(build_rule_tables(variant)), cells


def empty_board(variant: Variant, worth: Worth | None = None) -> Board:
    tables, cells = _tables(variant)
    board = Board(tables, worth)
    board.lay_out(cells)
    return board


def new_board(variant: Variant, setup: Setup, worth: Worth | None = None) -> Board:
    """A board set up, forced delayed promotions already carried out."""
    board = empty_board(variant, worth)
    board.set_position(*setup)
    settle_position(board)
    return board


def check_fault(board: Board) -> str:
    """What is wrong with the side that is not to move, if it is in check."""
    side = 1 - board.side
    return f"{COLORS[side]} is in check and not to move" if legality.in_check(board, side) else ""
