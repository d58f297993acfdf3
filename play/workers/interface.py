"""Background work and its workers, whether threads or processes."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from makachess.core.engine import StopToken

Hear = Callable[[Any], object]
# What a job sends: whether more will come, and a value; or what went wrong.
Heard = tuple[bool, Any] | Exception


class Work(Protocol):
    """Does jobs one after the other; it is pickled before it has done any."""

    what: str  # a word for messages: engine, review, ...

    def do(self, job: Any, tell: Hear, stop: StopToken) -> Any:
        """Do a job and return its result; `tell` gets interim results. Ends soon after a stop."""


class Worker(ABC):
    """Does the jobs of one work."""

    @abstractmethod
    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        """The result of a job; one at a time.

        `hear` gets interim results in the caller's event loop. A job whose task is cancelled is
        stopped. Raises what the work raised, and MakachessError if the worker itself fails.
        """

    @abstractmethod
    async def close(self) -> None:
        """Stop the job under way and close the worker."""


async def hear_out(heard: asyncio.Queue[Heard], hear: Hear | None) -> Any:
    """Pass on interim results of a job until its result; raises what went wrong."""
    while True:
        item = await heard.get()
        if isinstance(item, Exception):
            raise item
        more, value = item
        if not more:
            return value
        if hear is not None:
            hear(value)
