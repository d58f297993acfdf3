"""An engine's search for one move of a game, from its start to a reply, failure or halt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from makachess.core import MakachessError, Position
from makachess.core.engine import ClockLimits, StopToken
from makachess.play.background import BackgroundTask
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
        self._task = BackgroundTask()
        self._stop = StopToken()

    @property
    def running(self) -> bool:
        """Whether an engine thinks."""
        return self._task.running

    def begin(
        self,
        seat: EngineSeat,
        position: Position,
        start_clock: Callable[[], ClockLimits | None],
        wait: Callable[[str], object],
        pause: float = 0.0,
    ) -> None:
        """Let an engine think about a position after a pause in seconds, which costs it no time.

        Nor does it cost time to wait for its turn: of that `wait` is told.
        """
        self._stop = stop = StopToken()
        self._task.start(self._think(seat, position, start_clock, wait, stop, pause))

    def halt(self) -> None:
        """Make the engine stop, without a reply."""
        if self._task.give_up():
            self._stop.stop()

    async def close(self) -> None:
        """Wait until nothing is left of the searches that were given up."""
        self.halt()
        await self._task.close()

    async def _think(
        self,
        seat: EngineSeat,
        position: Position,
        start_clock: Callable[[], ClockLimits | None],
        wait: Callable[[str], object],
        stop: StopToken,
        pause: float,
    ) -> None:
        try:
            await asyncio.sleep(pause)
            async with seat.turn(wait):
                reply = await seat.choose(position, start_clock(), stop)
        except asyncio.CancelledError:
            if self._task.finish():  # an engine can raise that, too
                self._on_failure("it was interrupted")
            raise
        except Exception as error:  # no failure in an engine may take the game down
            if self._task.finish():
                self._on_failure(str(error) if isinstance(error, MakachessError) else repr(error))
            return
        if self._task.finish():
            self._on_reply(reply)
