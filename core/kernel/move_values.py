"""Moves as the core knows them: values made of packed moves, and texts that mean some."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

if not cython.compiled:
    from makachess.core.kernel.attacks import can_check, is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import push
    from makachess.core.kernel.history import Link, WorkingBoard
    from makachess.core.kernel.legality import generate_legal, has_legal_move, is_legal
    from makachess.core.kernel.moves import generate_joint, generate_piece, is_decided
    from makachess.core.kernel.packed import *

Prefix: TypeAlias = tuple[object, ...]

CELL_NAMES = tuple(
    f"{chr(ord('a') + cell % ROW - MARGIN)}{cell // ROW - MARGIN + 1}" for cell in range(1024)
)
"""The name of each cell that a move can name; of those beyond the board nothing sensible."""


def victims_of(board: Board, move: cython.longlong) -> cython.longlong:
    """The cells of the pieces a move takes, in the order of capture, the first one lowest."""
    goal: cython.longlong = destination_of(move)
    cells: cython.longlong = first_of(move)
    if kind_of(move) > TAKE_PASSANT:
        return 0
    cells |= cython.cast(cython.longlong, second_of(move)) << CELL_BITS
    place = _taken_place(board, move)
    if place == 1:
        return goal | cells << CELL_BITS
    if place:
        cells |= goal << CELL_BITS * (place - 1)
    return cells


def victims(board: Board, move: cython.longlong) -> list[int]:
    """The cells of the pieces a move would take, in the order of capture."""
    return cells_in(victims_of(board, move))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _taken_place(board: Board, move: cython.longlong) -> cython.int:
    """Which of the victims stands on the destination, counted from 1; 0 if none does."""
    origin: cython.int = origin_of(move)
    goal: cython.int = destination_of(move)
    first: cython.int = first_of(move)
    second: cython.int = second_of(move)
    if goal == origin or not board.sq[goal]:
        return 0
    # Two out, one back: the nearer piece, on the destination, is taken on the way out.
    if not first or (first - goal == goal - origin and not second):
        return 1
    return 3 if second else 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _stops_of(move: cython.longlong, victims: cython.longlong) -> cython.longlong:
    """The cells a moving hand touches after the origin: the victims, then the destination."""
    goal: cython.longlong = destination_of(move)
    left: cython.longlong = victims
    last: cython.int = 0
    bits: cython.int = 0
    if kind_of(move) == TAKE_PASSANT:
        return goal
    while left:
        last = left & ((1 << CELL_BITS) - 1)
        left >>= CELL_BITS
        bits += CELL_BITS
    return victims if last == goal else victims | goal << bits


def is_among(cell: cython.int, cells: cython.longlong) -> cython.bint:
    while cells:
        if cells & ((1 << CELL_BITS) - 1) == cell:
            return True
        cells >>= CELL_BITS
    return False


def cells_in(cells: cython.longlong) -> list[int]:
    found = []
    while cells:
        found.append(cells & ((1 << CELL_BITS) - 1))
        cells >>= CELL_BITS
    return found


# The word of a value is a packed move with what depends on position and variant left out or made
# plain: it has no numbers of a new type and of a choice, a stride is a plain move, castling has no
# Rook unless it is written in full. Instead it tells which of the victims stood on the destination.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _word_of(board: Board, move: cython.longlong) -> cython.longlong:
    """The word of the value that a packed move, pseudo-legal on the board, stands for."""
    kind: cython.int = kind_of(move)
    if kind == STRIDE:
        return pack(origin_of(move), destination_of(move))
    if kind <= TAKE_PASSANT:
        return _without_numbers(move) | pack_taken(_taken_place(board, move))
    if kind == COMPOUND or (kind == CASTLE and _is_in_full(board, move)):
        return _without_numbers(move)
    return pack(origin_of(move), destination_of(move)) | pack_kind(kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_in_full(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a castling is written with the squares of both pieces."""
    castles: cython.p_int = board.tables.castles
    for i in range(board.tables.castlings):
        row = i * CASTLE_FIELDS
        king = pack(castles[row + 2], castles[row + 3])
        rook = pack_further(castles[row + 4], castles[row + 5])
        if king | rook | pack_kind(CASTLE) == without_choice(move):
            return castles[row + CASTLE_IN_FULL] != 0
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _without_numbers(move: cython.longlong) -> cython.longlong:
    return without_choice(without_promotion(move))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _written(word: cython.longlong) -> cython.longlong:
    """What the text of a move tells of its word.

    A text does not say whether something is taken where the move ends, nor that it is e.p. or that
    a Rook comes along: that depends on the position.
    """
    last: cython.int = 1 + (first_of(word) != 0) + (second_of(word) != 0)
    if kind_of(word) == COMPOUND or (kind_of(word) == CASTLE and first_of(word)):
        return word
    if kind_of(word):
        return pack(origin_of(word), destination_of(word))
    return word ^ pack_taken(last) if taken_of(word) == last else word


class LightMove:
    """A move by its word, what the piece becomes, and the promotions before it.

    Two are equal if they are written alike. The word of a null move is 0.
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
        written: cython.longlong = _written(self.word)
        mixed: cython.longlong = written ^ written >> 7
        if self.promotion:
            mixed ^= hash(self.promotion)
        if self.prefix:
            mixed ^= hash(self.prefix)
        return mixed

    def __str__(self) -> str:
        if not self.word:
            return "--"
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
    if one.word != other.word and _written(one.word) != _written(other.word):
        return False
    return one.promotion == other.promotion and one.prefix == other.prefix


def made(
    board: Board, move: cython.longlong, kind: type[M], names: tuple[str, ...], prefix: Prefix
) -> M:
    """A packed move as a value of a class: `names` are the types by number, "" being the 0th."""
    found: Any = _made(board, move, kind, names, prefix)
    value: M = found
    return value


def completed(board: Board, move: cython.longlong, value: M, names: tuple[str, ...]) -> M:
    """The value that a packed move stands for: the one it was found by, if that tells all of it."""
    if _word_of(board, move) == value.word:
        return value
    return made(board, move, type(value), names, value.prefix)


@cython.cfunc
def _made(
    board: Board,
    move: cython.longlong,
    kind: type[LightMove],
    names: tuple[str, ...],
    prefix: Prefix,
) -> object:
    value: LightMove = kind.__new__(kind)
    _fill(value, _word_of(board, move), names[promotion_of(move)], prefix)
    return value


def read_plain(text: object, kind: type[M]) -> M | None:
    """The move that a text in coordinates is, if it is two squares and at most a new type."""
    if type(text) is not str:
        return None
    written: str = text
    first: cython.int = _square_at(written, 0)
    second: cython.int = _square_at(written, first >> CELL_BITS)
    promotion: str | None = _promotion_at(written, second >> CELL_BITS)
    if not first or not second or promotion is None:
        return None
    word: cython.longlong = pack(origin_of(first), origin_of(second))
    if origin_of(first) == origin_of(second):
        word |= pack_kind(PASS_TURN)
    found: Any = kind.__new__(kind)
    _fill(found, word, promotion, ())
    value: M = found
    return value


@cython.cfunc
def _square_at(text: str, at: cython.int) -> cython.int:
    """The cell of a square that is written there, and above it where it ends; 0 if none is."""
    if len(text) < at + 2 or not "a" <= text[at] <= "s" or not "1" <= text[at + 1] <= "9":
        return 0
    file: cython.int = ord(text[at]) - ord("a")
    rank: cython.int = ord(text[at + 1]) - ord("0")
    at += 2
    if len(text) > at and "0" <= text[at] <= "9":
        rank = 10 * rank + ord(text[at]) - ord("0")
        at += 1
    if rank > 19:
        return 0
    return (rank - 1 + MARGIN) * ROW + file + MARGIN + (at << CELL_BITS)


@cython.cfunc
def _promotion_at(text: str, at: cython.int) -> str | None:
    """The type that is written from there to the end, as we or UCI do it; None if more is."""
    end: cython.int = len(text)
    if at == end:
        return ""
    if at + 1 == end and "a" <= text[at] <= "z":
        return text[at].upper()
    if text[at] != "=":
        return None
    at += 1
    start: cython.int = at
    if at < end and text[at] == "+":
        at += 1
    if at == end or not "A" <= text[at] <= "Z":
        return None
    at += 1
    if at < end and text[at] in "'!":
        at += 1
    return text[start:] if at == end else None


def legal_values(
    board: Board, kind: type[M], names: tuple[str, ...], prefixes: Sequence[Prefix]
) -> list[M]:
    """All legal moves as values; `prefixes` are what the choices mean, the 0th being ()."""
    prefix: Prefix = prefixes[0]
    found: list[Any] = []
    for i in range(generate_legal(board, 0)):
        move = board.moves[i]
        if board.choices:
            prefix = prefixes[choice_of(move)]
        found.append(_made(board, move, kind, names, prefix))
    return found


def legal_from(board: Board, origin: cython.int, kind: type[M], names: tuple[str, ...]) -> list[M]:
    """The legal moves from a cell of the board as values, where nothing is chosen before them."""
    found: list[Any] = []
    code: cython.int = board.sq[origin]
    if code < 2 or (code & 1) != board.side or is_decided(board):
        return found
    board.look_round()
    for i in range(generate_joint(board, generate_piece(board, 0, origin, False))):
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
    """The pseudo-legal move of a piece on a cell that is written so, or 0."""
    end: cython.int = 0
    written: cython.longlong = _written(word)
    code: cython.int = board.sq[origin]
    if code < 2 or (code & 1) != board.side:
        return 0
    board.look_round()
    end = generate_joint(board, generate_piece(board, 0, origin, False))
    for i in range(end):
        if promotion_of(board.moves[i]) != promotion or origin_of(board.moves[i]) != origin:
            continue
        if _written(_word_of(board, board.moves[i])) == written:
            return board.moves[i]
    return 0


# Only pieces that the text may mean are asked for their moves, and only moves that fit are tried
# out.


class Wanted:
    """What a text says of a move, in numbers.

    `piece` is the number of the mover's type, `promotion` that of the type it becomes, 0 where the
    text does not say so; `file` and `rank` are -1 then. `stops` are the cells touched after the
    origin, the first one lowest; bit i of `taken` says that something is taken on the i-th.
    With `igui` the stops are the victims of a piece that stays where it is.
    """

    def __init__(self, piece: int, file: int, rank: int, promotion: int) -> None:
        self.piece = piece
        self.file = file
        self.rank = rank
        self.promotion = promotion
        self.castling = self.is_pass = self.is_igui = self.taken = 0
        self.stops = 0

    def castle(self, direction: int) -> None:
        """Ask for castling, towards the last file (1) or the first one (-1)."""
        self.castling = direction

    def pass_turn(self) -> None:
        self.is_pass = 1

    def go(self, stops: int, taken: int, igui: bool) -> None:
        """Ask for these stops."""
        self.stops = stops
        self.taken = taken
        self.is_igui = igui


def fitting(board: Board, wanted: Wanted, choice: cython.int) -> list[int]:
    """The legal moves of one piece that fit, packed, after a choice of delayed promotions, 0: none.

    Compound first moves and castlings that name both pieces never fit.
    """
    if is_decided(board) or (board.choices != 0) != (choice != 0):
        return []
    if choice:
        board.promote_waiting(board.result(choice), False)
        end = _write_fitting(board, wanted)
        board.promote_waiting(board.result(choice), True)
        for i in range(end):
            board.moves[i] |= pack_choice(choice)
    else:
        end = _write_fitting(board, wanted)
    return [board.moves[i] for i in range(end) if is_legal(board, board.moves[i])]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _only_fitting(board: Board, wanted: Wanted) -> cython.longlong:
    """The legal move that alone fits, packed, where nothing has to be chosen before it; else 0."""
    found: cython.longlong = 0
    if is_decided(board) or board.choices:
        return 0
    for i in range(_write_fitting(board, wanted)):
        if is_legal(board, board.moves[i]):
            if found:
                return 0
            found = board.moves[i]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_fitting(board: Board, wanted: Wanted) -> cython.int:
    """Write the pseudo-legal moves that fit to board.moves; returns their number."""
    kept: cython.int = 0
    first: cython.int = board.side * SIDE_PIECES
    board.look_round()
    for i in range(first, first + board.piece_count[board.side]):
        cell = board.pieces[i]
        if board.around[cell] & board.tables.near[board.sq[cell]] and _may_move(
            board, wanted, cell
        ):
            kept = _keep_fitting(board, wanted, kept, generate_piece(board, kept, cell, False))
    if board.castling:
        kept = _keep_fitting(board, wanted, kept, generate_joint(board, kept))
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_fitting(board: Board, wanted: Wanted, start: cython.int, end: cython.int) -> cython.int:
    """Of the moves in board.moves from `start` to `end` keep what fits; returns the new end."""
    kept: cython.int = start
    for i in range(start, end):
        if _fits(board, wanted, board.moves[i]):
            board.moves[kept] = board.moves[i]
            kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fits(board: Board, wanted: Wanted, move: cython.longlong) -> cython.bint:
    return (
        _fits_stops(board, wanted, move)
        and _fits_promotion(board, wanted, move)
        and _may_move(board, wanted, origin_of(move))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_move(board: Board, wanted: Wanted, cell: cython.int) -> cython.bint:
    """Whether the piece on a cell may be the one that the text means."""
    code: cython.int = board.sq[cell]
    if wanted.piece and code >> 1 != wanted.piece:
        return False
    if wanted.file >= 0 and cell % ROW - MARGIN != wanted.file:
        return False
    return wanted.rank < 0 or cell // ROW - MARGIN == wanted.rank


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fits_promotion(board: Board, wanted: Wanted, move: cython.longlong) -> cython.bint:
    """Whether the piece becomes what is asked for; its own type says that it stays."""
    if wanted.promotion == ANY_TYPE:
        return promotion_of(move) != 0
    if wanted.promotion == board.sq[origin_of(move)] >> 1:
        return promotion_of(move) == 0
    return promotion_of(move) == wanted.promotion


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fits_stops(board: Board, wanted: Wanted, move: cython.longlong) -> cython.bint:
    kind: cython.int = kind_of(move)
    if kind == COMPOUND:
        return False
    if wanted.castling:
        return kind == CASTLE and (destination_of(move) - origin_of(move)) * wanted.castling > 0
    if wanted.is_pass:
        return kind == PASS_TURN
    if kind == CASTLE and _is_in_full(board, move):
        return False
    if wanted.is_igui and destination_of(move) != origin_of(move):
        return False
    victims = victims_of(board, move)
    if wanted.is_igui:
        return wanted.stops == victims
    if wanted.stops != _stops_of(move, victims):
        return False
    return kind == TAKE_PASSANT or _takes(victims, wanted.stops, wanted.taken)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _takes(victims: cython.longlong, stops: cython.longlong, taken: cython.int) -> cython.bint:
    """Whether something is taken on each of the stops that say so."""
    while taken:
        if taken & 1 and not is_among(stops & ((1 << CELL_BITS) - 1), victims):
            return False
        taken >>= 1
        stops >>= CELL_BITS
    return True


def push_fitting(
    working: WorkingBoard, wanted: Wanted, kind: type[M], names: tuple[str, ...]
) -> M | None:
    """Make the move that `_only_fitting` finds, and return its value; None if there is none."""
    move: cython.longlong = _only_fitting(working.board, wanted)
    if not move:
        return None
    found: Any = _made(working.board, move, kind, names, ())
    value: M = found
    working.extend(value, move)
    return value


def push_value(working: WorkingBoard, value: object, names: tuple[str, ...]) -> Link | None:
    """Make the legal move that a value stands for: the link of what follows.

    None, without a move, where it is not legal, something has to be chosen before it, or the value
    does not tell all that the move does.
    """
    board: Board = working.board
    number: cython.int = 0
    if board.choices or not isinstance(value, LightMove) or value.prefix:
        return None
    if value.promotion:
        if value.promotion not in names:
            return None
        number = names.index(value.promotion)
    move = find(board, value, number, 0)
    if not move or _word_of(board, move) != value.word:
        return None
    return working.extend(value, move)


def context_of(board: Board, move: cython.longlong) -> tuple[int, list[int], int]:
    """The mover's type by number, the cells of its twins, and what `threat_of` says.

    Twins are the other pieces of that type that can move alike: after the same choice, with the
    same stops and victims, and to the same new type.
    """
    choice: cython.int = choice_of(move)
    if choice:
        board.promote_waiting(board.result(choice), False)
    number = board.sq[origin_of(move)] >> 1
    end = _write_twins(board, without_choice(move))
    if choice:
        board.promote_waiting(board.result(choice), True)
    return number, _legal_origins(board, end, choice), threat_of(board, move)


@cython.cfunc
def _legal_origins(board: Board, end: cython.int, choice: cython.int) -> list[int]:
    """The origins of those of the moves in board.moves that are legal after a choice."""
    cells: list[int] = []
    for i in range(end):
        if is_legal(board, board.moves[i] | pack_choice(choice)):
            cells.append(origin_of(board.moves[i]))
    return cells


def threat_of(board: Board, move: cython.longlong) -> cython.int:
    """What a legal move means to the enemy's King: 0 nothing, 1 check, 2 mate."""
    threat: cython.int = 0
    if not board.tables.checkmate or not move:  # a null move gives no check
        return 0
    if not board.tables.reserve and not can_check(board, move):
        return 0
    push(board, move)
    if is_in_check(board, board.side):
        threat = 1 if has_legal_move(board) else 2
    board.unmake()
    return threat


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_twins(board: Board, move: cython.longlong) -> cython.int:
    """Write the pseudo-legal moves like this one to board.moves; returns their number."""
    kept: cython.int = 0
    origin: cython.int = origin_of(move)
    code: cython.int = board.sq[origin]
    first: cython.int = board.side * SIDE_PIECES
    board.look_round()
    if board.code_count[code] > 1:
        for i in range(first, first + board.piece_count[board.side]):
            cell = board.pieces[i]
            if cell != origin and board.sq[cell] == code:
                kept = _keep_twins(board, move, kept, generate_piece(board, kept, cell, False))
        kept = _keep_twins(board, move, kept, generate_joint(board, kept))
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_twins(
    board: Board, move: cython.longlong, start: cython.int, end: cython.int
) -> cython.int:
    """Of the moves in board.moves from `start` to `end` keep the twins; returns the new end."""
    kept: cython.int = start
    for i in range(start, end):
        if _is_twin(board, move, board.moves[i]):
            board.moves[kept] = board.moves[i]
            kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_twin(board: Board, move: cython.longlong, other: cython.longlong) -> cython.bint:
    """Whether two moves are written alike but for the origin."""
    if destination_of(other) != destination_of(move) or promotion_of(other) != promotion_of(move):
        return False
    if (
        origin_of(other) == origin_of(move)
        or board.sq[origin_of(other)] != board.sq[origin_of(move)]
    ):
        return False
    if (kind_of(other) == TAKE_PASSANT) != (kind_of(move) == TAKE_PASSANT):
        return False
    return kind_of(move) == TAKE_PASSANT or victims_of(board, other) == victims_of(board, move)
