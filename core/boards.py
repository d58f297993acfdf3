"""The kernel's boards: set up from what a FEN says, one kept to check positions on, and read."""

from __future__ import annotations

from functools import lru_cache
from threading import local

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


def new_board(variant: Variant, setup: Setup, worth: Worth | None = None) -> Board:
    """A board set up, forced delayed promotions already carried out."""
    board = Board(_tables(variant)[0], worth)
    _set_up(board, variant, setup)
    return board


def _set_up(board: Board, variant: Variant, setup: Setup) -> None:
    board.set_position(_tables(variant)[1], *setup)
    settle_position(board)


class _SpareBoard(local):
    """A board for each thread, on which positions are set up to be checked.

    As a rule a position that has just been made is looked at next: it takes the board over.
    """

    def __init__(self) -> None:
        self._variant: Variant | None = None
        self._board: Board | None = None
        self._setup: Setup | None = None

    def set_up(self, variant: Variant, setup: Setup) -> Board:
        if self._board is None or self._variant is not variant:
            self._variant, self._board = variant, Board(_tables(variant)[0])
        self._setup = None
        _set_up(self._board, variant, setup)
        self._setup = setup
        return self._board

    def take(self, variant: Variant, setup: Setup) -> Board:
        """A board set up, for good."""
        if self._board is None or self._setup is not setup or self._variant is not variant:
            return new_board(variant, setup)
        board, self._board = self._board, None
        return board


spare = _SpareBoard()


def check_fault(board: Board) -> str:
    """What is wrong with the side that is not to move, if it is in check."""
    side = 1 - board.side
    return f"{COLORS[side]} is in check and not to move" if legality.in_check(board, side) else ""
