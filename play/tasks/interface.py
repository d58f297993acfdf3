"""What does tasks: callers do not know whether that is a few processes or a thousand machines.

A task is done by a function of a module, called with what all tasks share and with the task. Its
result depends on these two alone: so a task can be done again wherever its worker was lost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Self, TypeVar

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Result = TypeVar("Result")


class Runner(ABC):
    """Does tasks; use it with `async with`, which ends all that is still being done."""

    @abstractmethod
    async def __aenter__(self) -> Self:
        """Make it ready; raises MakachessError if it cannot be reached."""

    @abstractmethod
    async def __aexit__(self, *_: object) -> None:
        """Give up what is pending."""

    @property
    @abstractmethod
    def where(self) -> str:
        """Where tasks are done, in words."""

    @abstractmethod
    def run(
        self,
        function: Callable[[Shared, Task], Result],
        shared: Shared,
        tasks: Iterable[Task],
        count: int = 0,
    ) -> AsyncGenerator[Result, None]:
        """The results of tasks, in the order in which they end.

        No more tasks are taken from the iterable than are needed to keep all busy; `count` says
        how many there may be, 0 if that is unknown. Raises what the iterable raises, and
        MakachessError if a task cannot be done; all results there are have been given out then.
        """
