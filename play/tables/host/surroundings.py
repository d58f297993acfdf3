"""What a table at the host has around it: those who watch, and the house."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from makachess.play.tables.messages.reports import Change

T = TypeVar("T")


class Watcher(Protocol):
    """A client that watches a table; `name` is its person's."""

    name: str

    def send(self, line: bytes) -> None:
        """Send a line."""


@dataclass(frozen=True, slots=True)
class HostServices(Generic[T]):
    """What a table needs of the house it stands in; `now` and `today` are times in seconds.

    `today` counts from 1970. `left` says when a player has left, None for one who is connected;
    `announced` is told of every announcement, and whether the table's row in the list has changed.
    """

    write: Callable[[int, int, str], Awaitable[None]]
    write_talk: Callable[[int, str], Awaitable[None]]
    now: Callable[[], float]
    today: Callable[[], float]
    left: Callable[[str], float | None]
    announced: Callable[[T, Change | None, bool], None]
