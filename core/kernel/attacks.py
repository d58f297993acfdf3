"""Who attacks a square, looked up backwards from the square for all pieces at once."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.powers import hook_reaches, is_hooked, is_on_path, path_reaches


def is_attacked(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a piece of a colour could end a capturing move on the cell."""
    if is_reached(board, cell, color):
        return True
    for i in range(board.tables.universals):
        if board.code_count[board.tables.universal_codes[i] | color]:
            return True
    return False


def is_reached(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """The same without Emperors, whose captures depend on protection."""
    return _is_attacked_along(board, cell, color) or _is_attacked_by_turns(board, cell, color)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_attacked_along(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """The attacks by steps, leaps and slides.

    As `_taker_along` finds them; written out, since so much waits for it.
    """
    count: cython.int = board.tables.directions
    sq: cython.p_int = board.sq
    deltas: cython.p_int = board.tables.deltas
    reach: cython.p_uchar = board.tables.reach
    codes: cython.int = board.tables.codes
    for k in range(board.tables.slides):
        n = 1
        at = cell - deltas[k]
        while sq[at] == 0:
            at -= deltas[k]
            n += 1
        code = sq[at]
        if (code & 1) == color and reach[k * codes + code] >= n:
            return True
    for k in range(board.tables.slides, count):
        code = sq[cell - deltas[k]]
        if (code & 1) == color and reach[k * codes + code]:
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_attacked_by_turns(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """The attacks by hook movers and along paths."""
    if board.tables.hooks and is_hooked(board, cell, color):
        return True
    return board.tables.pathers != 0 and is_on_path(board, cell, color)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _taker_along(board: Board, cell: cython.int, k: cython.int) -> cython.int:
    """Where the first piece in the k-th direction stands, slides being first; 0 if it cannot take.

    That is, on the cell, along this direction.
    """
    n: cython.int = 1
    delta: cython.int = board.tables.deltas[k]
    at: cython.int = cell - delta
    if k < board.tables.slides:
        while board.sq[at] == 0:
            at -= delta
            n += 1
    return at if board.tables.reach[k * board.tables.codes + board.sq[at]] >= n else 0


def is_in_check(board: Board, color: cython.int) -> cython.bint:
    """Whether the King of a colour is attacked, or each of several; else the last royal decides."""
    if board.tables.checkmate == 1:
        return is_attacked(board, board.king[color], color ^ 1)
    return board.tables.checkmate != 0 and _are_all_attacked(board, color)


def is_still_in_check(board: Board, color: cython.int, before: cython.bint) -> cython.bint:
    """The same after a move; if there was none `before`, only what the move changed is examined."""
    move: cython.longlong = board.undo[board.ply - 1].move
    if board.tables.checkmate != 1 or board.royals[color] != 1 or board.tables.universals:
        return is_in_check(board, color)
    if before or choice_of(move):
        return is_endangered(board, color)
    return _is_newly_endangered(board, color, move)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _are_all_attacked(board: Board, color: cython.int) -> cython.bint:
    for m in range(color * SIDE_PIECES, color * SIDE_PIECES + board.piece_count[color]):
        cell = board.pieces[m]
        if board.tables.royal[board.sq[cell]] and not is_attacked(board, cell, color ^ 1):
            return False
    return True


def attackers(board: Board, cell: cython.int, color: cython.int) -> list[int]:
    """The cells of the pieces of a colour, elsewhere, that could take on the cell."""
    found: list[int] = []
    for k in range(board.tables.directions):
        at = _taker_along(board, cell, k)
        if at and (board.sq[at] & 1) == color and at not in found:
            found.append(at)
    if board.tables.universals or board.tables.hooks or board.tables.pathers:
        for k in range(color * SIDE_PIECES, color * SIDE_PIECES + board.piece_count[color]):
            at = board.pieces[k]
            if at != cell and at not in found and _reaches_by_power(board, at, cell):
                found.append(at)
    return found


def attacked_cells(board: Board, origin: cython.int) -> list[int]:
    code: cython.int = board.sq[origin]
    found: list[int] = []
    if code < 2:
        return found
    if board.tables.powers[code] & (UNIVERSAL | UNIVERSAL_ROYAL | HOOK_ROOK | HOOK_BISHOP | PATHS):
        for at in range(CELLS):
            if board.sq[at] != 1 and at != origin and _reaches(board, origin, at):
                found.append(at)
        return found
    for k in range(board.tables.directions):
        at = origin
        for n in range(board.tables.reach[k * board.tables.codes + code]):
            at += board.tables.deltas[k]
            if board.sq[at] == WALL:
                break
            if at not in found:
                found.append(at)
            if board.sq[at]:
                break
    return found


def holding_cells(board: Board, cell: cython.int, color: cython.int) -> list[int]:
    """Where a piece of a colour must stay to keep off what would attack its King without it.

    Empty if nothing would, or if it has several Kings.
    """
    code: cython.int = board.sq[cell]
    king: cython.int = lone_royal(board, color)
    if not board.tables.checkmate or code < 2 or (code & 1) != color or cell == king or not king:
        return []
    board.sq[cell] = 0
    found = attackers(board, king, color ^ 1)
    board.sq[cell] = code
    held = [at for at in found if not _reaches(board, at, king)]
    if not held:
        return []
    return [at for at in range(CELLS) if _is_held_from(board, cell, at, king, held)]


@cython.cfunc
def _is_held_from(
    board: Board, cell: cython.int, at: cython.int, king: cython.int, held: list[int]
) -> cython.bint:
    """Whether a piece that goes from one cell to another one keeps all these from the King."""
    code: cython.int = board.sq[cell]
    there: cython.int = board.sq[at]
    keeps: cython.bint = True
    if there == WALL or at == king or (there and (there & 1) == (code & 1) and at != cell):
        return False
    board.sq[cell] = 0
    board.sq[at] = code
    for enemy in held:
        if enemy != at and _reaches(board, enemy, king):
            keeps = False
    board.sq[at] = there
    board.sq[cell] = code
    return keeps


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reaches(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    code: cython.int = board.sq[origin]
    if _reaches_by_power(board, origin, cell):
        return True
    for k in range(board.tables.directions):
        at = origin
        for n in range(board.tables.reach[k * board.tables.codes + code]):
            at += board.tables.deltas[k]
            if at == cell:
                return True
            if board.sq[at]:
                break
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reaches_by_power(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    powers: cython.int = board.tables.powers[board.sq[origin]]
    if powers & (UNIVERSAL | UNIVERSAL_ROYAL):
        return True
    if powers & (HOOK_ROOK | HOOK_BISHOP) and hook_reaches(board, origin, cell, powers):
        return True
    return (powers & PATHS) != 0 and path_reaches(board, origin, cell)


def is_protected(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    """Whether the enemy could retake a universal leaper that takes from origin on the cell.

    Judged after the capture: lines that open through the origin count (Maka sheet 5.7).
    """
    mover: cython.int = board.sq[origin]
    victim: cython.int = board.sq[cell]
    board.sq[origin] = 0
    board.sq[cell] = mover
    board.code_count[victim] -= 1
    protected = is_attacked(board, cell, (mover & 1) ^ 1)
    board.code_count[victim] += 1
    board.sq[cell] = victim
    board.sq[origin] = mover
    return protected


def protectors(board: Board, origin: cython.int, cell: cython.int) -> list[int]:
    """The cells of the enemies that could retake, as `is_protected` judges it."""
    mover: cython.int = board.sq[origin]
    victim: cython.int = board.sq[cell]
    board.sq[origin] = 0
    board.sq[cell] = mover
    found = attackers(board, cell, (mover & 1) ^ 1)
    board.sq[cell] = victim
    board.sq[origin] = mover
    return found


# Danger is check, or its equivalent without it: whether the last royal can be taken, which a search
# asks at every node. If the royal was safe before the last move, only what that move changed is
# examined: the line it left, the line it entered, and its own attack; hook movers and pieces with
# paths are examined every time. An enemy Emperor's attack does not count: whether it may take
# depends on protection. Of several Kings (where mate decides) all must be attacked.


def is_endangered(board: Board, color: cython.int) -> cython.bint:
    """Whether the last royal of a colour can be taken."""
    if board.royals[color] != 1:
        return board.tables.checkmate > 1 and _are_all_attacked(board, color)
    return is_reached(board, _royal_cell(board, color), color ^ 1)


def is_still_endangered(board: Board, color: cython.int, before: cython.bint) -> cython.bint:
    """The same after a move; if it was safe `before`, only what the move changed is examined."""
    if board.royals[color] != 1:
        return board.tables.checkmate > 1 and _are_all_attacked(board, color)
    if before or not board.ply or board.tables.reserve:
        return is_endangered(board, color)
    return _is_newly_endangered(board, color, board.undo[board.ply - 1].move)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_newly_endangered(board: Board, color: cython.int, move: cython.longlong) -> cython.bint:
    """Whether the last move, 0 if it was null, has put the last royal of a colour in danger."""
    if not move:
        return False
    cell: cython.int = _royal_cell(board, color)
    if not _is_plain(board, move):
        return is_reached(board, cell, color ^ 1)
    if _is_attacked_by_way_of(board, cell, origin_of(move), color ^ 1):
        return True
    if color == board.side and _is_attacked_by_way_of(board, cell, destination_of(move), color ^ 1):
        return True  # a side's own piece, arriving, opens no line to its royal
    return _is_attacked_by_turns(board, cell, color ^ 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_plain(board: Board, move: cython.longlong) -> cython.bint:
    """Whether the last move changed two cells at most, and no royal."""
    royal: cython.p_int = board.tables.royal
    last: cython.int = board.ply - 1
    if has_further(move):
        return False
    if royal[board.undo[last].piece] or royal[board.undo[last].victim]:
        return False
    return not royal[board.sq[destination_of(move)]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_attacked_by_way_of(
    board: Board, cell: cython.int, via: cython.int, color: cython.int
) -> cython.bint:
    """Whether the piece on `via` leaps to the cell, or the first one that way slides to it."""
    code: cython.int = board.sq[via]
    directions: cython.int = board.tables.direction_of[CELLS + via - cell]
    k: cython.int = (directions >> 8) - 1
    if not directions:
        return False
    if k >= 0 and (code & 1) == color and board.tables.reach[k * board.tables.codes + code]:
        return True
    k = (directions & 255) - 1
    if k < 0:
        return False
    if k + 1 == SEVERAL_SLIDES:
        return is_reached(board, cell, color)
    at = _taker_along(board, cell, k)
    return at != 0 and (board.sq[at] & 1) == color


def can_check(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move could give check: if not, that is certain without making it."""
    code: cython.int = board.sq[origin_of(move)]
    color: cython.int = board.side
    king: cython.int = board.king[color ^ 1]
    if board.tables.checkmate != 1 or board.royals[color ^ 1] != 1 or has_further(move):
        return True
    if board.tables.universals or board.tables.hooks or board.tables.pathers or choice_of(move):
        return True
    if promotion_of(move):
        code = 2 * promotion_of(move) + color
    if _aims_at(board, code, destination_of(move), king):
        return True
    return _hides_attacker(board, origin_of(move), king, color)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _aims_at(board: Board, code: cython.int, at: cython.int, goal: cython.int) -> cython.bint:
    """Whether a piece would attack a goal from a cell, were nothing between them."""
    directions: cython.int = board.tables.direction_of[CELLS + at - goal]
    k: cython.int = (directions >> 8) - 1
    if k >= 0 and board.tables.reach[k * board.tables.codes + code]:
        return True
    k = (directions & 255) - 1
    if k + 1 == SEVERAL_SLIDES:
        return True
    return k >= 0 and board.tables.reach[k * board.tables.codes + code] != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hides_attacker(
    board: Board, cell: cython.int, goal: cython.int, color: cython.int
) -> cython.bint:
    """Whether the piece on a cell blocks one of a colour that would slide to a goal."""
    k: cython.int = (board.tables.direction_of[CELLS + cell - goal] & 255) - 1
    n: cython.int = 1
    if k < 0 or k + 1 == SEVERAL_SLIDES:
        return k >= 0
    delta: cython.int = board.tables.deltas[k]
    at: cython.int = goal - delta
    while board.sq[at] == 0 or at == cell:
        at -= delta
        n += 1
    code: cython.int = board.sq[at]
    return (code & 1) == color and board.tables.reach[k * board.tables.codes + code] >= n


def lone_royal(board: Board, color: cython.int) -> cython.int:
    """The cell of a colour's royal, 0 if it has none or several."""
    return _royal_cell(board, color) if board.royals[color] == 1 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _royal_cell(board: Board, color: cython.int) -> cython.int:
    """The cell of a colour's only royal; `king` may still hold one that was taken or promoted."""
    cell: cython.int = board.king[color]
    if board.tables.royal[board.sq[cell]] and (board.sq[cell] & 1) == color:
        return cell
    for m in range(board.piece_count[color]):
        cell = board.pieces[color * SIDE_PIECES + m]
        if board.tables.royal[board.sq[cell]]:
            break
    board.king[color] = cell
    return cell


def find_attackers(
    board: Board, goal: cython.int, enemy: cython.int, cheap: cython.int
) -> cython.bint:
    """Note, for both sides, the first piece in each direction from the goal that can take there.

    Each uncovers the piece behind it. Ends with True at a piece of the `enemy` whose price is below
    `cheap`.
    """
    board.exchange_counts[0] = 0
    board.exchange_counts[1] = 0
    for k in range(board.tables.directions):
        at = _taker_along(board, goal, k)
        if at:
            code = board.sq[at]
            if (code & 1) == enemy and board.price[code] < cheap:
                return True
            _add_attacker(board, at)
    return False


def find_next_attacker(board: Board, goal: cython.int, left: cython.int) -> cython.void:
    """Note who can take now that another has left its cell, along the line through it."""
    k: cython.int = board.tables.direction_of[CELLS + left - goal] & 255
    if k == SEVERAL_SLIDES:
        for k in range(board.tables.slides):
            _add_attacker(board, _taker_along(board, goal, k))
    elif k:
        _add_attacker(board, _taker_along(board, goal, k - 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_attacker(board: Board, cell: cython.int) -> cython.void:
    """Note a piece that can take, none on cell 0; one noted twice leaves once."""
    color: cython.int = board.sq[cell] & 1
    at: cython.int = MOST_ATTACKERS * color + board.exchange_counts[color]
    if cell and board.exchange_counts[color] < MOST_ATTACKERS:
        board.exchange_attackers[at] = board.sq[cell]
        board.exchange_cells[at] = cell
        board.exchange_counts[color] += 1
