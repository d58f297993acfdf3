"""One search: iterative deepening over the kernel's search, until a limit is reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from makachess.core.engine.boards import read_line
from makachess.core.engine.helpers import Helpers
from makachess.core.engine.knowledge import Knowledge
from makachess.core.engine.report import Info, Limits, Score
from makachess.core.engine.stopping import PonderToken
from makachess.core.engine.threads import Start
from makachess.core.kernel.board import COMPILED
from makachess.core.kernel.packed import MATE, MATE_BOUND, MAX_PLY
from makachess.core.position import Position

FIRST_NODES = 1_000_000  # of the first depth at most, where nodes are counted: half a second or so
SOFT_SHARE = 0.75  # no new depth is begun when this much of a move's share of a clock is used


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
        self._thread = self._start.new_thread(0, self._look)
        self.search = self._thread.search
        self.helpers = Helpers(cores - 1, self._start.new_thread, self.halt)
        self._finished = 0  # the last depth of which everything was looked at

    def seconds(self) -> float:
        """Seconds since it began."""
        return self._clock() - self.started

    def nodes(self) -> int:
        """Nodes of all threads."""
        return self.search.state.nodes + self.helpers.nodes

    def halt(self) -> None:
        """End the search, from any thread."""
        self.search.state.stop = 1
        self.helpers.halt()

    def _look(self) -> None:
        limit = self.search.state.node_limit
        if limit and self.nodes() >= limit:
            self.halt()
        if self._has_used(1.0):
            self.halt()

    def _has_used(self, share: float) -> bool:
        """Whether a share of the time is used up."""
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
            if self.search.state.stop:
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
        is_further = self.search.state.stop and found.depth > self._finished
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
            return False  # time that is for this move alone cannot be saved
        return self._has_used(SOFT_SHARE)

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
            if self.search.state.stop:
                break
        found = {info.pv[0] for info in lines}
        lines += [info for info in before if info.pv[0] not in found][: len(before) - len(lines)]
        # A later line can turn out better: searching without the best move reaches deeper.
        lines.sort(key=lambda info: -info.score.value)
        return tuple(replace(info, rank=rank) for rank, info in enumerate(lines, start=1))

    def _info(self, depth: int, score: int, line: Sequence[int], rank: int = 1) -> Info:
        """What there is to report about a line of packed moves."""
        pv = read_line(self.position, line)
        ahead, full = self.search.state.deepest, self._table.fullness()
        return Info(depth, _score(score), self.nodes(), self.seconds(), pv, rank, ahead, full)


def _score(value: int) -> Score:
    """The kernel's score as a Score, with mates in moves instead of plies."""
    if abs(value) < MATE_BOUND:
        return Score(value)
    moves = (MATE - abs(value) + 1) // 2
    return Score(None, moves if value > 0 else -moves)
