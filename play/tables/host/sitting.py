"""Who sits at a table: people by their names, engines, and open seats."""

from __future__ import annotations

from makachess.core.spec import COLORS, Variant
from makachess.play.session.opponents import level_of
from makachess.play.session.seats import PersonSeat, Seat
from makachess.play.settings import LONGEST_NAME
from makachess.play.tables.host.engines import EngineRoom, HostedEngineSeat
from makachess.play.tables.host.tags import sitting_in
from makachess.play.tables.messages.parts import HUMAN, OPEN, PROGRAM

NOBODY = "?"  # the name in a game's file of a seat that is open


def is_name(name: str) -> bool:
    """Whether a name is one to play under."""
    is_one = bool(name) and name.isprintable() and len(name) <= LONGEST_NAME
    return is_one and name.strip() == name and name != NOBODY


def open_seat() -> PersonSeat:
    """A seat open to anyone."""
    return PersonSeat(NOBODY, here=False)


def is_open(seat: Seat) -> bool:
    """Whether anyone may sit down there."""
    return isinstance(seat, PersonSeat) and seat.name == NOBODY


def kind_of(seat: Seat) -> str:
    """What the list says of who sits there."""
    if is_open(seat):
        return OPEN
    return HUMAN if isinstance(seat, PersonSeat) else PROGRAM


def seats_of(tags: dict[str, str], variant: Variant, room: EngineRoom) -> dict[str, Seat]:
    """The seats as a game's file has them."""
    seats: dict[str, Seat] = {}
    tags = sitting_in(tags)
    for color in COLORS:
        level = level_of(tags, color)
        name = tags.get(color.capitalize(), NOBODY)
        is_engine = level is not None and tags.get(f"{color.capitalize()}Type") == PROGRAM
        if is_engine and level is not None:
            seats[color] = HostedEngineSeat(variant, level, room)
        else:
            seats[color] = PersonSeat(name, here=False)
    return seats
