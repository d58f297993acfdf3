"""Reading the kernel's words for moves: see `constants` for their layout."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.kernel.board import Board
from makachess.core.kernel.constants import (
    CHOICE_SHIFT,
    COMPOUND,
    NORMAL,
    PASS_TURN,
    ROW,
    STRIDE,
    TAKE_PASSANT,
)


def origin_of(word: int) -> int:
    """The cell a move starts from."""
    return word & 1023


def destination_of(word: int) -> int:
    """The cell a move ends on."""
    return word >> 10 & 1023


def promotion_of(word: int) -> int:
    """The number of the new type, counted from 1; 0 if the man stays what it is."""
    return word >> 40 & 255


def kind_of(word: int) -> int:
    """One of the kinds of move."""
    return word >> 48 & 15


def is_pass(word: int) -> bool:
    """Whether a move does nothing."""
    return kind_of(word) == PASS_TURN


def choice_of(word: int) -> int:
    """Which of the results of a delayed promotion comes before a move, from 1; 0 if none does."""
    return word >> CHOICE_SHIFT


def further_steps(word: int) -> Iterator[tuple[int, int]]:
    """Origin and destination of the pawns that a compound first move takes along."""
    if kind_of(word) != COMPOUND:
        return
    first, second = word >> 20 & 1023, word >> 30 & 1023
    step = destination_of(word) - origin_of(word)
    forward = ROW if step > 0 else -ROW
    if second:
        yield first, first + forward
        yield second, second + forward
    else:
        yield first, first + 3 * forward - step


def victims(board: Board, word: int) -> Iterator[int]:
    """The cells of the men a move takes on the board as it is, in the order of capture."""
    if kind_of(word) not in (NORMAL, TAKE_PASSANT, STRIDE):
        return
    origin, goal = origin_of(word), destination_of(word)
    passing = [cell for cell in (word >> 20 & 1023, word >> 30 & 1023) if cell]
    last = [goal] if goal != origin and board.code_at(goal) else []
    # Two out, one back: the nearer man, on the destination, is taken on the way out.
    back = len(passing) == 1 and passing[0] - goal == goal - origin
    yield from (*last, *passing) if back else (*passing, *last)
