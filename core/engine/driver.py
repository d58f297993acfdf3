"""The built-in engine: iterative deepening over the kernel's search, until a limit is reached."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from makachess.core.adjudicate import OCCURRENCES
from makachess.core.engine.boards import read_line, replay
from makachess.core.engine.evaluation import average_man, build_worth
from makachess.core.engine.helpers import Helpers
from makachess.core.engine.model import WITHOUT, Model, find_misfit
from makachess.core.engine.report import BestMove, Info, Limits, Score, Sight
from makachess.core.engine.stopping import StopToken
from makachess.core.errors import MakachessError, ModelError
from makachess.core.kernel.board import COMPILED, Board
from makachess.core.kernel.constants import MATE, MATE_BOUND, MAX_PLY, OPEN
from makachess.core.kernel.search.alphabeta import Search
from makachess.core.kernel.search.loops import Loops
from makachess.core.kernel.search.ordering import Ordering
from makachess.core.kernel.search.transposition import TranspositionTable
from makachess.core.position import Position
from makachess.core.repetition import judge_closing_moves
from makachess.core.spec import Ending, Variant

WINDOW, WIDER, WIDEST = 40, 4, 1000  # aspiration, in centipawns: wider by 4 times, then a full one
WON = 4  # average men ahead: a game as good as won
REPETITION_LOSS = 4  # average men that repeating once more costs the side that must deviate
FIRST_NODES = 1_000_000  # of the first depth at most, where nodes are counted: half a second or so
SOFT_SHARE = 0.75  # no new depth is begun when this much of the time is used


class Engine:
    """Searches positions of one variant, one search at a time.

    The clock is passed in, so that tests need not wait. It judges by a model of the variant if it
    is given one; raises ModelError if the model cannot be one.
    """

    def __init__(
        self,
        variant: Variant,
        hash_mb: int = 16,
        clock: Callable[[], float] = time.monotonic,
        model: Model | None = None,
    ) -> None:
        self.variant = variant
        self._clock = clock
        self._table = TranspositionTable(hash_mb)
        if model is not None and model != WITHOUT and (misfit := find_misfit(variant, model)):
            raise ModelError(f"this model is not one of {variant.name!r}: {misfit}")
        self._worth = build_worth(variant, model)
        self._orderings: list[Ordering] = []  # of each thread

    def new_game(self) -> None:
        """Forget everything learnt from earlier positions."""
        self._table.clear()
        self._orderings.clear()

    def search(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], object] | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """The best move within the limits; each finished line is reported to `on_info`.

        `stop` ends the search at once, from any thread, with the best move found so far: some legal
        move if that is before any was looked at. Raises MakachessError for a position of another
        variant, or of the same one with other rules.
        """
        refuse_other_variant(self.variant, position.variant)
        legal = position.legal_moves()
        if not legal:
            return BestMove(None)
        self._table.new_search()
        run = _Run(self, position, limits)
        with (stop or StopToken()).on_stop(run.halt), run.helpers:
            lines = run.deepen(on_info)
        if lines:
            return BestMove(lines[0].pv[0], lines)
        started = read_line(position, run.search.state.best_line()[:1])
        return BestMove(started[0] if started else legal[0])

    def _faded_orderings(self, count: int) -> list[Ordering]:
        """What each of so many threads has learnt about moves, aged for a new search."""
        while len(self._orderings) < count:
            self._orderings.append(Ordering(2 + 2 * len(self.variant.pieces)))
        for ordering in self._orderings:
            ordering.fade()
        return self._orderings[:count]


def refuse_other_variant(mine: Variant, other: Variant) -> None:
    """Raise MakachessError unless both are the same game with the same options."""
    if mine is not other and mine != other:
        raise MakachessError(
            f"an engine for {_describe(mine)} cannot search a position of {_describe(other)}"
        )


def _describe(variant: Variant) -> str:
    options = variant.rules_options
    return f"{variant.name!r} with {options!r}" if options else repr(variant.name)


class _Run:
    """One search: its limits, its start, and the lines of the last finished depth."""

    def __init__(self, engine: Engine, position: Position, limits: Limits) -> None:
        self.position = position
        self.limits = limits
        self._clock = engine._clock
        self.started = self._clock()
        self.allowed = limits.seconds_for(position.turn)
        # Uncompiled, threads only wait for each other.
        cores = limits.cores if COMPILED and limits.sight is None else 1
        self._start = _Start(engine, position, cores, limits.sight)
        self._thread = self._start.new_thread(0, self._look)
        self.search = self._thread.search
        self.helpers = Helpers(cores - 1, self._start.new_thread, self.halt)

    def seconds(self) -> float:
        return self._clock() - self.started

    def nodes(self) -> int:
        return self.search.state.nodes + self.helpers.nodes

    def halt(self) -> None:
        """End the search, from any thread."""
        self.search.state.stop = 1
        self.helpers.halt()

    def _look(self) -> None:
        limit = self.search.state.node_limit
        if limit and self.nodes() >= limit:
            self.halt()
        if self.allowed is not None and self.seconds() >= self.allowed:
            self.halt()

    def deepen(self, on_info: Callable[[Info], object] | None) -> tuple[Info, ...]:
        lines: tuple[Info, ...] = ()
        if self.limits.nodes:
            self.search.state.node_limit = max(self.limits.nodes, FIRST_NODES)
        for depth in range(1, min(self.limits.depth or MAX_PLY, MAX_PLY // 2) + 1):
            lines = self._lines(depth, lines, on_info)
            # The first depth is finished, if at all possible: the move is a reasoned one then,
            # however few the nodes. In some games of one's own the captures would never end.
            if self.limits.nodes:
                self.search.state.node_limit = max(self.limits.nodes, self.search.state.nodes + 1)
            if self.search.state.stop or self._is_enough(lines, depth):
                break
        return lines

    def _is_enough(self, lines: tuple[Info, ...], depth: int) -> bool:
        """Whether a deeper search could change little, or would not finish in time."""
        mate = lines[0].score.mate if lines else None
        if mate is not None and depth > 2 * abs(mate) + 2:
            return True
        return self.allowed is not None and self.seconds() > SOFT_SHARE * self.allowed

    def _lines(
        self, depth: int, before: tuple[Info, ...], on_info: Callable[[Info], object] | None
    ) -> tuple[Info, ...]:
        """The best lines to a depth; after a stop, the rest come from the previous depth."""
        lines: list[Info] = []
        barred: list[int] = []
        for rank in range(1, self.limits.multipv + 1):
            guess = before[rank - 1].score.centipawns if rank <= len(before) else None
            score = self._thread.score_line(depth, guess, barred)
            packed = self.search.state.best_line()
            if self.search.state.stop:
                score = self.search.best_score  # of what could still be looked at
            if not packed or (self.search.state.stop and rank > 1):
                break
            pv = read_line(self.position, packed)
            info = Info(depth, _score(score), self.nodes(), self.seconds(), pv, rank)
            lines.append(info)
            barred.append(packed[0])
            if on_info is not None:
                on_info(info)
            if self.search.state.stop:
                break
        found = {info.pv[0] for info in lines}
        lines += [info for info in before if info.pv[0] not in found][: len(before) - len(lines)]
        # A later line can turn out better: searching without the best move reaches deeper.
        lines.sort(key=lambda info: -info.score.value)
        return tuple(replace(info, rank=rank) for rank, info in enumerate(lines, start=1))


class _Start:
    """What the threads of a search start from; each gets a board and an ordering of its own."""

    def __init__(self, engine: Engine, position: Position, cores: int, sight: Sight | None) -> None:
        self._engine = engine
        self._sight = sight
        self._variant = position.variant
        self._ending = position.variant.ending
        self._setup, self._moves = position.setup, position.packed_moves
        self._orderings = engine._faded_orderings(cores)
        self._man = average_man(position.variant)
        self._judged = _judge_loops(self._new_board, self._ending, REPETITION_LOSS * self._man)

    def new_thread(self, number: int, look: Callable[[], None] | None = None) -> _Thread:
        """A thread's search, its number counted from 0; called in the thread itself."""
        board = self._new_board()
        # What a search that overlooks has found must not be found again by another.
        table = TranspositionTable(1) if self._sight else self._engine._table.share()
        search = Search(
            board,
            table,
            self._orderings[number],
            look,
            self._ending.move_limit,
            self._ending.no_move_loses,
            self._man,
            Loops(board, *self._judged),
        )
        if self._sight is not None:
            search.state.oversight.set(self._sight.rate, self._sight.seen, self._sight.salt)
        return _Thread(number, search, WON * self._man)

    def _new_board(self) -> Board:
        return replay(self._variant, self._setup, self._moves, self._engine._worth)


class _Thread:
    """What one thread does in a search; `won` are the centipawns of a game as good as won."""

    def __init__(self, number: int, search: Search, won: int) -> None:
        self.search = search
        self.won = won
        self._number = number

    def assist(self) -> None:
        """Search deeper and deeper until stopped, every other thread one ply ahead."""
        guess: int | None = None
        for depth in range(1 + self._number % 2, MAX_PLY // 2 + 1):
            score = self.score_line(depth, guess, [])
            if self.search.state.stop:
                return
            guess = score if abs(score) < MATE_BOUND else None

    def score_line(self, depth: int, guess: int | None, barred: list[int]) -> int:
        """The score of the best line; where the game is as good as won, a mate is tried first.

        A search content with being far ahead prunes what a mate may need; one content with nothing
        less prunes nearly everything else, and so is cheap.
        """
        if depth > 3 and guess is not None and guess > self.won:
            score: int = self.search.run(depth, MATE_BOUND, MATE + 1, barred)
            if self.search.state.stop or score > MATE_BOUND:
                return score
        return self._aspire(depth, guess, barred)

    def _aspire(self, depth: int, guess: int | None, barred: list[int]) -> int:
        """Search in an aspiration window around the guess; a side that fails moves out by steps."""
        low, high, step = -MATE - 1, MATE + 1, WINDOW
        if guess is not None and depth > 3:
            low, high = guess - step, guess + step
        while True:
            score = int(self.search.run(depth, low, high, barred))
            if self.search.state.stop or low < score < high:
                return score
            step *= WIDER
            if score <= low:
                low = score - step if step <= WIDEST else -MATE - 1
            else:
                high = score + step if step <= WIDEST else MATE + 1


def _judge_loops(
    new_board: Callable[[], Board], ending: Ending, loss: int
) -> tuple[int, dict[int, int]]:
    """How repetitions score; where the rules judge them, for each first move (see Loops)."""
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


def _score(value: int) -> Score:
    """The kernel's score as a Score, with mates in moves instead of plies."""
    if abs(value) < MATE_BOUND:
        return Score(value)
    moves = (MATE - abs(value) + 1) // 2
    return Score(None, moves if value > 0 else -moves)
