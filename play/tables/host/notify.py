"""A program of the owner's that is run when it is the turn of somebody who is not here."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from contextlib import suppress

from makachess.play.processes import find_program

LIMIT = 30.0  # seconds that the program may take
ENDING = 5.0  # seconds for one that runs when the host ends


class Notifier:
    """Runs a program with the name of a player, the number of the table, and who waits.

    No table waits for that. Turns wait while it runs; of a table, only the last one. A program
    that takes too long is killed, with what it has started. `log` gets a line for the first
    failure, and no more.
    """

    def __init__(self, program: str, log: Callable[[str], object]) -> None:
        self._program = program
        self._log = log
        self._waiting: dict[int, tuple[str, str, str]] = {}
        self._task: asyncio.Task[None] | None = None
        self._has_failed = False

    def tell(self, table: int, name: str, opponent: str) -> None:
        self._waiting[table] = (name, str(table), opponent)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Let the one that runs end, for a while; turns that wait are not told."""
        self._waiting.clear()
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._task, ENDING)

    async def _work(self) -> None:
        while self._waiting:
            fault = await self._run(self._waiting.pop(next(iter(self._waiting))))
            if fault and not self._has_failed:
                self._has_failed = True
                self._log(f"{self._program!r} {fault}; further failures are not logged")

    async def _run(self, arguments: tuple[str, ...]) -> str:
        """Run the program; what went wrong, if anything did."""
        found = find_program(self._program)
        if found is None:
            return "cannot be run: no such program"
        try:
            process = await asyncio.create_subprocess_exec(
                *(found, *arguments),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=DEVNULL,  # which what it has started may keep open
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return f"cannot be run: {getattr(error, 'strerror', error)}"
        try:
            status = await asyncio.wait_for(process.wait(), LIMIT)
        except TimeoutError:
            return f"has been killed: it takes longer than {LIMIT:.0f} s"
        finally:
            if process.returncode is None:  # end also what it has started
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        return f"has ended with status {status}" if status else ""
