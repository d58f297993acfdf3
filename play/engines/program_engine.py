"""A program as an engine: started from its command line, and again after a fault."""

from __future__ import annotations

import asyncio

from makachess.core import Position
from makachess.core.engine import BestMove, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines.cecp import CecpEngine
from makachess.play.engines.external import ExternalEngine
from makachess.play.engines.interface import AsyncEngine, EngineFaultError, FaultKind, InfoHandler
from makachess.play.engines.program import USUAL, Command, Patience, Program, command_line, name_of
from makachess.play.engines.uci import UciEngine


class ProgramEngine(AsyncEngine):
    """Searches with a program, which is started again after a fault.

    One that fails while it thinks plays the best move it has reported. If there is none, it is
    asked again, once, and has failed if it does not answer then; unless it is `forgiving`, it fails
    at once. Its name is that of the program's file until the program has told its own.
    """

    has_levels = False

    def __init__(
        self,
        variant: Variant,
        command: Command,
        patience: Patience = USUAL,
        *,
        forgiving: bool = True,
    ) -> None:
        self._command = command_line(command)
        super().__init__(variant, name_of(self._command))
        self._patience = patience
        self._forgiving = forgiving
        self._closed = False
        self._program: Program | None = None  # running, or being addressed for the first time
        self._engine: ExternalEngine | None = None

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        """The program's move; without any limits: analysis. Raises EngineFaultError."""
        if not position.has_legal_move():
            return BestMove(None)
        is_last = not self._forgiving
        while True:
            try:
                engine = await self.start()
                return await engine.search(position, limits, on_info, stop)
            except EngineFaultError as fault:
                self.faults.append(fault)
                self.notice = f"{fault}. It has been started again"
                await self._end()
                if self._forgiving and fault.best is not None and fault.best.move is not None:
                    return fault.best
                is_incurable = fault.kind in (FaultKind.START, FaultKind.MISMATCH)
                if is_last or is_incurable or self._closed or stop.is_set:
                    self.notice = ""  # the fault itself is told
                    raise
                is_last = True

    @property
    def took(self) -> float:
        """Seconds of its last search, from the command to think to the move."""
        return self._engine.took if self._engine is not None else 0.0

    async def start(self) -> ExternalEngine:
        """The running program, started if it is not; raises EngineFaultError."""
        if self._closed:
            raise EngineFaultError(FaultKind.START, f"{name_of(self._command)} has been closed")
        if self._engine is None:
            self._program = await Program.start(self._command, self._patience)
            if self._closed:  # meanwhile
                await self._end()
                return await self.start()
            self._engine = await agree(self._program, self.variant)
            self.name = self._engine.name
        return self._engine

    async def _end(self) -> None:
        """End the program; it can be started again."""
        program, self._program, self._engine = self._program, None, None
        if program is not None:
            await program.close()

    async def close(self) -> None:
        """End the program for good, also one that is just being started, and its search."""
        self._closed = True
        await self._end()
        async with self._one_at_a_time:  # until the search has noticed
            pass


async def agree(program: Program, variant: Variant) -> ExternalEngine:
    """Agree with a program on a protocol; if that fails it is ended. Raises EngineFaultError."""
    try:
        engine = await _agree(program, variant)
        await engine.begin()
    except BaseException:
        await program.close()
        raise
    return engine


async def _agree(program: Program, variant: Variant) -> ExternalEngine:
    """UCI if the program speaks it, which has exact times, and else XBoard's protocol.

    The opening commands of either protocol do not harm an engine that speaks the other.
    """
    cecp, uci = CecpEngine(program, variant), UciEngine(program, variant)
    program.send("uci")
    loop, patience = asyncio.get_running_loop(), program.patience
    begun, asked = loop.time(), False
    while loop.time() < begun + patience.answer:
        try:
            line = await program.receive(
                begun + (patience.answer if asked else patience.silence) - loop.time()
            )
        except TimeoutError:
            line = ""
        if uci.hear_option(line):
            if asked:
                program.send("uci")  # a slow one of both protocols has changed over
            return uci
        if line.startswith("feature "):
            cecp.hear_feature(line)
            return cecp
        if not asked and (_refuses(line) or loop.time() > begun + patience.silence):
            asked = True
            program.send("xboard", "protover 2")
    raise EngineFaultError(
        FaultKind.START,
        f"{program.name} speaks neither XBoard's protocol nor UCI; some programs do with an "
        f"argument, such as --uci or --xboard{program.complaint()}",
    )


def _refuses(line: str) -> bool:
    """Whether an engine of XBoard's protocol does not know `uci`, or took it for a move."""
    said = line.lower().rstrip()
    return "unknown command" in said or said.endswith(": uci")
