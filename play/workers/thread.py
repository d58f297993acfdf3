"""Work in a thread, for what releases the GIL: the compiled search."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from makachess.core.engine import StopToken
from makachess.play.workers.interface import Hear, Heard, Work, Worker, hear_out


class ThreadWorker(Worker):
    """One thread, started with the first job; an abandoned job is stopped while the next waits."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._stop = StopToken()  # of the last job

    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        """The result of a job."""
        self._stop = stop = stop or StopToken()
        call = _Call(job, stop, asyncio.Queue(), asyncio.get_running_loop())
        self._calls.put(call)
        if self._thread is None:
            # A daemon, so that it cannot keep a program alive that ends without closing it.
            self._thread = Thread(target=self._run, name="makachess worker", daemon=True)
            self._thread.start()
        try:
            return await hear_out(call.heard, hear)
        except BaseException:
            stop.stop()
            raise

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call.do(self._work)

    async def close(self) -> None:
        """Stop the job and wait for the thread to end, a matter of milliseconds."""
        self._stop.stop()
        thread, self._thread = self._thread, None
        if thread is not None:
            self._calls.put(None)
            await asyncio.to_thread(thread.join)


@dataclass(frozen=True, slots=True)
class _Call:
    """A job, and where to send its results."""

    job: Any
    stop: StopToken
    heard: asyncio.Queue[Heard]
    loop: asyncio.AbstractEventLoop

    def do(self, work: Work) -> None:
        """Do the job, in the worker's thread."""
        try:
            result = work.do(self.job, self._tell, self.stop)
        except Exception as error:  # for the caller
            self._say(error)
        else:
            self._say((False, result))

    def _tell(self, value: Any) -> None:
        self._say((True, value))

    def _say(self, item: Heard) -> None:
        with suppress(RuntimeError):  # the loop has ended before the job
            self.loop.call_soon_threadsafe(self.heard.put_nowait, item)
