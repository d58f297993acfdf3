"""A game that plays by itself: a step at a time, at a pace that can be changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Stoppable(Protocol):
    """A timer."""

    def stop(self) -> None:
        """End it."""


class Autoplay:
    """Takes a step every so many seconds, by a timer that `every` makes."""

    def __init__(
        self,
        every: Callable[[float, Callable[[], None]], Stoppable],
        step: Callable[[], None],
    ) -> None:
        self._every = every
        self._step = step
        self._timer: Stoppable | None = None

    @property
    def running(self) -> bool:
        """Whether the game plays by itself."""
        return self._timer is not None

    def start(self, seconds: float) -> None:
        """Begin, or go on at another pace."""
        self.stop()
        self._timer = self._every(seconds, self._step)

    def change(self, seconds: float) -> None:
        """Go on at another pace, if it plays."""
        if self.running:
            self.start(seconds)

    def stop(self) -> None:
        """Stop, if it plays."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
