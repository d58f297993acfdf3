"""Holds pictures back while the line to the terminal is busy, so that none waits in a queue.

A picture that was held back is not kept: when the line is free, the screen is drawn as it is then.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from contextlib import suppress

from makachess.tui.background import Answers
from makachess.tui.terminal.line import Line

QUESTION = "\x1b[c"  # what kind of terminal it is (DA1); those asked have answered it before
LEAST_WAIT = 0.001  # seconds
GLANCE = 0.01  # seconds between looks at whether keys are waiting
LONGEST = 0.1  # seconds that keys may keep a picture back
BLIND = 0.15  # seconds that a line may which tells nothing of itself, and is most likely fast


class Pacing:
    """One line, in an event loop, whose time must be that of time.monotonic.

    `answers` are the terminal's, None where none come from afar; `keys_wait` tells whether there
    are keys to be handled, after which the screen will look different.
    """

    def __init__(
        self,
        line: Line,
        loop: AbstractEventLoop,
        answers: Callable[[], Answers] | None,
        keys_wait: Callable[[], bool] = lambda: False,
    ) -> None:
        self._line = line
        self._loop = loop
        self._answers = answers
        self._keys_wait = keys_wait
        self._drawn = 0.0  # when a picture went last
        self._owed: Callable[[], object] | None = None
        self._timer: TimerHandle | None = None

    def holds_back(self, draw: Callable[[], object]) -> bool:
        """Whether a picture must not go now; `draw` has been called in its place, or will be."""
        wait = self._wait()
        owed, self._owed = self._owed, draw
        if wait and self._timer is None:
            self._timer = self._loop.call_later(max(wait, LEAST_WAIT), self._pay)
        if not wait and owed is None:
            self._owed = None
            self._drawn = self._loop.time()
            return False
        if not wait:
            self._pay()
        return True

    def _wait(self) -> float:
        """Seconds until there is reason to look again whether a picture may go."""
        now = self._loop.time()
        wait = self._line.wait(now)
        if self._answers is None:
            wait = min(wait, max(self._drawn + BLIND - now, 0.0))
        if not wait and now < self._drawn + LONGEST and self._keys_wait():
            return GLANCE
        return wait

    def note(self, count: int) -> None:
        """So many bytes are written."""
        self._line.write(count, self._loop.time())

    def question(self) -> str:
        """What to write behind a picture."""
        answers = self._answers() if self._answers is not None else None
        if answers is None or not (answers.is_answering and self._line.is_worth_asking):
            return ""
        self._line.ask(self._loop.time())
        answers.expect(self._line.free, self._answered)
        return QUESTION

    def close(self) -> None:
        """Draw nothing any more."""
        self._forget()

    def _answered(self, now: float) -> None:
        """Take an answer; called in the thread that reads the terminal."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._take, now)

    def _take(self, now: float) -> None:
        self._line.answer(now)
        self._pay()

    def _pay(self) -> None:
        """Draw what is owed; if the line is still busy, that has to wait again."""
        draw = self._forget()
        if draw is not None:
            draw()

    def _forget(self) -> Callable[[], object] | None:
        if self._timer is not None:
            self._timer.cancel()
        owed, self._owed, self._timer = self._owed, None, None
        return owed
