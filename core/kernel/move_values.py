"""Moves as values that depend on no position: made of packed moves, and found among them again."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import push
    from makachess.core.kernel.legality import generate_legal, is_legal, repetition_key
    from makachess.core.kernel.matching import Wanted, only_fitting
    from makachess.core.kernel.moves import generate_joint, generate_man, is_decided
    from makachess.core.kernel.packed import CELLS, MARGIN, ROW, TAKE_PASSANT
    from makachess.core.kernel.packed_move import (
        choice_of,
        destination_of,
        first_of,
        kind_of,
        origin_of,
        pack_choice,
        promotion_of,
    )
    from makachess.core.kernel.ways import word_of


Prefix: TypeAlias = tuple[object, ...]

CELL_NAMES = tuple(
    f"{chr(ord('a') + cell % ROW - MARGIN)}{cell // ROW - MARGIN + 1}" for cell in range(1024)
)
"""The name of each cell that a move can name; of those beyond the board nothing sensible."""


class LightMove:
    """A move by its word (as `ways` has it), what the man becomes, and the promotions before it.

    Two are equal if all three are.
    """

    if not cython.compiled:
        word: int
        promotion: str
        prefix: Prefix

    def __init__(self, word: cython.longlong, promotion: str, prefix: Prefix) -> None:
        _fill(self, word, promotion, prefix)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LightMove):
            return NotImplemented
        return _is_same(self, other)

    def __hash__(self) -> int:
        mixed: cython.longlong = self.word ^ self.word >> 7
        if self.promotion:
            mixed ^= hash(self.promotion)
        if self.prefix:
            mixed ^= hash(self.prefix)
        return mixed

    def __str__(self) -> str:
        if first_of(self.word) or self.prefix:
            return self.in_full()
        origin: str = CELL_NAMES[origin_of(self.word)]
        squares: str = origin + CELL_NAMES[destination_of(self.word)]
        return f"{squares}={self.promotion}" if self.promotion else squares

    def in_full(self) -> str:
        """The move as text, where more is touched than its two squares or something chosen."""
        raise NotImplementedError


M = TypeVar("M", bound=LightMove)


@cython.cfunc
def _fill(move: LightMove, word: cython.longlong, promotion: str, prefix: Prefix) -> cython.void:
    """Give a move its contents; what Python code may not change is set past its guard."""
    if cython.compiled:
        move.word = word
        move.promotion = promotion
        move.prefix = prefix
    else:
        object.__setattr__(move, "word", word)
        object.__setattr__(move, "promotion", promotion)
        object.__setattr__(move, "prefix", prefix)


@cython.cfunc
def _is_same(one: LightMove, other: LightMove) -> cython.bint:
    if one.word != other.word:
        return False
    return one.promotion == other.promotion and one.prefix == other.prefix


@cython.cfunc
def _made(
    board: Board,
    move: cython.longlong,
    kind: type[LightMove],
    names: tuple[str, ...],
    prefix: Prefix,
) -> Any:
    value: LightMove = kind.__new__(kind)
    _fill(value, word_of(board, move), names[promotion_of(move)], prefix)
    return value


def made(
    board: Board, move: cython.longlong, kind: type[M], names: tuple[str, ...], prefix: Prefix
) -> M:
    """A packed move as a value of a class: `names` are the types by number, "" being the 0th."""
    value: M = _made(board, move, kind, names, prefix)
    return value


def push_fitting(board: Board, wanted: Wanted, kind: type[M], names: tuple[str, ...]) -> M | None:
    """Make the move that `only_fitting` finds, and return its value; None if there is none."""
    move: cython.longlong = only_fitting(board, wanted)
    if not move:
        return None
    value: M = _made(board, move, kind, names, ())
    push(board, move)
    return value


def push_value(board: Board, value: object, names: tuple[str, ...]) -> int | None:
    """Make the legal move that a value stands for; what `repetition_key` says after it.

    None, without a move, where it is not legal, or something has to be chosen before it.
    """
    number: cython.int = 0
    move: cython.longlong
    if board.choices or not isinstance(value, LightMove) or value.prefix:
        return None
    if value.promotion:
        if value.promotion not in names:
            return None
        number = names.index(value.promotion)
    move = find(board, value, number, 0)
    if not move:
        return None
    push(board, move)
    return repetition_key(board)


def legal_values(
    board: Board, kind: type[M], names: tuple[str, ...], prefixes: Sequence[Prefix]
) -> list[M]:
    """All legal moves as values; `prefixes` are what the choices mean, the 0th being ()."""
    i: cython.int
    move: cython.longlong
    prefix: Prefix = prefixes[0]
    found: list[M] = []
    for i in range(generate_legal(board, 0)):
        move = board.moves[i]
        if board.choices:
            prefix = prefixes[choice_of(move)]
        found.append(_made(board, move, kind, names, prefix))
    return found


def legal_from(board: Board, origin: cython.int, kind: type[M], names: tuple[str, ...]) -> list[M]:
    """The legal moves from a cell of the board as values, where nothing is chosen before them."""
    i: cython.int
    found: list[M] = []
    code: cython.int = board.sq[origin]
    if code < 2 or (code & 1) != board.side or is_decided(board):
        return found
    board.look_round()
    for i in range(generate_joint(board, generate_man(board, 0, origin))):
        if origin_of(board.moves[i]) == origin and is_legal(board, board.moves[i]):
            found.append(_made(board, board.moves[i], kind, names, ()))
    return found


def find(
    board: Board, value: LightMove, promotion: cython.int, choice: cython.int
) -> cython.longlong:
    """The legal packed move that a value stands for on a board, 0 if it is not legal there.

    `promotion` and `choice` are the numbers of what the value has as texts.
    """
    move: cython.longlong = 0
    origin: cython.int = origin_of(value.word)
    if origin >= CELLS or (board.choices != 0) != (choice != 0) or is_decided(board):
        return 0
    if choice:
        board.promote_waiting(board.result(choice), False)
        move = _find(board, origin, value.word, promotion)
        board.promote_waiting(board.result(choice), True)
        move |= pack_choice(choice) if move else 0
    else:
        move = _find(board, origin, value.word, promotion)
    return move if move and is_legal(board, move) else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find(
    board: Board, origin: cython.int, word: cython.longlong, promotion: cython.int
) -> cython.longlong:
    """The pseudo-legal move of a man on a cell that has this word and promotion, or 0."""
    i: cython.int
    end: cython.int = 0
    code: cython.int = board.sq[origin]
    if code < 2 or (code & 1) != board.side:
        return 0
    board.look_round()
    end = generate_man(board, 0, origin)
    if kind_of(word) > TAKE_PASSANT:
        end = generate_joint(board, end)
    for i in range(end):
        if promotion_of(board.moves[i]) == promotion and word_of(board, board.moves[i]) == word:
            return board.moves[i]
    return 0
