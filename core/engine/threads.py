"""The threads of a search, what they start from, and what is kept from one search to the next.

All search the same position and fill the same table (lazy SMP). The first one reaches its depths
sooner because it finds much of what it needs in the table, and better moves first. Nothing is
shared but the table and the threads' flags. What a helper itself has found is asked for in the end
alone, if it has seen further.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from types import TracebackType

from makachess.core.adjudicate import OCCURRENCES
from makachess.core.engine.evaluation import average_piece, build_worth, counted_values
from makachess.core.engine.model import USUAL, WITHOUT, Model, find_misfit
from makachess.core.engine.report import Limits
from makachess.core.engine.search_board import pack_others, replay
from makachess.core.engine.timing import Overhead
from makachess.core.errors import ModelError
from makachess.core.kernel.board import Board
from makachess.core.kernel.packed import MATE, MATE_BOUND, MAX_PLY, OPEN
from makachess.core.kernel.search.picker import Ordering
from makachess.core.kernel.search.state import Margins
from makachess.core.kernel.search.table import TranspositionTable
from makachess.core.kernel.search.tree import RepetitionScores, Search
from makachess.core.position import Position
from makachess.core.repetition import judge_closing_moves
from makachess.core.spec import Ending, Variant

WINDOW, WIDER, WIDEST = 40, 4, 1000  # aspiration, in centipawns: wider by 4 times, then a full one
WON = 4  # average pieces ahead: a game as good as won
REPETITION_LOSS = 4  # average pieces that repeating once more costs the side that must deviate


class Knowledge:
    """How the pieces of a variant count, the table of positions, and which moves were good.

    Raises ModelError if the model cannot be one of the variant.
    """

    def __init__(self, variant: Variant, hash_mb: int, model: Model | None) -> None:
        if model is not None and model != WITHOUT and (misfit := find_misfit(variant, model)):
            raise ModelError(f"this model is not one of {variant.name!r}: {misfit}")
        self.variant = variant
        self.values = counted_values(variant, model)
        self.worth = build_worth(variant, model)
        self.tuning = model.tuning if model is not None else USUAL
        self.table = TranspositionTable(hash_mb)
        self.overhead = Overhead()
        self._orderings: list[Ordering] = []  # of each thread

    def forget(self) -> None:
        """Forget what was learnt from positions; not during a search."""
        self.table.clear()
        self.overhead = Overhead()
        self._orderings.clear()

    def faded_orderings(self, count: int) -> list[Ordering]:
        """What each thread has learnt about moves, aged for a new search."""
        while len(self._orderings) < count:
            self._orderings.append(Ordering(2 + 2 * len(self.variant.pieces)))
        for ordering in self._orderings:
            ordering.fade()
        return self._orderings[:count]


class Start:
    """What the threads of a search start from; each gets a board and an ordering of its own."""

    def __init__(
        self, knowledge: Knowledge, position: Position, cores: int, limits: Limits
    ) -> None:
        self._knowledge = knowledge
        self._sight = limits.sight
        self.barred = pack_others(position, limits.root_moves)
        self._variant = position.variant
        self._ending = position.variant.ending
        self._setup, self._moves = position.setup, position.packed_moves
        self._orderings = knowledge.faded_orderings(cores)
        self._piece = average_piece(position.variant)
        self._judged = _judge_repetitions(
            self._new_board, self._ending, REPETITION_LOSS * self._piece
        )

    def new_thread(self, number: int, look: Callable[[], None] | None = None) -> SearchThread:
        """A thread's search, its number counted from 0; called in the thread itself."""
        board = self._new_board()
        # What a search that overlooks has found must not be found again by another.
        table = TranspositionTable(1) if self._sight else self._knowledge.table.share()
        search = Search(
            board,
            table,
            self._orderings[number],
            look,
            self._ending.move_limit,
            self._ending.no_move_loses,
            Margins(self._piece, **self._knowledge.tuning.values()),
            RepetitionScores(board, *self._judged),
        )
        if self._sight is not None:
            search.state.oversight.set(self._sight.rate, self._sight.seen, self._sight.salt)
        return SearchThread(number, search, WON * self._piece, self.barred)

    def _new_board(self) -> Board:
        return replay(self._variant, self._setup, self._moves, self._knowledge.worth)


class SearchThread:
    """What one thread does in a search; `won` are the centipawns of a game as good as won.

    The moves barred are left out at the root.
    """

    def __init__(self, number: int, search: Search, won: int, barred: list[int]) -> None:
        self.search = search
        self.won = won
        self.finished = Finished()
        self._barred = barred
        self._first = 0  # the best move of the depth before, packed
        self._number = number

    def assist(self) -> None:
        """Search deeper and deeper until stopped, every other thread one ply ahead."""
        guess: int | None = None
        for depth in range(1 + self._number % 2, MAX_PLY // 2 + 1):
            score = self.score_line(depth, guess, self._barred)
            if self.search.state.stop:
                return
            self.finished = Finished(depth, score, tuple(self.search.state.best_line()))
            guess = score if abs(score) < MATE_BOUND else None

    def score_line(self, depth: int, guess: int | None, barred: list[int]) -> int:
        """The score of the best line; where the game is as good as won, a mate is tried first.

        A search content with being far ahead prunes what a mate may need; one content with nothing
        less prunes nearly everything else, and so is cheap.
        """
        if depth > 3 and guess is not None and guess > self.won:
            score = self._run(depth, MATE_BOUND, MATE + 1, barred)
            if self.search.state.stop or score > MATE_BOUND:
                return score
        return self._aspire(depth, guess, barred)

    def _aspire(self, depth: int, guess: int | None, barred: list[int]) -> int:
        """Search in an aspiration window around the guess; a side that fails moves out by steps."""
        low, high, step = -MATE - 1, MATE + 1, WINDOW
        if guess is not None and depth > 3:
            low, high = guess - step, guess + step
        while True:
            score = self._run(depth, low, high, barred)
            if self.search.state.stop or low < score < high:
                return score
            step *= WIDER
            if score <= low:
                low = score - step if step <= WIDEST else -MATE - 1
            else:
                high = score + step if step <= WIDEST else MATE + 1

    def _run(self, depth: int, low: int, high: int, barred: list[int]) -> int:
        """Search in a window; for the best line of all, its move of the depth before first."""
        if len(barred) > len(self._barred):
            return int(self.search.run(depth, low, high, barred))
        score = int(self.search.run(depth, low, high, barred, self._first))
        if not self.search.state.stop:
            self._first = next(iter(self.search.state.best_line()), self._first)
        return score


def _judge_repetitions(
    new_board: Callable[[], Board], ending: Ending, loss: int
) -> tuple[int, dict[int, int]]:
    """How repetitions score; where the rules judge them, for each first move."""
    if ending.repetition != "adjudicate4":
        return 0, {}
    board, passing = new_board(), ending.pass_repetition == "first-loses"
    closing = judge_closing_moves(board, first_pass_loses=passing)
    most = OCCURRENCES[ending.repetition]
    return loss, {
        move: _closing_score(verdict.loser, board.side, loss, ends=times >= most)
        for move, (verdict, times) in closing.items()
    }


def _closing_score(loser: int | None, mover: int, loss: int, *, ends: bool) -> int:
    """What a position brought back is worth to the mover's opponent.

    Before the game `ends` by it, the side that would lose can still deviate.
    """
    if loser is None:
        return 0
    if ends:
        return MATE - 1 if loser == mover else 1 - MATE
    return loss if loser == mover else OPEN


@dataclass(frozen=True, slots=True)
class Finished:
    """The last depth that a thread has finished, its score, and its line as packed moves."""

    depth: int = 0
    score: int = 0
    line: tuple[int, ...] = ()


class Helpers:
    """Threads that search while a `with` block is open, and have ended when it is left.

    `begin(number)` makes a helper, counted from 1, in its own thread. If one fails, `fail` is
    called there at once, and the block ends with what it has raised.
    """

    def __init__(
        self,
        count: int,
        begin: Callable[[int], SearchThread],
        fail: Callable[[], object],
    ) -> None:
        self._begin, self._fail = begin, fail
        self._threads = [Thread(target=self._help, args=(n,)) for n in range(1, count + 1)]
        self._helpers: list[SearchThread] = []
        self._halted = False
        self._errors: list[BaseException] = []

    def __enter__(self) -> Helpers:
        for at, thread in enumerate(self._threads):
            try:
                thread.start()
            except RuntimeError:  # the system gives no more threads
                del self._threads[at:]
                break
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.halt()
        for thread in self._threads:
            thread.join()
        if self._errors and error is None:
            raise self._errors[0]

    @property
    def nodes(self) -> int:
        return sum(helper.search.state.nodes for helper in self._helpers)

    @property
    def furthest(self) -> Finished:
        """What the one that has seen furthest has found."""
        return max((helper.finished for helper in self._helpers), key=_depth, default=Finished())

    def halt(self) -> None:
        self._halted = True
        for helper in tuple(self._helpers):
            helper.search.state.stop = 1

    def _help(self, number: int) -> None:
        try:
            helper = self._begin(number)
            self._helpers.append(helper)
            if not self._halted:  # a halt that comes later finds the search
                helper.assist()
        except BaseException as error:
            self._errors.append(error)
            self._fail()


def _depth(finished: Finished) -> int:
    return finished.depth
