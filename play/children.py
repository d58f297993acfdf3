"""Processes that run a module of this program: started with pipes, and ended for good."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress


async def start_child(module: str) -> Process:
    """A new process that runs a module, with pipes as its input and output."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )


async def end_child(process: Process | None) -> None:
    """End a process, if there is one that has not ended, and wait until it has.

    Without input a child ends by itself, should this never be reached.
    """
    if process is not None and process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
