"""The kernel's boards: made for a variant, lent to positions, and set up from what a FEN says."""

from __future__ import annotations

from functools import lru_cache
from threading import local

from makachess.core.kernel import legality
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import settle_position
from makachess.core.kernel.memory import RuleMemory, Worth
from makachess.core.legal_moves import LegalMoves
from makachess.core.notation.fen import Setup
from makachess.core.rule_tables import build_rule_tables
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square, cell_of


@lru_cache(maxsize=16)
def _tables(variant: Variant) -> tuple[RuleMemory, list[int]]:
    """The kernel's tables of a variant, shared by all its boards, and the cells of the board."""
    cells = [cell_of(Square(f, r)) for r in range(variant.ranks) for f in range(variant.files)]
    return RuleMemory(build_rule_tables(variant)), cells


def _empty_board(variant: Variant, worth: Worth | None = None) -> Board:
    tables, cells = _tables(variant)
    board = Board(tables, worth)
    board.lay_out(cells)
    return board


def new_board(variant: Variant, setup: Setup, worth: Worth | None = None) -> Board:
    """A board set up, forced delayed promotions already carried out."""
    board = _empty_board(variant, worth)
    board.set_position(*setup)
    settle_position(board)
    return board


class _Boards(local):
    """A few boards for each variant that this thread uses, the last ones lent standing last.

    So as many games as there are boards can be followed in turns without setting any up anew.
    """

    def __init__(self) -> None:
        self._by_variant: dict[Variant, list[LegalMoves]] = {}

    def lend(self, variant: Variant) -> LegalMoves:
        """The board that was lent longest ago, wherever it stands, or a new one."""
        boards = self._by_variant.pop(variant, [])
        if len(self._by_variant) == _MOST_VARIANTS:
            del self._by_variant[next(iter(self._by_variant))]
        self._by_variant[variant] = boards
        lent = boards.pop(0) if len(boards) == _MOST_BOARDS else None
        if lent is None or lent.at is None:  # what it did last was broken off
            lent = LegalMoves(variant, _empty_board(variant))
        boards.append(lent)
        return lent


_MOST_VARIANTS, _MOST_BOARDS = 8, 4

lend = _Boards().lend
"""A board of this thread for a variant."""


def check_fault(board: Board) -> str:
    """What is wrong with the side that is not to move, if it is in check."""
    side = 1 - board.side
    return f"{COLORS[side]} is in check and not to move" if legality.in_check(board, side) else ""
