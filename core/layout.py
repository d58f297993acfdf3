"""From a FEN's state to the kernel's board, and back."""

from __future__ import annotations

from functools import lru_cache

from makachess.core.kernel.board import Board
from makachess.core.kernel.constants import ROW
from makachess.core.kernel.delayed import settle_position
from makachess.core.kernel.memory import RuleMemory, Worth
from makachess.core.men import Man
from makachess.core.notation.fen import FenState
from makachess.core.rules.build import RIGHTS, build_rule_tables
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square, cell_of, square_of


@lru_cache(maxsize=16)
def _tables(variant: Variant) -> RuleMemory:
    """The kernel's tables of a variant, shared by all its boards."""
    return RuleMemory(build_rule_tables(variant))


def new_board(variant: Variant, state: FenState, worth: Worth | None = None) -> Board:
    """A board set up with a state, forced delayed promotions already carried out."""
    board = Board(_tables(variant), worth)
    types = tuple(variant.pieces)
    board.set_position(
        [cell_of(Square(f, r)) for r in range(variant.ranks) for f in range(variant.files)],
        [
            (cell_of(square), 2 + 2 * types.index(kind) + COLORS.index(color))
            for square, (kind, color) in state.pieces.items()
        ],
        COLORS.index(state.turn),
        sum(1 << RIGHTS.index(right) for right in state.castling),
        _passed_cells(state),
        state.halfmove,
        state.fullmove,
    )
    settle_position(board)
    return board


def _passed_cells(state: FenState) -> tuple[int, int, int]:
    """The one or two cells passed by a pawn, and the cell on which it now stands."""
    if not state.ep:
        return (0, 0, 0)
    cells = [cell_of(square) for square in state.ep]
    step = ROW if state.turn == "black" else -ROW
    return (cells[0], cells[1] if len(cells) > 1 else 0, cells[-1] + step)


def read_state(variant: Variant, board: Board) -> FenState:
    """The state of a board, as a FEN describes it."""
    passed = [cell for cell in (board.passed, board.passed_more) if cell]
    return FenState(
        pieces=read_men(variant, board),
        turn=COLORS[board.side],
        castling="".join(r for i, r in enumerate(RIGHTS) if board.castling >> i & 1),
        ep=tuple(map(square_of, passed)),
        halfmove=board.halfmove,
        fullmove=board.fullmove,
    )


def read_men(variant: Variant, board: Board) -> dict[Square, Man]:
    """All men on a board by square, each as (type id, colour)."""
    types = tuple(variant.pieces)
    return {
        square_of(cell): (types[(board.code_at(cell) >> 1) - 1], color)
        for side, color in enumerate(COLORS)
        for cell in board.men_of(side)
    }
