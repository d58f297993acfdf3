"""Delayed promotion: waiting pawns become captured pieces, right after the opponent's move.

Section 5 of the Devingt rules; what a result is stands in `waiting`. As promotions do not change
which squares are occupied, whether a new piece attacks the King does not depend on the others; so
the results are the sets of quiet promotions to which no further one can be added.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_attacked, is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.legality import has_legal_move_from
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.promotion import in_reserve


def push(board: Board, move: cython.longlong) -> None:
    """Make a move of the game, 0 for a null move, and the delayed promotion that follows it."""
    board.make_room(PLIES_AHEAD)
    if move:
        board.make(move)
    else:
        board.push_null()
    if board.tables.reserve:
        settle(board, 0)


def settle_position(board: Board) -> None:
    """Carry out the delayed promotions of a position that has just been set up."""
    if board.tables.reserve:
        settle(board, 0)


def settle(board: Board, top: cython.int) -> None:
    """Delayed promotion of the side to move, after a legal move; board.moves is free from `top`.

    A single result is carried out at once. Several are kept on board.results for the side to move
    to choose from; a mating one is noted in board.winning, and the pawns stay. The next make starts
    afresh, and unmake undoes all of it.
    """
    start: cython.int = board.results_top
    if not _survey(board):
        return
    if _try_mates(board, top, 0) or _collect(board, top, 0, 0):
        board.choices = 0
    elif board.choices == 1:
        board.choices = 0
        board.settled = board.results[start]
        board.promote_waiting(board.settled, False)
    else:
        board.results_top += board.choices


def choice_gain(board: Board) -> cython.int:
    """What the best choice adds to the score, from the side to move; 0 if there is no choice."""
    best: cython.int = 0
    before: cython.int = board.static_score()
    for i in range(1, board.choices + 1):
        board.promote_waiting(board.result(i), False)
        best = max(best, board.static_score() - before)
        board.promote_waiting(board.result(i), True)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _piece(board: Board, place: cython.int) -> cython.int:
    """The code of a choice, counted from 1."""
    first: cython.int = board.tables.arrival_start[board.tables.waiter + board.side] - 1
    return 2 * board.tables.arrival[first + place] + 2 + board.side


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _places(board: Board) -> cython.int:
    pawn: cython.int = board.tables.waiter + board.side
    return board.tables.arrival_start[pawn + 1] - board.tables.arrival_start[pawn]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _survey(board: Board) -> cython.bint:
    """Note what each waiting pawn can become, by file, as bits of quiet and of checking places.

    False if there is nothing. Checks are useless to a side that is itself in check.
    """
    found: cython.bint = False
    safe: cython.bint = False
    cell: cython.int = board.tables.last_cells[board.side]
    pawn: cython.int = board.tables.waiter + board.side
    for file in range(board.tables.files):
        board.quiet[file] = board.checking[file] = 0
        if board.sq[cell + file] != pawn:
            continue
        if not found:
            safe = not is_in_check(board, board.side)
        found = True
        for place in range(1, _places(board) + 1):
            piece = _piece(board, place)
            if not in_reserve(board, piece):
                continue
            board.become(cell + file, piece)
            if not is_attacked(board, board.king[board.side ^ 1], board.side):
                board.quiet[file] |= 1 << place
            elif safe:
                board.checking[file] |= 1 << place
            board.become(cell + file, pawn)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _collect(
    board: Board, top: cython.int, file: cython.int, result: cython.longlong
) -> cython.bint:
    """Enumerate the results that extend a partial one; True when one mates.

    Types come before staying a pawn, so that some are found even where there are too many.
    """
    while file < board.tables.files and not board.quiet[file]:
        file += 1
    if file == board.tables.files:
        return _finish(board, top, result)
    cell = board.tables.last_cells[board.side] + file
    for place in range(1, _places(board) + 1):
        piece = _piece(board, place)
        if not (board.quiet[file] >> place) & 1 or not in_reserve(board, piece):
            continue
        board.become(cell, piece)
        mates = _collect(board, top, file + 1, result | _at(board, file, place))
        board.become(cell, board.tables.waiter + board.side)
        if mates:
            return True
        if board.choices >= board.most_results:
            return False
    return _collect(board, top, file + 1, result)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _at(board: Board, file: cython.int, place: cython.int) -> cython.longlong:
    """A place among the choices as the part of a result that belongs to a file."""
    return cython.cast(cython.longlong, place) << board.tables.result_bits * file


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _finish(board: Board, top: cython.int, result: cython.longlong) -> cython.bint:
    """Keep a result if nothing can be added to it; True if an addition mates."""
    at: cython.int = board.results_top + board.choices
    cell: cython.int = board.tables.last_cells[board.side]
    if result and _try_mates(board, top, result):
        return True
    for file in range(board.tables.files):
        if board.sq[cell + file] == board.tables.waiter + board.side and _is_open(board, file):
            return False
    if board.choices < board.most_results and at < board.results_kept.size:
        board.results[at] = result
        board.choices += 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_open(board: Board, file: cython.int) -> cython.bint:
    """Whether the waiting pawn on a file can still promote without giving check."""
    for place in range(1, _places(board) + 1):
        if (board.quiet[file] >> place) & 1 and in_reserve(board, _piece(board, place)):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try_mates(board: Board, top: cython.int, result: cython.longlong) -> cython.bint:
    """Whether one more promotion, with check, mates; if so it is noted and the game is won."""
    pawn: cython.int = board.tables.waiter + board.side
    for file in range(board.tables.files):
        cell = board.tables.last_cells[board.side] + file
        if not board.checking[file] or board.sq[cell] != pawn:
            continue
        for place in range(1, _places(board) + 1):
            piece = _piece(board, place)
            if not (board.checking[file] >> place) & 1 or not in_reserve(board, piece):
                continue
            board.become(cell, piece)
            board.winning = not _has_move(board, top)
            board.become(cell, pawn)
            if board.winning:
                board.settled = result | _at(board, file, place)
                return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_move(board: Board, top: cython.int) -> cython.bint:
    """Whether the other side could move, or there is no room to find out."""
    if top + MOST_MOVES > ROOM:
        return True
    board.make_null()
    found = has_legal_move_from(board, top)
    board.unmake_null()
    return found
