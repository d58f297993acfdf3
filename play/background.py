"""What goes on in this process while it answers, and can be given up: a task, work in a thread.

Many computations at a time are done by `tasks`, in other processes.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, wait
from contextvars import copy_context
from typing import Generic, TypeVar

from makachess.core.engine import StopToken
from makachess.core.engine.asynchronous import Hear, in_thread
from makachess.saves.restriction import is_restricted
from makachess.saves.text import PROGRESS, Progress

T = TypeVar("T")
LOWEST = 19  # the priority of a thread that has a core when nobody else wants it


async def compute(
    act: Callable[[Hear, StopToken], T], hear: Hear | None = None, stop: StopToken | None = None
) -> T:
    """What an act comes to that computes for long: a search, a review.

    `hear` gets what it tells meanwhile. That of a visitor of a host gives way to tables, and to
    whatever is shown.
    """

    def run(tell: Hear, stop: StopToken) -> T:
        if is_restricted() and sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
        return act(tell, stop)

    return await in_thread(run, hear, stop)


class FileTask(Generic[T]):
    """Work with files in a thread, which nobody waits for at the end of the program.

    What is given up ends where it would read on, and raises GivenUpError.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self.progress = Progress()
        self.future: Future[T] = Future()
        threading.Thread(target=copy_context().run, args=(self._run, work), daemon=True).start()

    def _run(self, work: Callable[[], T]) -> None:
        PROGRESS.set(self.progress)
        try:
            self.future.set_result(work())
        except BaseException as error:
            self.future.set_exception(error)

    def give_up(self) -> None:
        self.progress.is_given_up = True

    def join(self, seconds: float) -> bool:
        """Wait for it here, and let nothing else happen; whether it is done by then."""
        return bool(wait((self.future,), seconds).done)

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is done; whether it is, after so many seconds at most."""
        done = asyncio.wrap_future(self.future)
        done.add_done_callback(lambda found: found.cancelled() or found.exception())
        await asyncio.wait((done,), timeout=seconds)
        return self.future.done()


async def read_in_thread(work: Callable[[], T]) -> T:
    """Do something with files in a thread, which is given up when the task is cancelled."""
    task = FileTask(work)
    try:
        await task.wait()
    finally:
        task.give_up()
    return task.future.result()


async def close_all(*closings: Awaitable[object]) -> None:
    """Close several things at the same time, each whatever becomes of the others.

    Raises the first error once all have ended.
    """
    results = await asyncio.gather(*closings, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result


class BackgroundTask:
    """At most one task at a time; one that is given up is cancelled, and awaited by `close`."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._given_up: set[asyncio.Task[None]] = set()  # those that have not ended yet

    @property
    def running(self) -> bool:
        return self._task is not None

    @property
    def is_current(self) -> bool:
        return self._task is not None and self._task is asyncio.current_task()

    def start(self, work: Coroutine[object, object, None]) -> None:
        self.give_up()
        self._task = task = asyncio.create_task(work)
        task.add_done_callback(self._surface)

    def finish(self) -> bool:
        """Called in a task at its end: whether its result counts. Then another may begin."""
        counts = self.is_current
        if counts:
            self._task = None
        return counts

    def give_up(self) -> bool:
        """Cancel the task, whose result no longer counts; False if there is none."""
        task, self._task = self._task, None
        if task is None:
            return False
        self._given_up.add(task)
        task.add_done_callback(self._given_up.discard)
        task.cancel()
        return True

    def _surface(self, task: asyncio.Task[None]) -> None:
        """Tell the event loop of an error that no one awaits, unless the task was given up."""
        if task in self._given_up or task.cancelled():
            return
        if self._task is task:
            self._task = None
        if (error := task.exception()) is not None:
            told = {"message": "a background task has failed", "exception": error, "task": task}
            task.get_loop().call_exception_handler(told)

    async def close(self) -> None:
        self.give_up()
        if self._given_up:
            await asyncio.wait(set(self._given_up))
