"""The engine: it searches positions of a variant, deeper and deeper, until a limit is reached."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from enum import Enum
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Literal, TypeVar
from weakref import WeakMethod

from makachess.core.adjudicate import OCCURRENCES
from makachess.core.engine.evaluation import average_piece, build_worth, counted_values
from makachess.core.engine.levels import play
from makachess.core.engine.model import USUAL, WITHOUT, Model, Tuning, find_misfit
from makachess.core.engine.report import BestMove, Info, Limits, Score
from makachess.core.engine.stopping import PonderToken, StopToken
from makachess.core.errors import IllegalMoveError, MakachessError, ModelError
from makachess.core.kernel.board import COMPILED, Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.memory import Worth
from makachess.core.kernel.packed import MATE, MATE_BOUND, MAX_PLY, OPEN, SEARCH_PLIES
from makachess.core.kernel.search.picker import Ordering
from makachess.core.kernel.search.state import Margins
from makachess.core.kernel.search.table import TranspositionTable
from makachess.core.kernel.search.tree import RepetitionScores, Search
from makachess.core.move import Move
from makachess.core.notation.fen import Setup
from makachess.core.position import LegalMoves, Position, new_board
from makachess.core.repetition import judge_closing_moves
from makachess.core.spec import Ending, Variant

Hear = Callable[[Any], object]
T = TypeVar("T")


class ModelOf(Enum):
    """What stands for a model in its place."""

    VARIANT = "variant"  # the one that the variant knows of, if any


class Engine:
    """Searches positions of one variant; searches from several threads take turns.

    The clock is passed in, so that tests need not wait. It judges by the learned model that the
    variant knows of, as `load` returns it, or by the `model` it is given, None for none; raises
    ModelError if that cannot be one. Its `tuning`, the model's, may be replaced between searches;
    its `values` are the centipawns of each type as it counts them.
    """

    def __init__(
        self,
        variant: Variant,
        hash_mb: int = 16,
        clock: Callable[[], float] = time.monotonic,
        model: Model | Literal[ModelOf.VARIANT] | None = ModelOf.VARIANT,
    ) -> None:
        if model is ModelOf.VARIANT:
            model = variant.model_source(variant) if variant.model_source else None
        self.variant = variant
        self._clock = clock
        self._knowledge = Knowledge(variant, hash_mb, model)
        self._turn = Lock()

    @property
    def values(self) -> Mapping[str, int]:
        """Centipawns of each type, as it counts them."""
        return self._knowledge.values

    @property
    def tuning(self) -> Tuning:
        """The margins of its search; others can be set between searches."""
        return self._knowledge.tuning

    @tuning.setter
    def tuning(self, tuning: Tuning) -> None:
        self._knowledge.tuning = tuning

    def new_game(self) -> None:
        """Forget everything learnt from earlier positions; not while it searches."""
        self._knowledge.forget()

    def search(
        self,
        position: Position,
        limits: Limits,
        on_info: Hear | None = None,
        stop: StopToken | None = None,
        ponder: PonderToken | None = None,
    ) -> BestMove:
        """The best move within the limits; each finished line is reported to `on_info`.

        `stop` ends the search at once, from any thread, with the best move found so far, and time
        that is up does the same; but the first depth is finished, so that all moves have been
        looked at. With `ponder` no time runs out before that is hit.
        Raises MakachessError for a position of another variant, or of the same one with other
        rules, and IllegalMoveError for a root move that is not legal.
        """
        refuse_other_variant(self.variant, position.variant)
        with self._turn:
            return self._search(position, limits, on_info, stop or StopToken(), ponder)

    def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: Hear | None,
        stop: StopToken,
        ponder: PonderToken | None,
    ) -> BestMove:
        legal = limits.root_moves or position.legal_moves()
        if not legal:
            return BestMove(None)
        self._knowledge.table.new_search()
        run = Run(self._knowledge, self._clock, position, limits, ponder)
        with stop.on_stop(run.halt), run.helpers:
            lines = run.deepen(on_info)
        lines = run.see_further(lines, on_info)
        # Without a line the captures of the first move have not ended.
        return BestMove(lines[0].pv[0] if lines else legal[0], lines)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        on_info: Hear | None = None,
        stop: StopToken | None = None,
    ) -> tuple[Info, ...]:
        """The best lines, `limits.multipv` of them; arguments and errors as for `search`."""
        return self.search(position, limits, on_info, stop).lines

    def play(
        self,
        position: Position,
        limits: Limits,
        on_info: Hear | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """The move to play: the best one found, or what suits the manner in `level_limits`."""
        return play(self, position, limits, on_info, stop)

    async def analyse_async(
        self,
        position: Position,
        limits: Limits,
        on_info: Hear | None = None,
        stop: StopToken | None = None,
    ) -> tuple[Info, ...]:
        """`analyse` in a thread, with a copy of the position; `on_info` is called in the loop.

        Cancelling ends the search. Uncompiled, a search leaves the event loop little time.
        """
        position = position.copy()
        return await in_thread(lambda *hear: self.analyse(position, limits, *hear), on_info, stop)

    async def play_async(
        self,
        position: Position,
        limits: Limits,
        on_info: Hear | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """`play` in the same way."""
        position = position.copy()
        return await in_thread(lambda *hear: self.play(position, limits, *hear), on_info, stop)

    def stream(self, position: Position, limits: Limits) -> AsyncGenerator[Info, None]:
        """The lines of `analyse_async` one by one, as the search finishes them; for `async for`.

        To leave the loop early, end the search by `aclose`, as `contextlib.aclosing` does.
        """
        position = position.copy()
        return generate_infos(lambda hear: self.analyse_async(position, limits, hear))


def refuse_other_variant(mine: Variant, other: Variant) -> None:
    """Raise MakachessError unless both are the same game with the same options."""
    if mine is not other and mine != other:
        raise MakachessError(
            f"an engine for {_describe(mine)} cannot search a position of {_describe(other)}"
        )


def _describe(variant: Variant) -> str:
    options = variant.rules_options
    return f"{variant.name!r} with {options!r}" if options else repr(variant.name)


async def in_thread(
    act: Callable[[Hear, StopToken], T], on_info: Hear | None, stop: StopToken | None
) -> T:
    """What an act returns or raises that is done in a thread of its own.

    It is handed a function that lets `on_info` hear in the event loop, in the context of who asked,
    and the token that ends it.
    Cancelling stops it as well, and is through when the thread has ended; the thread of a loop that
    is gone keeps no program alive.
    """
    import asyncio

    loop, token, context = asyncio.get_running_loop(), stop or StopToken(), copy_context()
    done: asyncio.Future[T] = loop.create_future()

    def tell(info: Any) -> None:
        if on_info is not None:
            hand_over(on_info, info)

    def hand_over(function: Callable[[Any], object], value: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before the act
            loop.call_soon_threadsafe(function, value, context=context)

    def run() -> None:
        try:
            result = act(tell, token)
        except BaseException as error:  # for the caller
            hand_over(done.set_exception, error)
        else:
            hand_over(done.set_result, result)

    thread = Thread(target=run, name="makachess worker", daemon=True)
    thread.start()
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        token.stop()
        while not done.done():  # a second cancellation waits as well
            with suppress(asyncio.CancelledError):
                await asyncio.wait((done,))
        thread.join()  # it has nothing left to do
        done.exception()  # the caller is gone, so it is not raised
        raise


async def generate_infos(
    begin: Callable[[Hear], Awaitable[object]],
) -> AsyncGenerator[Info, None]:
    """What is heard of a search, as it comes; when the caller stops listening it is cancelled."""
    import asyncio

    heard: asyncio.Queue[Info | None] = asyncio.Queue()
    task = asyncio.ensure_future(begin(heard.put_nowait))
    task.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        while (info := await heard.get()) is not None:
            yield info
        await task  # raises what the search has raised
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task


# Iterative deepening over the kernel's search.

FIRST_NODES = 1_000_000 if COMPILED else 50_000  # of the first depth at most, once it is to end
POLLS = 100_000  # a second, where there is so little time that the usual pace is too slow
FEWEST = 64  # nodes between two looks at the clock
SOFT_SHARE = 0.75  # no new depth is begun when this much of a move's share of a clock is used


def _weakly(method: Callable[[], object]) -> Callable[[], None]:
    """A call of a method that does not keep its object, whose tables may be large, in a circle."""
    found = WeakMethod(method)

    def call() -> None:
        if (alive := found()) is not None:
            alive()

    return call


class Run:
    """One search: its limits, its start, and the lines of the last finished depth."""

    def __init__(
        self,
        knowledge: Knowledge,
        clock: Callable[[], float],
        position: Position,
        limits: Limits,
        ponder: PonderToken | None,
    ) -> None:
        self.position = position
        self.limits = limits
        self._ponder = ponder
        self._table = knowledge.table
        self._clock = clock
        self.started = self._clock()
        self.allowed = limits.seconds_for(position.turn)
        # Uncompiled, threads only wait for each other.
        cores = limits.cores if COMPILED and limits.sight is None else 1
        self._start = Start(knowledge, position, cores, limits)
        self._thread = self._start.new_thread(0, _weakly(self._look))
        self.search = self._thread.search
        if self.allowed is not None:
            self.search.state.poll_sooner(max(int(self.allowed * POLLS), FEWEST))
        self.helpers = Helpers(cores - 1, self._start.new_thread, _weakly(self.halt))
        self._finished = 0  # the last depth of which everything was looked at
        self._has_line = False
        self._halted = False

    def seconds(self) -> float:
        return self._clock() - self.started

    def nodes(self) -> int:
        return self.search.state.nodes + self.helpers.nodes

    def halt(self) -> None:
        """End the search, from any thread, as soon as there is a line."""
        self._halted = True
        if self._has_line:
            self.search.state.stop = 1
        self.helpers.halt()

    @property
    def _is_over(self) -> bool:
        return self._halted or bool(self.search.state.stop)

    def _look(self) -> None:
        limit = self.search.state.node_limit
        if (limit and self.nodes() >= limit) or self._has_used(1.0):
            self.halt()
        if self._halted and self.search.state.nodes >= FIRST_NODES:
            self.search.state.stop = 1

    def _has_used(self, share: float) -> bool:
        if self.allowed is None or (self._ponder is not None and not self._ponder.is_hit):
            return False
        return self.seconds() >= share * self.allowed

    def deepen(self, on_info: Callable[[Info], object] | None) -> tuple[Info, ...]:
        """Search deeper and deeper until a limit is reached; the lines of the last depth."""
        lines: tuple[Info, ...] = ()
        if self.limits.nodes:
            self.search.state.node_limit = max(self.limits.nodes, FIRST_NODES)
        for depth in range(1, min(self.limits.depth or MAX_PLY, MAX_PLY // 2) + 1):
            lines = self._lines(depth, lines, on_info)
            # The first depth is finished, if at all possible: the move is a reasoned one then,
            # however few the nodes. In some games of one's own the captures would never end.
            if self.limits.nodes:
                self.search.state.node_limit = max(self.limits.nodes, self.search.state.nodes + 1)
            if self._is_over:
                break
            self._finished = depth
            if self._is_enough(lines, depth):
                break
        return lines

    def see_further(
        self, lines: tuple[Info, ...], on_info: Callable[[Info], object] | None
    ) -> tuple[Info, ...]:
        """The lines, or after a stop the one of a helper that has finished a greater depth.

        A forced win is kept, and so are several lines, of which a helper has only the best.
        """
        found = self.helpers.furthest
        wins = bool(lines) and (lines[0].score.mate or 0) > 0
        is_further = self._is_over and found.depth > self._finished
        if not is_further or not found.line or wins or self.limits.multipv > 1:
            return lines
        info = self._info(found.depth, found.score, found.line)
        if on_info is not None:
            on_info(info)
        return (info,)

    def _is_enough(self, lines: tuple[Info, ...], depth: int) -> bool:
        """Whether a deeper search could change little, or would not finish in time."""
        mate = lines[0].score.mate if lines else None
        if mate is not None and depth > 2 * abs(mate) + 2:
            return True
        if mate is not None and 0 < mate <= (self.limits.mate or 0):
            return True
        # Time that is for this move alone cannot be saved.
        return self._has_used(SOFT_SHARE if self.limits.seconds is None else 1.0)

    def _lines(
        self, depth: int, before: tuple[Info, ...], on_info: Callable[[Info], object] | None
    ) -> tuple[Info, ...]:
        """The best lines to a depth; after a stop, the rest come from the previous depth."""
        lines: list[Info] = []
        barred = list(self._start.barred)
        for rank in range(1, self.limits.multipv + 1):
            guess = before[rank - 1].score.centipawns if rank <= len(before) else None
            score = self._thread.score_line(depth, guess, barred)
            packed = self.search.state.best_line()
            if self.search.state.stop:
                score = self.search.best_score  # of what could still be looked at
            if not packed or (self.search.state.stop and rank > 1):
                break
            info = self._info(depth, score, packed, rank)
            lines.append(info)
            barred.append(packed[0])
            if on_info is not None:
                on_info(info)
            self._has_line = True
            if self._is_over:
                break
        found = {info.pv[0] for info in lines}
        lines += [info for info in before if info.pv[0] not in found][: len(before) - len(lines)]
        # A later line can turn out better: searching without the best move reaches deeper.
        lines.sort(key=lambda info: -info.score.value)
        return tuple(replace(info, rank=rank) for rank, info in enumerate(lines, start=1))

    def _info(self, depth: int, score: int, line: Sequence[int], rank: int = 1) -> Info:
        """What there is to report about a line of packed moves."""
        pv = read_line(self.position.variant, self.search.state.board, line)
        ahead, full = self.search.state.deepest, self._table.fullness()
        return Info(depth, _score(score), self.nodes(), self.seconds(), pv, rank, ahead, full)


def _score(value: int) -> Score:
    if abs(value) < MATE_BOUND:
        return Score(value)
    moves = (MATE - abs(value) + 1) // 2
    return Score(None, moves if value > 0 else -moves)


WINDOW, WIDER, WIDEST = 40, 4, 1000  # aspiration, in centipawns: wider by 4 times, then a full one
WON = 4  # average pieces ahead: a game as good as won
REPETITION_LOSS = 4  # average pieces that repeating once more costs the side that must deviate


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


# They search the same position and fill the same table (lazy SMP).
#
# The thread that they help reaches its depths sooner because it finds much of what it needs in the
# table, and better moves first. Nothing is shared but the table and their flags. What a helper
# itself has found is asked for in the end alone, if it has seen further.


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
        self._orderings: list[Ordering] = []  # of each thread

    def forget(self) -> None:
        """Forget what was learnt from positions; not during a search."""
        self.table.clear()
        self._orderings.clear()

    def faded_orderings(self, count: int) -> list[Ordering]:
        """What each thread has learnt about moves, aged for a new search."""
        while len(self._orderings) < count:
            self._orderings.append(Ordering(2 + 2 * len(self.variant.pieces)))
        for ordering in self._orderings:
            ordering.fade()
        return self._orderings[:count]


# From a position to the board that a search works on, and from its moves back to values.


def searchable_board(position: Position, worth: Worth | None = None) -> Board:
    """A separate board for a search, with the game's history and the values of the pieces."""
    return replay(position.variant, position.setup, position.packed_moves, worth)


def replay(
    variant: Variant, setup: Setup, packed_moves: Sequence[int], worth: Worth | None
) -> Board:
    """The same from where a game began and its moves."""
    board = new_board(variant, setup, worth)
    for packed in packed_moves:
        push(board, packed)
    board.make_room(SEARCH_PLIES)
    board.narrow_choices()
    board.fix_prices()
    return board


def read_line(variant: Variant, board: Board, packed_moves: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a line that a search of a board returned in packed form."""
    legal, line = LegalMoves(variant, board), []
    for packed in packed_moves:
        line.append(legal.read(packed))
        push(board, packed)
    for _ in line:
        board.pop()
    return tuple(line)


def pack_others(position: Position, kept: Collection[Move]) -> list[int]:
    """The legal moves other than some, in packed form; none where none is to be kept.

    Raises IllegalMoveError if one of those kept is not legal.
    """
    if not kept:
        return []
    legal = position.legal_moves()
    for move in kept:
        if move not in legal:
            raise IllegalMoveError(f"{str(move)!r} is not legal in {position.fen()!r}")
    reader = LegalMoves(position.variant, searchable_board(position))
    return [reader.find(move) for move in legal if move not in kept]
