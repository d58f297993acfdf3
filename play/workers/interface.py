"""Background work and its workers, whether threads or processes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from makachess.core.engine import StopToken

Hear = Callable[[Any], object]


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
