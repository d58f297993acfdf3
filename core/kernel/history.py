"""Positions of games, each with what led to it, and the board that goes from one to another.

A position that is kept is a `Link`: its last move, and the link before it, which it shares with all
positions that come from there. What can be played there is seen on a board, which is a hundred
times larger: each thread has one for a game, and it goes to whichever position needs it.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from typing import Any, Self

if cython.compiled:
    from cython.cimports.cpython.pythread import PyThread_get_thread_ident as get_ident
    from cython.cimports.cpython.ref import Py_REFCNT
else:
    from threading import get_ident

    from makachess.core.kernel.board import Board, Standing, is_same
    from makachess.core.kernel.delayed import push, settle_position
    from makachess.core.kernel.legality import repetition_key
    from makachess.core.kernel.packed import *

NOTED_EACH = 16  # plies: a board that comes from elsewhere has fewer than that to make again
FAR = 8  # plies that are taken back, where the position could be set up as well


class Link:
    """A position of a game: the move that led to it, what was before, and what counters say.

    It never changes, but for `standing`: what a board is set up from, once that has been noted.
    Positions count as repeated from ply `since` on, after the last null move. `settled` are the
    delayed promotions carried out after the last move; `key` is what repetitions are told by, and
    `board_key` the board's.
    """

    if not cython.compiled:
        before: Any  # a Link, None at the first one
        move: Any  # a LightMove, None at the first one
        standing: Any  # None, or a Standing

    def __init__(self, before: object, move: object, packed: cython.longlong, board: Board) -> None:
        self.before = before
        self.move = move
        self.packed = packed
        self.key = repetition_key(board)
        self.board_key = board.key
        self.settled = board.settled
        self.side = board.side
        self.halfmove = board.halfmove
        self.fullmove = board.fullmove
        self.standing = None
        self.ply = self.since = 0
        if before is not None:
            self.ply = self.before.ply + 1
            self.since = self.before.since if packed else self.ply
            if self.ply % NOTED_EACH == 0:
                self.standing = board.noted()

    if cython.compiled:

        def __dealloc__(self) -> None:
            """Free what nobody else has of the line before, one after another.

            Each within the next, the end of a long game would take more stack than threads have.
            """
            link: Link = self.before
            self.before = None
            while link is not None and Py_REFCNT(link) == 1:
                before: Link = link.before
                link.before = None
                link = before
                before = None

    def alone(self, standing: Standing) -> "Link":
        """The same position, of which `standing` is noted, without what led to it."""
        link: Link = Link.__new__(Link)
        link.before = None
        link.move = None
        link.standing = standing
        link.key = self.key
        link.board_key = self.board_key
        link.side = self.side
        link.halfmove = self.halfmove
        link.fullmove = self.fullmove
        link.packed = link.settled = link.ply = link.since = 0
        return link

    def root(self) -> "Link":
        """The first position of the game."""
        link: Link = self
        while link.before is not None:
            link = link.before
        return link

    def moves(self) -> list[Any]:
        """The moves that led here, as they were pushed."""
        found: list[Any] = []
        link: Link = self
        while link.before is not None:
            found.append(link.move)
            link = link.before
        found.reverse()
        return found

    def packed_moves(self) -> list[int]:
        """The moves that led here, as the kernel packs them."""
        found: list[int] = []
        link: Link = self
        while link.before is not None:
            found.append(link.packed)
            link = link.before
        found.reverse()
        return found

    def occurrences(self) -> tuple[int, int]:
        """How often the position has occurred since any null move, and how many plies ago first."""
        count: cython.int = 1
        first: cython.int = self.ply
        link: Link = self
        while link.ply > self.since:
            link = link.before
            if link.key == self.key:
                count += 1
                first = link.ply
        return count, self.ply - first


class WorkingBoard:
    """A board that goes from one position of a game to another, in one thread.

    It stands `at` a link, and its last `depth` plies can be taken back. The move last asked for is
    remembered as long as it stays there: as a rule it is asked for again at once, to be written and
    then made. A board of somebody else's that moves by itself stands at no link.
    """

    if not cython.compiled:
        at: Any  # a Link or None

    def __init__(self, board: Board) -> None:
        self.board = board
        self.thread = get_ident()
        self.at = None
        self.depth = 0
        self.asked: object = None
        self.answer = 0

    def begin(self, standing: Standing) -> Link:
        """Set up the first position of a game."""
        self._leave()
        self.board.set_position(*standing)
        settle_position(self.board)
        link: Link = Link(None, None, 0, self.board)
        link.standing = standing
        self.at = link
        return link

    def follow(self, link: Link) -> None:
        """Stand at a link from now on, with a board that has made all its moves."""
        self.at = link
        self.depth = link.ply

    def extend(self, move: object, packed: cython.longlong) -> Link:
        """Make a legal move, or a null move, as a value and packed: the link of what follows."""
        before: Link = self.at
        self.at = self.asked = None
        push(self.board, packed)
        link: Link = Link(before, move, packed, self.board)
        self.depth += 1
        self.at = link
        return link

    def note(self) -> Standing:
        """What the position is set up from, noted now if it was not."""
        link: Link = self.at
        standing: Standing = link.standing or self.board.noted()
        link.standing = standing
        return standing

    def go_to(self, link: Link, plies: cython.int = 0) -> None:
        """Go to a position, so that at least its last `plies` can be taken back.

        By the moves between, if those to be taken back are on the board and few; else from the last
        position that has been noted.
        """
        way: list[Link] = []
        at: Link = link
        here: Link | None = None if plies else self.at
        back: cython.int = 0
        while at is not here:
            if here is not None and back < min(self.depth, FAR) and here.ply >= at.ply:
                here = here.before
                back += 1
            elif at.before is None or (at.standing is not None and link.ply - at.ply >= plies):
                self._leave()
                self._set_up(at)
                back = 0
                break
            else:
                way.append(at)
                at = at.before
        self.at = self.asked = None
        for _ in range(back):
            self.board.pop()
        for at in reversed(way):
            push(self.board, at.packed)
        self.depth += len(way) - back
        self.at = link

    def _leave(self) -> None:
        """Note the position that the board leaves for another game, or a distant part of it."""
        if self.at is not None:
            self.note()
        self.at = self.asked = None
        self.depth = 0

    def _set_up(self, at: Link) -> None:
        self.board.set_position(*at.standing)
        settle_position(self.board)
        if not self.board.winning:
            self.board.settled = at.settled
        if self.board.tables.no_repeats:
            self._recall(at)

    def _recall(self, at: Link) -> None:
        """Write down the keys before a position, which may forbid that it is brought back."""
        count: cython.int = min(at.halfmove, at.ply - at.since)
        self.board.make_room(count + PLIES_AHEAD)
        self.board.ply = count
        for i in range(count - 1, -1, -1):
            record: UndoPointer = record_at(self.board.undo, i)
            record.move = at.packed
            at = at.before
            record.key = at.board_key


class Place:
    """What a position is made of: its variant, its link, and the board that was lent to it last."""

    if not cython.compiled:
        variant: Any
        _link: Link
        _working: Any = None  # a WorkingBoard, or None

    @property
    def _legal(self) -> Any:
        """What can be played here, on the board of this thread, which now stands here."""
        return self._lent()

    @property
    def _board(self) -> Board:
        """That board."""
        return self._lent().board

    def _lent(self) -> WorkingBoard:
        working: WorkingBoard = self._working
        if working is None or working.thread != get_ident() or working.at is None:
            working = self._working = self._borrow()
        if working.at is not self._link:
            working.go_to(self._link)
        return working

    def _borrow(self) -> WorkingBoard:
        """The board of this thread for the variant; who lists its moves lies above the kernel."""
        raise NotImplementedError

    def _noted(self) -> Standing:
        """What stands here, as a board is set up from it; forced promotions are carried out."""
        if self._link.before is None and self._link.settled:
            return self._lent().board.noted()
        standing: Standing = self._link.standing or self._lent().note()
        return standing

    def _stands_as(self, other: "Place") -> bool:
        """Whether another position of the same game is the same by its FEN."""
        if self._link is other._link:
            return True
        return self._link.key == other._link.key and is_same(self._noted(), other._noted())

    def _twin(self) -> Self:
        """Another position of this class that shares the link."""
        twin: Self = type(self).__new__(type(self))
        self._noted()  # both will come back to it
        twin.variant = self.variant
        twin._link = self._link
        twin._working = self._working
        return twin
