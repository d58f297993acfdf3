"""An engine's search for one move of a game, from its start to a reply, failure or halt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from makachess.core import MakachessError, Position
from makachess.core.engine import ClockLimits, StopToken
from makachess.play.session.seats import EngineSeat, Reply


class Thinking:
    """At most one engine thinks at a time; what it comes to once it was halted counts for nothing.

    `on_reply` gets its reply; `on_failure` hears in words of everything else.
    """

    def __init__(
        self, on_reply: Callable[[Reply], object], on_failure: Callable[[str], object]
    ) -> None:
        self._on_reply = on_reply
        self._on_failure = on_failure
        self._task: asyncio.Task[None] | None = None
        self._given_up: set[asyncio.Task[None]] = set()  # those that have not ended yet
        self._stop = StopToken()

    @property
    def running(self) -> bool:
        """Whether an engine thinks."""
        return self._task is not None

    def begin(
        self, seat: EngineSeat, position: Position, clock: ClockLimits | None, pause: float = 0.0
    ) -> None:
        """Let an engine think about a position, after a pause in seconds."""
        self._stop = stop = StopToken()
        self._task = asyncio.create_task(self._think(seat, position, clock, stop, pause))

    def halt(self) -> None:
        """Make the engine stop, without a reply."""
        task, self._task = self._task, None
        if task is not None:
            self._given_up.add(task)
            task.add_done_callback(self._given_up.discard)
            self._stop.stop()
            task.cancel()

    async def close(self) -> None:
        """Wait until nothing is left of the searches that were given up."""
        self.halt()
        if self._given_up:
            await asyncio.wait(set(self._given_up))

    async def _think(
        self,
        seat: EngineSeat,
        position: Position,
        clock: ClockLimits | None,
        stop: StopToken,
        pause: float,
    ) -> None:
        task = asyncio.current_task()
        try:
            await asyncio.sleep(pause)
            reply = await seat.choose(position, clock, stop)
        except asyncio.CancelledError:
            if self._task is task:  # an engine can raise that, too
                self._fail("it was interrupted")
            raise
        except Exception as error:  # no failure in an engine may take the game down
            if self._task is task:
                self._fail(str(error) if isinstance(error, MakachessError) else repr(error))
            return
        if self._task is not task:
            return
        self._task = None
        self._on_reply(reply)

    def _fail(self, text: str) -> None:
        self._task = None
        self._on_failure(text)
