"""What ends a game in the search: a mate, the last royal, a draw by rule, no move left."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_in_check
    from makachess.core.kernel.bare import has_lost_bare
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.danger import is_still_endangered
    from makachess.core.kernel.dead import is_dead
    from makachess.core.kernel.legality import has_legal_move_from
    from makachess.core.kernel.packed import MATE, MOST_MOVES, OPEN, ROOM
    from makachess.core.kernel.search.loops import Loops


class Outcomes:
    """The scores of positions in which a game is over; a `move_limit` of 0 is none."""

    def __init__(self, board: Board, loops: Loops, move_limit: int, no_move_loses: bool) -> None:
        self.board = board
        self.loops = loops
        self.move_limit = move_limit
        self.no_move = -MATE if no_move_loses else 0

    def score_if_over(self, ply: cython.int, depth: cython.int, top: cython.int) -> cython.int:
        """The score if the game is over, or ends with the next move; else OPEN."""
        score: cython.int
        if not self.board.royals[self.board.side]:
            return ply - MATE
        if self.board.winning or not self.board.royals[self.board.side ^ 1]:
            return MATE - ply
        if self.board.tables.bare:
            score = score_if_bare(self.board, ply)
            if score != OPEN:
                return score
        if not ply:
            return OPEN
        if self.move_limit and self.board.halfmove >= self.move_limit:
            return self._score_of_draw(ply, top)
        if is_dead(self.board):
            return self._score_of_draw(ply, top)
        score = self.loops.score_if_closed(depth, top)
        if score != OPEN:
            return score
        if not self.board.tables.checkmate and self._leaves_last_royal():
            return MATE - ply - 1
        return OPEN

    def _score_of_draw(self, ply: cython.int, top: cython.int) -> cython.int:
        """A draw by rule, unless the last move has left none to make: a mate goes before it."""
        if not self.no_move and not is_in_check(self.board, self.board.side):
            return 0
        if top + MOST_MOVES > ROOM or has_legal_move_from(self.board, top):
            return 0
        return self.score_without_moves(ply)

    def _leaves_last_royal(self) -> cython.bint:
        """Whether the last move has left its side's last royal where it can be taken."""
        before: cython.bint = self.loops.was_endangered()
        return is_still_endangered(self.board, self.board.side ^ 1, before)

    def score_without_moves(self, ply: cython.int) -> cython.int:
        """The score of a node in which no move could be made."""
        if is_in_check(self.board, self.board.side):  # by an Emperor, too, unlike `danger`
            return ply - MATE
        return self.no_move + ply if self.no_move else 0


def score_if_bare(board: Board, ply: cython.int) -> cython.int:
    """The score if a side has lost with a bare royal, else OPEN."""
    if has_lost_bare(board, board.side):
        return ply - MATE
    if has_lost_bare(board, board.side ^ 1):
        return MATE - ply
    return OPEN
