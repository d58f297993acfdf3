"""The interface's side of UCI: an engine that speaks it as an opponent, in orthodox chess only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import pairwise

from makachess.core import Position
from makachess.core.engine import BestMove, Info, Limits, Score
from makachess.core.notation.xboard import format_xboard, parse_xboard
from makachess.play.engines.external.engine import (
    GRACE,
    ExternalEngine,
    Timing,
    best_move,
    limit_of,
)
from makachess.play.engines.external.program import EngineFaultError
from makachess.play.engines.wire import read_line

PATIENCE = 5.0  # seconds to get ready


class UciEngine(ExternalEngine):
    """An engine that is told the whole game before each search."""

    _options: frozenset[str] = frozenset()
    _lines = 1
    _ready = False

    def hear_option(self, line: str) -> bool:
        """Take in a line of the handshake; False if it is none of UCI."""
        words = line.split()
        if words[:2] == ["id", "name"]:
            self.name = " ".join(words[2:])
        elif words[:2] == ["option", "name"] and "type" in words:
            self._options |= {" ".join(words[2 : words.index("type")])}
        self._ready = self._ready or words[:1] == ["uciok"]
        return words[:1] in (["id"], ["option"], ["uciok"])

    async def begin(self) -> None:
        """Read what it is and can be set to, up to `uciok`."""
        if self.variant.name != "chess":
            raise EngineFaultError("start", f"{self.name} speaks UCI, which knows only chess")
        if not self._ready:
            for line in await self._read_until("uciok", PATIENCE):
                self.hear_option(line)

    async def _read_until(self, last: str, seconds: float) -> list[str]:
        """The lines before one that begins with a word."""
        deadline = asyncio.get_running_loop().time() + seconds
        lines: list[str] = []
        while True:
            try:
                line = await self._hear(deadline)
            except TimeoutError:
                raise self._hanging(f" with {last!r}") from None
            if line.split()[:1] == [last]:
                return lines
            lines.append(line)

    async def search(
        self,
        position: Position,
        limits: Limits,
        timing: Timing | None = None,
        on_info: Callable[[Info], object] | None = None,
    ) -> BestMove:
        """The engine's move; see ExternalEngine."""
        await self._set_up(position, limits)
        self.program.send("go" + "".join(_bounds(limits, timing, position.turn)))
        self._busy = True
        best = await self._listen(position, limit_of(limits, timing), on_info)
        self._busy = False
        return best

    async def _set_up(self, position: Position, limits: Limits) -> None:
        if self._busy:
            self.program.send("stop")
            await self._read_until("bestmove", GRACE)
            self._busy = False
        if self._news(position) is None:
            self.program.send("ucinewgame")
        if limits.multipv != self._lines and "MultiPV" in self._options:
            self._lines = limits.multipv
            self.program.send(f"setoption name MultiPV value {limits.multipv}")
        self.program.send("isready")
        await self._read_until("readyok", PATIENCE)
        moves = " ".join(format_xboard(self.variant, move) for move in position.moves)
        self.program.send(
            f"position fen {position.start_fen} moves {moves}".removesuffix(" moves ")
        )
        self._known = (position.start_fen, position.moves)

    async def _listen(
        self, position: Position, seconds: float | None, on_info: Callable[[Info], object] | None
    ) -> BestMove:
        """Read until `bestmove`; an engine that is late is told once to stop."""
        loop = asyncio.get_running_loop()
        deadline = None if seconds is None else loop.time() + seconds
        info, warned = None, False
        while True:
            try:
                words = (await self._hear(deadline)).split()
            except TimeoutError:
                if warned:
                    raise self._hanging(f" within {seconds:.1f} s", info) from None
                warned, deadline = True, loop.time() + GRACE
                self.program.send("stop")
                continue
            except EngineFaultError as fault:
                fault.best = best_move(None, info)
                raise
            if words[:1] == ["bestmove"]:
                return best_move(self._make(position, " ".join(words[1:2]), parse_xboard), info)
            found = _read_info(position, words)
            if found is not None:
                info = found if found.rank == 1 else info
                if on_info is not None:
                    on_info(found)

    def stop(self) -> None:
        """End the search under way."""
        if self._busy:
            self.program.send("stop")


def _bounds(limits: Limits, timing: Timing | None, turn: str) -> Iterator[str]:
    """The arguments of `go`."""
    if timing is not None:
        mine, other = (round(1000 * seconds) for seconds in (timing.left, timing.other))
        white, black = (mine, other) if turn == "white" else (other, mine)
        if timing.control.startswith("st"):
            yield f" movetime {mine}"
        else:
            yield f" wtime {white} btime {black}"
            moves, _, increment = timing.control.split()[1:]
            yield f" winc {increment}000 binc {increment}000" if increment != "0" else ""
            yield f" movestogo {moves}" if moves != "0" else ""
    elif limits.seconds is not None:
        yield f" movetime {round(1000 * limits.seconds)}"
    if limits.depth is not None:
        yield f" depth {limits.depth}"
    if limits.nodes is not None:
        yield f" nodes {limits.nodes}"
    if timing is None and limits.seconds is limits.depth is limits.nodes is None:
        yield " infinite"


def _read_info(position: Position, words: list[str]) -> Info | None:
    """A line of `info` that has a score and moves."""
    if words[:1] != ["info"] or "pv" not in words or "score" not in words:
        return None
    head, line = words[1 : words.index("pv")], words[words.index("pv") + 1 :]
    at = head.index("score")
    numbers = dict(pairwise(head))
    try:
        kind, value = head[at + 1], int(head[at + 2])
        depth, nodes, time, rank = (
            int(numbers.get(name, default))
            for name, default in (("depth", 0), ("nodes", 0), ("time", 0), ("multipv", 1))
        )
    except (IndexError, ValueError):
        return None
    pv = read_line(position, line, parse_xboard)
    score = Score(None, value) if kind == "mate" else Score(value)
    return Info(depth, score, nodes, time / 1000, pv, rank) if pv else None
