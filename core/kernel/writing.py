"""What the text of a move must tell beside its squares: mover, rivals, check and mate."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import push
    from makachess.core.kernel.legality import has_legal_move, is_legal
    from makachess.core.kernel.moves import generate_joint, generate_man
    from makachess.core.kernel.packed import SIDE_MEN, TAKE_PASSANT
    from makachess.core.kernel.packed_move import (
        choice_of,
        destination_of,
        kind_of,
        origin_of,
        pack_choice,
        promotion_of,
        without_choice,
    )
    from makachess.core.kernel.ways import victims_of


def context_of(board: Board, move: cython.longlong) -> tuple[int, list[int], int]:
    """The mover's type by number, the cells of its twins, and what `threat_of` says.

    Twins are the other men of that type that can move alike: after the same choice, with the same
    stops and victims, and to the same new type.
    """
    number: cython.int
    end: cython.int
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
    i: cython.int
    cells: list[int] = []
    for i in range(end):
        if is_legal(board, board.moves[i] | pack_choice(choice)):
            cells.append(origin_of(board.moves[i]))
    return cells


def threat_of(board: Board, move: cython.longlong) -> cython.int:
    """What a legal move means to the enemy's King: 0 nothing, 1 check, 2 mate."""
    threat: cython.int = 0
    if not board.tables.checkmate:
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
    i: cython.int
    cell: cython.int
    kept: cython.int = 0
    origin: cython.int = origin_of(move)
    code: cython.int = board.sq[origin]
    first: cython.int = board.side * SIDE_MEN
    board.look_round()
    if board.code_count[code] > 1:
        for i in range(first, first + board.men_count[board.side]):
            cell = board.men[i]
            if cell != origin and board.sq[cell] == code:
                kept = _keep_twins(board, move, kept, generate_man(board, kept, cell))
        kept = _keep_twins(board, move, kept, generate_joint(board, kept))
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_twins(
    board: Board, move: cython.longlong, start: cython.int, end: cython.int
) -> cython.int:
    """Of the moves in board.moves from `start` to `end` keep the twins; returns the new end."""
    i: cython.int
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
