"""What hostile engines do to a player, and what it comes to: a row for each mode and protocol."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

from hostile_engine import modes
from makachess.core import Position
from makachess.core.engine import ClockLimits, StopToken
from makachess.play.engines import AsyncEngine, ProgramEngine, make_engine
from makachess.play.engines.program import USUAL, Patience, Program
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat
from makachess.variants import load

CHESS = load("chess")
SCRIPT = Path(__file__).parent / "hostile_engine.py"
# Waits for those that never answer. What is waited for in vain need not be waited for long.
BRIEF = Patience(
    silence=0.05,
    answer=0.3,
    features=0.1,
    late_features=0.1,
    ready=0.1,
    echo=0.1,
    grace=0.1,
    insist=0.03,
    farewell=0.05,
)

HURRIED = replace(USUAL, grace=0.1, farewell=0.05)  # once they have begun to talk
MOMENT, LONG = ClockLimits(0.05, 0.05), ClockLimits(60, 60)
OWN, STAND_IN, RESIGNS = "its own move", "a move of the stand-in", "resigns"

# Those whose own move counts; and of those that make none, those that have told one before.
PLAYS = {
    *("short-flood", "idle-flood", "error-flood", "huge-name", "huge-features", "garbage"),
    *("latin", "big-numbers", "two-moves", "ponders", "dies-after-thinking"),
    *("dies-after-move", "grandchildren"),
}
TELLS = {"info-flood", "forgetful", "late", "ignores-all", "other-protocol"}


@dataclass(frozen=True, slots=True)
class Case:
    """A mode in a protocol, and what it comes to."""

    mode: str
    protocol: str

    @property
    def tells(self) -> bool:
        """Whether it tells a move, and never makes it."""
        return self.mode in TELLS

    @property
    def patience(self) -> Patience:
        """What is waited for in vain need not be waited for long; all else must be."""
        if self.mode == "slow-handshake" and self.protocol == "cecp":
            return replace(USUAL, late_features=0.1)  # of the first version of the protocol
        if self.tells:
            return HURRIED
        return USUAL if self.outcome == OWN else BRIEF

    @property
    def outcome(self) -> str:
        """What it comes to."""
        if self.mode == "resigns" and self.protocol == "cecp":
            return RESIGNS
        if (self.mode, self.protocol) in (("refuses", "uci"), ("slow-handshake", "cecp")):
            return OWN  # UCI knows no refusals, and the first version of CECP no handshake
        return OWN if self.mode in PLAYS | TELLS else STAND_IN

    def command(self, file: Path | str = "") -> str:
        """What starts it; `file` is a folder for notes of those that escape."""
        return shlex.join(
            [sys.executable, "-S", "-E", str(SCRIPT), self.protocol, self.mode, str(file)]
        )

    def __str__(self) -> str:
        return f"{self.mode}, {self.protocol}"


CASES = [Case(mode, protocol) for mode in modes() for protocol in ("cecp", "uci")]
EACH_MODE = [case for number, case in enumerate(CASES) if number % 4 in (0, 3)]
"""Every mode in one of the protocols, for tests that must be cheap."""


def end_escaped(folder: Path) -> list[int]:
    """End the processes that are beyond the app's reach, as their notes in a folder say."""
    escaped = [int(note.name) for note in folder.glob("[0-9]*")]
    for pid in escaped:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return escaped


def running(session: int) -> Iterator[int]:
    """The processes of a session that are not dead."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(") ")[2].split()
            if fields[3] == str(session) and fields[0] != "Z":
                yield int(path.parent.name)


@asynccontextmanager
async def opposed(
    case: Case, file: Path, patience: Patience | None = None
) -> AsyncIterator[EngineSeat]:
    """A player with a hostile program; afterwards nothing of it may be left."""
    engine = ProgramEngine(CHESS, case.command(file), patience or case.patience)
    stand_in = partial(make_engine, CHESS)
    player = EngineSeat(engine, Opponent(1, seed=1), stand_in=stand_in)
    leaders: list[int] = []
    start = Program.start

    async def note(command: str, patience: Patience) -> Program:
        program = await start(command, patience)
        leaders.append(program.pid)
        return program

    try:
        with patch.object(Program, "start", note):
            yield player
    finally:
        await player.close()
        end_escaped(file)
    assert leaders
    await gone(leaders)


async def gone(leaders: list[int]) -> None:
    """Wait until what was killed has ended: a busy system takes a moment for that."""
    for _ in range(200):
        left = {leader: list(running(leader)) for leader in leaders}
        if not any(left.values()):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"still running: {left}")  # much sooner than they end by themselves


def has_told(engine: AsyncEngine) -> bool:
    """Whether the program has told a move it considers."""
    running = engine._engine if isinstance(engine, ProgramEngine) else None
    return running is not None and running._best is not None


async def outcome(case: Case, player: EngineSeat) -> str:
    """What it comes to when it is asked for its first move."""
    engine, position, stop = player.engine, Position(CHESS), StopToken()
    clock = LONG if case.outcome == OWN else MOMENT
    player.engine.search = partial(engine.search, stop=stop)
    choosing = asyncio.ensure_future(player.choose(position, clock))
    while case.tells and not choosing.done() and not has_told(engine):
        await asyncio.sleep(0.01)
    if case.tells:
        stop.stop()
    best = await choosing
    if best.resigns:
        return RESIGNS
    assert best.move in position.legal_moves()
    if player.engine is not engine:
        return STAND_IN
    assert str(best.move) == "a2a3"
    return OWN
