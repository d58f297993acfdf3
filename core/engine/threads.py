"""What the threads of one search start from, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from makachess.core.adjudicate import OCCURRENCES
from makachess.core.engine.boards import pack_others, replay
from makachess.core.engine.evaluation import average_man
from makachess.core.engine.helpers import Finished
from makachess.core.engine.knowledge import Knowledge
from makachess.core.engine.report import Limits
from makachess.core.kernel.board import Board
from makachess.core.kernel.packed import MATE, MATE_BOUND, MAX_PLY, OPEN
from makachess.core.kernel.search.state import Margins
from makachess.core.kernel.search.table import TranspositionTable
from makachess.core.kernel.search.tree import RepetitionScores, Search
from makachess.core.position import Position
from makachess.core.repetition import judge_closing_moves
from makachess.core.spec import Ending

WINDOW, WIDER, WIDEST = 40, 4, 1000  # aspiration, in centipawns: wider by 4 times, then a full one
WON = 4  # average men ahead: a game as good as won
REPETITION_LOSS = 4  # average men that repeating once more costs the side that must deviate


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
        self._man = average_man(position.variant)
        self._judged = _judge_loops(self._new_board, self._ending, REPETITION_LOSS * self._man)

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
            Margins(self._man, **self._knowledge.tuning.values()),
            RepetitionScores(board, *self._judged),
        )
        if self._sight is not None:
            search.state.oversight.set(self._sight.rate, self._sight.seen, self._sight.salt)
        return SearchThread(number, search, WON * self._man, self.barred)

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


def _judge_loops(
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
