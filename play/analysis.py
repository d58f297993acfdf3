"""Analysis that follows the position shown until nothing new can be expected, and hints.

It reports rarely enough for a slow connection, and stops when the program is idle.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from makachess.core import MakachessError, Move, Position, Square
from makachess.core.engine import BestMove, Info, Limits, StopToken
from makachess.core.engine.claims import give_reason
from makachess.play.background import BackgroundTask
from makachess.play.engines import AsyncEngine, EngineFaultError, make_engine
from makachess.play.entry import move_squares

LINES = 3
THOROUGH = Limits(depth=40, seconds=30.0, multipv=LINES)
BRIEF = Limits(depth=40, seconds=1.5)


@dataclass(frozen=True, slots=True)
class Effort:
    """How far positions are searched, followed or for a hint, and seconds of waiting meanwhile."""

    thorough: Limits = THOROUGH
    brief: Limits = BRIEF
    rest: float = 0.15  # before a new position is searched: stepping through a game is free
    lull: float = 0.4  # between reports


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of a position: its lines, the best one first, and whether more may come.

    Without a position nothing is analysed. The position must not be changed.
    """

    position: Position | None = None
    lines: tuple[Info, ...] = ()
    thinking: bool = False
    note: str = ""


class Study:
    """Follows the positions it is shown with an engine, made when it is first needed.

    If that is a program and fails, the one that `stand_in` makes goes on, or the built-in one by
    the usual model.
    """

    def __init__(
        self,
        make: Callable[[], AsyncEngine],
        tell: Callable[[Findings], object],
        effort: Effort | None = None,
        *,
        stand_in: Callable[[], AsyncEngine] | None = None,
    ) -> None:
        self.findings = Findings()
        self._effort = effort or Effort()
        self._make = make
        self._stand_in = stand_in
        self._tell = tell
        self._engine: AsyncEngine | None = None
        self._task = BackgroundTask()
        self._stop = StopToken()  # of the search that follows
        self._brief_stop = StopToken()
        self._telling: asyncio.TimerHandle | None = None
        self._first_line = asyncio.Event()
        self._fresh: list[Info] = []  # lines of the depth under way
        self._note = ""

    def look_at(self, position: Position | None) -> None:
        """Analyse this position from now on, or none."""
        if _same(position, self.findings.position):
            return
        self._halt()
        self._first_line.set()  # wakes a caller that still waits
        self._first_line.clear()
        if position is None:
            self.findings = Findings()
        else:
            own = position.copy()
            self.findings = Findings(own, thinking=True)
            self._stop = StopToken()
            self._task.start(self._follow(own, self._stop))
        self._tell(self.findings)

    async def find_best(self, position: Position) -> BestMove:
        """The best move of a position: from the analysis so far, or from a brief search.

        Raises MakachessError if the engine fails.
        """
        if not _same(position, self.findings.position):
            self._brief_stop = StopToken()
            return await self._search(position, self._effort.brief, None, self._brief_stop)
        followed = self.findings.position
        await self._first_line.wait()
        lines = self.findings.lines if self.findings.position is followed else ()
        return BestMove(lines[0].pv[0], lines) if lines else BestMove(None)

    @property
    def values(self) -> Mapping[str, int]:
        """Centipawns of each type as the engine counts them; none before it has searched."""
        return {} if self._engine is None else self._engine.values

    def give_up(self) -> None:
        """Stop a brief search; the analysis itself goes on."""
        self._brief_stop.stop()

    async def close(self) -> None:
        self._halt()
        self._brief_stop.stop()
        if self._engine is not None:
            await self._engine.close()
        await self._task.close()

    def _halt(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        self._stop.stop()
        self._task.give_up()

    async def _follow(self, position: Position, stop: StopToken) -> None:
        await asyncio.sleep(self._effort.rest)
        lines: tuple[Info, ...] = ()
        try:
            hear = partial(self._hear, position)
            best = await self._search(position, self._effort.thorough, hear, stop)
            lines = best.lines
        except Exception as error:  # whatever fails in an engine must not take the screen along
            self._note = str(error) if isinstance(error, MakachessError) else repr(error)
        if len(lines) < len(self.findings.lines):
            lines = self.findings.lines  # a program may report its best line only at the end
        self._task.finish()
        note, self._note = self._note, ""
        self.findings = replace(self.findings, lines=lines, thinking=False, note=note)
        self._tell_now()

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], object] | None,
        stop: StopToken,
    ) -> BestMove:
        """Ask the engine; if a program cannot go on, the built-in one takes over."""
        self._engine = engine = self._engine or self._make()
        try:
            best = await _ask(engine, position, limits, on_info, stop)
        except EngineFaultError as fault:
            if self._engine is engine:
                stand_in = self._stand_in or partial(make_engine, engine.variant)
                self._engine = stand_in()
                self._note = f"{fault}. The built-in engine goes on"
            await engine.close()
            return await self._engine.search(position, limits, on_info, stop)
        self._note, engine.notice = engine.notice, ""
        return best

    def _hear(self, position: Position, info: Info) -> None:
        """Record a line; a deeper set replaces the previous one once it is as large."""
        if position is not self.findings.position:  # late, about another position
            return
        self._fresh = [line for line in self._fresh if line.rank < info.rank] + [info]
        if len(self._fresh) < len(self.findings.lines):
            return
        self.findings = replace(self.findings, lines=ranked(self._fresh))
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(self._effort.lull, self._tell_now)

    def _tell_now(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        self._first_line.set()
        self._tell(self.findings)


async def _ask(
    engine: AsyncEngine,
    position: Position,
    limits: Limits,
    on_info: Callable[[Info], object] | None,
    stop: StopToken,
) -> BestMove:
    """Search within the limits; a program analyses until its time is up."""
    if engine.has_levels or limits.seconds is None:
        return await engine.search(position, limits, on_info, stop)
    timer = asyncio.get_running_loop().call_later(limits.seconds, stop.stop)
    try:
        return await engine.search(position, Limits(multipv=limits.multipv), on_info, stop)
    finally:
        timer.cancel()


def ranked(lines: Sequence[Info]) -> tuple[Info, ...]:
    """The lines with the best one first: a later one can turn out better."""
    best = sorted(lines, key=lambda line: -line.score.value)
    return tuple(replace(line, rank=rank) for rank, line in enumerate(best, start=1))


def _same(one: Position | None, other: Position | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.start_fen, one.moves) == (other.start_fen, other.moves)


class Hints:
    """One hint at a time, searched in the background.

    `show` is given a text, and `alert=True` if that says what has failed.
    """

    def __init__(self, study: Study, show: Callable[..., object]) -> None:
        self.move: Move | None = None
        self._study = study
        self._show = show
        self._task = BackgroundTask()

    @property
    def squares(self) -> tuple[Square, ...]:
        return move_squares(self.move) if self.move else ()

    def ask(self, position: Position, room: int, name: Callable[[Square], str] = str) -> None:
        """Search for a hint and show it, in at most `room` columns; `name` names squares."""
        if not self._task.running:
            self.withdraw()
            self._show("Looking for a good move...")
            self._task.start(self._find(position.copy(), room, name))

    def withdraw(self) -> bool:
        """Forget the hint, or stop thinking of one; False if there is none."""
        had, self.move = self.move, None
        searched = self._task.give_up()
        if searched:
            self._study.give_up()
        return searched or had is not None

    async def close(self) -> None:
        self.withdraw()
        await self._study.close()
        await self._task.close()

    async def _find(self, position: Position, room: int, name: Callable[[Square], str]) -> None:
        try:
            best = await self._study.find_best(position)
        except Exception as error:  # whatever fails in an engine must not take the screen along
            self._task.finish()
            text = str(error) if isinstance(error, MakachessError) else repr(error)
            self._show(text, alert=True)
            return
        self._task.finish()
        self.move = best.move
        self._show(hint_text(position, best, room, self._study.values, name))


def hint_text(
    position: Position,
    best: BestMove,
    room: int,
    values: Mapping[str, int],
    name: Callable[[Square], str] = str,
) -> str:
    """The move in SAN and why it is good, by centipawns of each type."""
    if best.move is None:
        return "No move found"
    head = f"Hint: {position.san(best.move)}"
    if best.info is None:
        return head
    line = best.info.pv or (best.move,)
    room -= len(head) + 3
    reason = give_reason(position, line, best.info.score, room, values, name)
    return f"{head} - {reason}" if reason else head
