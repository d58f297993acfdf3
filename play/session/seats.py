"""Who plays a colour: a person, an engine that thinks about its move, or nobody yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import ClassVar

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import ClockLimits, StopToken
from makachess.core.spec import COLORS
from makachess.play.background import BackgroundTask, close_all
from makachess.play.engines import EnginePlayer
from makachess.play.settings import PLAYER

HUMAN, PROGRAM = "human", "program"  # the values of PGN's tags WhiteType and BlackType


@dataclass(slots=True, eq=False)
class Seat:
    """One side of a game; `name` and `kind` are what its file says of who plays it."""

    name: str
    kind: ClassVar[str] = HUMAN


@dataclass(slots=True, eq=False)
class PersonSeat(Seat):
    """A person, whose moves come through `Session.play`.

    One who is not `here` plays from elsewhere and is asked before the other side takes back.
    """

    name: str = PLAYER
    here: bool = True


@dataclass(slots=True, eq=False)
class VacantSeat(Seat):
    """Nobody: the file names a program that is not available here. The game waits."""

    kind: ClassVar[str] = PROGRAM


@dataclass(frozen=True, slots=True)
class Reply:
    """An engine's move, whether it offers a draw with it, and what a person should be told.

    Without a move it resigns.
    """

    move: Move | None
    offers_draw: bool = False
    notice: str = ""


class EngineSeat(Seat):
    """An engine; the session asks it for a move whenever its colour is to move.

    Once the built-in engine has taken over from one that failed, the seat has its name.
    """

    kind: ClassVar[str] = PROGRAM

    def __init__(self, player: EnginePlayer, name: str) -> None:
        super().__init__(name)
        self.player = player

    def turn(self, wait: Callable[[str], object]) -> AbstractAsyncContextManager[None]:
        """Its turn to think; where that does not come at once `wait` hears why, if it matters."""
        return nullcontext()

    async def choose(self, position: Position, clock: ClockLimits | None, stop: StopToken) -> Reply:
        """The move it plays; raises whatever the engine raises."""
        best = await self.player.choose(position, clock, stop)
        notice, self.player.notice = self.player.notice, ""
        if self.player.is_stand_in:
            self.name = self.player.name
        if best.move is None and not best.resigns:
            raise MakachessError("there is no legal move")
        return Reply(best.move, self.player.offers_draw(position), notice)

    def accepts_draw(self, position: Position) -> bool:
        """Whether it accepts a draw; one that fails to answer declines."""
        try:
            return self.player.accepts_draw(position)
        except Exception:  # an engine's fault must not end the game, nor decide it
            return False

    async def close(self) -> None:
        """End the engine."""
        await self.player.close()


class Seats(dict[str, Seat]):
    """Who plays each colour of a game."""

    def __init__(self, seats: Mapping[str, Seat]) -> None:
        super().__init__(seats)
        self._left: list[Seat] = []  # whose engines are still to be ended

    @property
    def people(self) -> frozenset[str]:
        """The colours that people play."""
        return frozenset(c for c, seat in self.items() if isinstance(seat, PersonSeat))

    @property
    def vacant(self) -> str | None:
        """The first colour that nobody plays yet."""
        return next((c for c in COLORS if isinstance(self[c], VacantSeat)), None)

    def sit(self, color: str, seat: Seat) -> None:
        """Give a colour to somebody else."""
        if isinstance(self[color], EngineSeat):
            self._left.append(self[color])
        self[color] = seat

    def must_be_asked(self, color: str) -> bool:
        """Whether a colour is a person's elsewhere, who must agree to a take-back."""
        seat = self[color]
        return isinstance(seat, PersonSeat) and not seat.here

    async def close(self) -> None:
        """End the engines, also of those who have left."""
        seats = {seat for seat in (*self.values(), *self._left) if isinstance(seat, EngineSeat)}
        await close_all(*(seat.close() for seat in seats))


# --- thinking -------------------------------------------------------------------------------------
#
# An engine's search for one move of a game, from its start to a reply, failure or halt.


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
