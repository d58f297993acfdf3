"""Work in a thread, for what releases the GIL: the compiled search."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from makachess.core.engine import StopToken
from makachess.core.engine.run import in_thread
from makachess.play.workers.interface import Hear, Work, Worker


class ThreadWorker(Worker):
    """A thread for each job, one after the other."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._turn = asyncio.Lock()
        self._stop = StopToken()  # of the job under way

    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        """The result of a job."""
        async with self._turn:
            self._stop = stop = stop or StopToken()
            return await in_thread(partial(self._work.do, job), hear, stop)

    async def close(self) -> None:
        """Stop the job and wait for its end, a matter of milliseconds."""
        self._stop.stop()
        async with self._turn:
            pass
