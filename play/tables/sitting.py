"""Who sits at a table: people by their names, engines, and open seats."""

from __future__ import annotations

import asyncio

from makachess.core import Position
from makachess.core.engine import ClockLimits, StopToken
from makachess.core.spec import COLORS, Variant
from makachess.play.engines import LEVEL_NAME, make_player
from makachess.play.session.seats import EngineSeat, PersonSeat, Reply, Seat
from makachess.play.session.setup import level_of
from makachess.play.tables.parts import HUMAN, OPEN, PROGRAM

NOBODY = "?"  # the name in a game's file of a seat that is open


class HostedEngineSeat(EngineSeat):
    """An engine that waits for one of the processor's cores that engines at tables share."""

    def __init__(self, variant: Variant, level: int, cores: asyncio.Semaphore) -> None:
        super().__init__(make_player(variant, level, cores=1), f"{LEVEL_NAME} {level}")
        self._cores = cores

    async def choose(self, position: Position, clock: ClockLimits | None, stop: StopToken) -> Reply:
        """The move it plays, once a core is free."""
        async with self._cores:
            return await super().choose(position, clock, stop)


def open_seat() -> PersonSeat:
    """A seat for whoever comes."""
    return PersonSeat(NOBODY, here=False)


def is_open(seat: Seat) -> bool:
    """Whether anybody may sit down there."""
    return isinstance(seat, PersonSeat) and seat.name == NOBODY


def kind_of(seat: Seat) -> str:
    """What the list says of who sits there."""
    if is_open(seat):
        return OPEN
    return HUMAN if isinstance(seat, PersonSeat) else PROGRAM


def seats_of(tags: dict[str, str], variant: Variant, cores: asyncio.Semaphore) -> dict[str, Seat]:
    """The seats as a game's file has them."""
    seats: dict[str, Seat] = {}
    for color in COLORS:
        level = level_of(tags, color)
        name = tags.get(color.capitalize(), NOBODY)
        is_engine = level is not None and tags.get(f"{color.capitalize()}Type") == PROGRAM
        if is_engine and level is not None:
            seats[color] = HostedEngineSeat(variant, level, cores)
        else:
            seats[color] = PersonSeat(name, here=False)
    return seats
