"""The engine: it searches positions of a variant, deeper and deeper, until a limit is reached."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import Literal
from weakref import WeakMethod

from makachess.core.engine.asynchronous import Hear, generate_infos, in_thread
from makachess.core.engine.levels import play
from makachess.core.engine.model import Model, Tuning
from makachess.core.engine.report import BestMove, Info, Limits, Score
from makachess.core.engine.search_board import read_line
from makachess.core.engine.stopping import PonderToken, StopToken
from makachess.core.engine.threads import Helpers, Knowledge, Start
from makachess.core.errors import MakachessError
from makachess.core.kernel.board import COMPILED
from makachess.core.kernel.packed import MATE, MATE_BOUND, MAX_PLY
from makachess.core.position import Position
from makachess.core.spec import Variant

FIRST_NODES = 1_000_000 if COMPILED else 50_000  # of the first depth at most, once it is to end
POLLS = 10_000  # nodes between two looks at the clock for each second that is allowed
FEWEST = 64  # of them at least
SHORT = 0.1  # seconds in which one thread searches alone
SOFT_SHARE = 0.75  # no new depth is begun when this much of a move's share of a clock is used
FORCED_SHARE = 0.1  # the same where a single move is legal


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
        model: Model | Literal["the variant's"] | None = "the variant's",
    ) -> None:
        if isinstance(model, str):
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
        stop = stop or StopToken()
        with self._turn:
            legal = limits.root_moves or position.legal_moves()
            if not legal:
                return BestMove(None)
            self._knowledge.table.new_search()
            is_forced = len(legal) == 1
            run = Run(self._knowledge, self._clock, position, limits, ponder, is_forced)
            with stop.on_stop(run.halt), run.helpers:
                lines = run.deepen(on_info)
            run.note_time()
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
        """The move to play: the best one found, or what suits the skill in `level_limits`."""
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
        act = partial(self.analyse, position.copy(), limits)
        return await in_thread(act, on_info, stop)

    async def play_async(
        self,
        position: Position,
        limits: Limits,
        on_info: Hear | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """`play` in the same way."""
        act = partial(self.play, position.copy(), limits)
        return await in_thread(act, on_info, stop)

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
        is_forced: bool,
    ) -> None:
        self.position = position
        self.limits = limits
        self._ponder = ponder
        self._is_forced = is_forced  # there is a single move
        self._table = knowledge.table
        self._clock = clock
        self.started = self._clock()
        self._overhead = knowledge.overhead
        self.allowed = limits.seconds
        if limits.seconds is None and limits.clock is not None:
            turn = position.turn
            self._overhead.hear(position.ply, limits.clock, turn)
            self.allowed = limits.clock.budget(turn, self._overhead.seconds)
        # Uncompiled, threads only wait for each other.
        cores = limits.cores if COMPILED and limits.sight is None else 1
        if self.allowed is not None and self.allowed < SHORT:
            cores = 1  # others would hardly have begun, and would have to be waited for
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

    def note_time(self) -> None:
        """Keep what time was used of that allotted on a clock, to see what the clock will say."""
        clock, allowed = self.limits.clock, self.allowed
        if clock is not None and allowed is not None and self._ponder is None:
            used = min(self.seconds(), allowed)
            self._overhead.note(self.position.ply, clock.left(self.position.turn) - used)

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
        if self.limits.seconds is not None:
            return self._has_used(1.0)  # what is for this move alone cannot be saved
        return self._has_used(FORCED_SHARE if self._is_forced else SOFT_SHARE)

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
