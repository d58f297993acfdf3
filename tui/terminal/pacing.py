"""A model of the line to the terminal, and pictures held back while it is busy."""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from makachess.tui.colors import Answers

RATE = 8_000.0  # bytes a second, as long as nothing else is known: 64 kbit/s
SHARE = 0.9  # of the rate that was measured, which may have been a little less
SMALL = 32  # bytes that are not worth a question
TELLING = 2_000  # bytes from which on a picture's answer tells the rate
LATE = 2.0  # seconds by which an answer is later than expected when the line counts as stuck
TRIAL = 5.0  # seconds between pictures on a line that is stuck
SLOW = 12_000.0  # bytes a second, below which a game takes half a second to open
LOST = 30.0  # seconds after which no answer is expected any more


class Asked(NamedTuple):
    """A question behind a picture of some bytes; `alone`: nothing else was on the line."""

    at: float
    size: int
    alone: bool


class Line:
    """Bytes on their way to a terminal. Times are in seconds from any starting point."""

    def __init__(self) -> None:
        self._rate = RATE
        self._large: tuple[int, float] | None = None  # a picture's bytes, and seconds to its answer
        self._quickest: tuple[int, float] | None = None
        self._free = 0.0  # when all that was written has left
        self._unasked = 0  # bytes since the last question
        self._alone = True
        self._asked: deque[Asked] = deque()
        self._told = self._written = 0.0

    @property
    def rate(self) -> float:
        """Bytes a second that it is taken to carry."""
        return self._rate

    @property
    def is_slow(self) -> bool:
        """Whether a large picture has shown that it carries little."""
        return self._large is not None and self._rate < SLOW

    @property
    def free(self) -> float:
        """When all that was written will have left."""
        return self._free

    @property
    def is_worth_asking(self) -> bool:
        """Whether enough is on its way that no answer will tell of."""
        return self._unasked >= SMALL

    def write(self, count: int, now: float) -> None:
        """Note that bytes are written."""
        if not self.is_worth_asking:
            self._alone = self._free <= now
        self._unasked += count
        self._free = max(self._free, now) + count / self._rate
        self._written = now

    def ask(self, now: float) -> None:
        """Note that behind all that, the terminal is asked for an answer."""
        self._asked.append(Asked(now, self._unasked, self._alone))
        self._unasked = 0

    def answer(self, now: float) -> None:
        """Note an answer; more of them than questions mean nothing."""
        self._told = now
        if not self._asked:
            return
        asked = self._asked.popleft()
        if asked.alone:
            self._learn(asked.size, now - asked.at)
        if not (self._asked or self.is_worth_asking):
            self._free = min(self._free, now)

    def wait(self, now: float) -> float:
        """Seconds until the next picture may go, if no answer comes before."""
        until = self._free
        while self._asked and now - self._asked[0].at > LOST:
            self._asked.popleft()
        if self._asked:
            first = self._asked[0]
            due = max(first.at + first.size / self._rate, self._told) + LATE
            if now > due:
                until = max(until, self._written + TRIAL)
        return max(until - now, 0.0)

    def _learn(self, count: int, seconds: float) -> None:
        """A large picture took longer than the quickest answer by what it has more to carry."""
        if self._quickest is None or seconds < self._quickest[1]:
            self._quickest = count, seconds
        if count >= TELLING:
            self._large = count, seconds
        if self._large is None:
            return
        count, seconds = self._large
        less, sooner = self._quickest if self._quickest[0] < count else (0, 0.0)
        self._rate = SHARE * (count - less) / max(seconds - sooner, 0.001)


def is_far(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is at the other end of a line, as sshd tells.

    >>> is_far({"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"})
    True
    """
    return any(environ.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"))


def answers_end_to_end(environ: Mapping[str, str]) -> bool:
    """Whether answers come from the far end of the line: tmux and GNU screen give their own.

    >>> answers_end_to_end({"TMUX": "/tmp/tmux-1000/default,1,0"})
    False
    """
    return not (environ.get("TMUX") or environ.get("STY"))


# --- pacing ---------------------------------------------------------------------------------------
#
# Holds pictures back while the line to the terminal is busy, so that none waits in a queue.
#
# A picture that was held back is not kept: when the line is free, the screen is drawn as it is
# then.

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

    @property
    def is_slow(self) -> bool:
        """Whether the line has shown itself slow."""
        return self._line.is_slow

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
        if self._answering() is None:
            wait = min(wait, max(self._drawn + BLIND - now, 0.0))
        if not wait and now < self._drawn + LONGEST and self._keys_wait():
            return GLANCE
        return wait

    def _answering(self) -> Answers | None:
        """The answers of a terminal that has ever given one."""
        answers = self._answers() if self._answers is not None else None
        return answers if answers is not None and answers.is_answering else None

    def note(self, count: int) -> None:
        """Count bytes that have been written."""
        self._line.write(count, self._loop.time())

    def question(self) -> str:
        """What to write behind a picture."""
        answers = self._answering()
        if answers is None or not self._line.is_worth_asking:
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
