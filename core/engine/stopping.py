"""Tokens that say from outside when one search ends, made before the search begins.

Because a token exists first, a stop that comes early is never missed; because it belongs to one
search, a stop that comes late cannot reach the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock


class StopToken:
    """Ends the one search it is handed to; set once, from any thread, and never cleared.

    >>> stop = StopToken()
    >>> stop.stop()
    >>> stop.is_set
    True
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._set = False
        self._callbacks: list[Callable[[], object]] = []

    @property
    def is_set(self) -> bool:
        """Whether the search has been told to end."""
        return self._set

    def stop(self) -> None:
        """End the search; doing so again changes nothing."""
        with self._lock:
            if self._set:
                return
            self._set = True
            for callback in tuple(self._callbacks):
                callback()

    @contextmanager
    def on_stop(self, callback: Callable[[], object]) -> Iterator[None]:
        """Inside the `with` block, call back on a stop; at once if it has come already.

        The callback runs in the thread that stops and must be quick; once the block is left it is
        never called.
        """
        with self._lock:
            self._callbacks.append(callback)
            if self._set:
                callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)


class PonderToken:
    """Says when a search in the opponent's time goes on in one's own; `hit` once, from any thread.

    Until then no time runs out. What was thought before that counts as time used.

    >>> ponder = PonderToken()
    >>> ponder.hit()
    >>> ponder.is_hit
    True
    """

    def __init__(self) -> None:
        self._hit = False

    @property
    def is_hit(self) -> bool:
        return self._hit

    def hit(self) -> None:
        """The expected move has been made: the time counts."""
        self._hit = True
