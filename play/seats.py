"""Who plays a colour: a person here or elsewhere, an engine, or nobody yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from makachess.core import Move, Position
from makachess.core.engine import ClockLimits
from makachess.play.engines import Opponent

PERSON = "Player"
HUMAN, PROGRAM = "human", "program"  # the values of PGN's tags WhiteType and BlackType


@dataclass(slots=True, eq=False)
class Seat:
    """One side of a game; `name` and `kind` are what its file says of who plays it."""

    name: str
    kind: ClassVar[str] = HUMAN


@dataclass(slots=True, eq=False)
class PersonSeat(Seat):
    """A person, whose moves come through `Session.play`.

    One who is not `here` sits somewhere else and is asked before the other side takes back.
    """

    name: str = PERSON
    here: bool = True


@dataclass(slots=True, eq=False)
class VacantSeat(Seat):
    """Nobody: the file names a program that is not to be had here. The game waits."""

    kind: ClassVar[str] = PROGRAM


@dataclass(frozen=True, slots=True)
class Reply:
    """An engine's move, whether it offers a draw with it, and what a person should be told."""

    move: Move | None
    offers_draw: bool = False
    notice: str = ""


class EngineSeat(Seat):
    """An engine; the session asks it for a move whenever its colour is to move.

    When it has failed for good and the built-in engine plays on, the seat has that one's name.
    """

    kind: ClassVar[str] = PROGRAM

    def __init__(self, opponent: Opponent, name: str, stand_in: str = "") -> None:
        super().__init__(name)
        self.opponent = opponent
        self._stand_in = stand_in or name

    async def choose(self, position: Position, clock: ClockLimits | None) -> Reply:
        """The move it plays in a position of its own; raises whatever the engine raises."""
        seconds = None if clock is None else clock.budget(position.turn)
        best = await self.opponent.choose(position.copy(), seconds)
        notice, self.opponent.notice = self.opponent.notice, ""
        if self.opponent.is_stand_in:
            self.name = self._stand_in
        if best.move is None:
            return Reply(None, notice=notice)
        return Reply(best.move, self.opponent.offers_draw(position), notice)

    def accepts_draw(self, position: Position) -> bool:
        """Whether it takes a draw; one that cannot say does not."""
        try:
            return self.opponent.accepts_draw(position)
        except Exception:  # an engine's fault must not end the game, nor decide it
            return False

    def stop(self) -> None:
        """End its search, if any."""
        self.opponent.stop()

    async def close(self) -> None:
        """End the engine."""
        await self.opponent.close()
