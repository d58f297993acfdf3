"""What a list of tables says of each."""

from __future__ import annotations

import time
from collections.abc import Iterable

from makachess.core.errors import MakachessError
from makachess.core.text import how_many
from makachess.play.session.clock import describe_clock, format_clock, parse_time_control
from makachess.play.shelf import title_of
from makachess.play.tables.messages.schema import HUMAN, OPEN, Entry, Presence, Sitter

FREE = "(free)"
TOLD = {"abandoned": "a player was away", "adjudication": "adjudicated"}  # ends to be explained


def is_turn_of(entry: Entry, name: str) -> bool:
    """Whether a player is to move there."""
    is_on = entry.result == "*" and not entry.open_seats
    return is_on and entry.color_of(name) == entry.turn


def is_for(entry: Entry, name: str) -> bool:
    """Whether a player is invited to take the open seat."""
    return bool(entry.open_seats) and entry.invited == name


def rank(entry: Entry, name: str) -> tuple[int, int]:
    """The order of tables for a player.

    First where one is invited, then where one is to move, where one sits, where one may sit down,
    other games, and finished ones.
    """
    if entry.result != "*":
        place = 5
    elif entry.color_of(name):
        place = 1 if is_turn_of(entry, name) else 2
    elif is_for(entry, name):
        place = 0
    else:
        place = 3 if entry.seats_for(name) else 4
    return place, entry.table


def waits_for(entry: Entry, name: str) -> bool:
    """Whether a player is invited, or sits in a game that is not over."""
    return is_for(entry, name) or (entry.result == "*" and entry.color_of(name) is not None)


def hosts(entry: Entry) -> str:
    """The people who sit there, as in `anna`."""
    sitters = (entry.white, entry.black)
    return " and ".join(one.name for one in sitters if one.kind == HUMAN)


def calls(entries: Iterable[Entry], name: str) -> str:
    """What waits for a player at tables, in a few words; empty if nothing does."""
    entries = list(entries)
    said = []
    if count := sum(is_turn_of(entry, name) for entry in entries):
        said.append(f"YOUR MOVE at {how_many(count, 'table')}")
    invitations = [entry for entry in entries if is_for(entry, name)]
    if len(invitations) > 1:
        said.append(f"you are invited to {how_many(len(invitations), 'table')}")
    elif invitations:
        said.append(f"{hosts(invitations[0])} invites you")
    if count := sum(entry.result != "*" for entry in entries):
        said.append(f"game over at {how_many(count, 'table')}")
    return ", ".join(said)


def games_waiting(entries: Iterable[Entry], name: str) -> str:
    """The tables where a player is to move or invited, in a sentence; empty if there are none."""
    waiting = [entry for entry in entries if is_turn_of(entry, name) or is_for(entry, name)]
    numbers = sorted(entry.table for entry in waiting)
    if len(numbers) < 2:
        return f"1 game waits for you (table {numbers[0]})" if numbers else ""
    *most, last = map(str, numbers)
    return f"{len(numbers)} games wait for you (tables {', '.join(most)} and {last})"


def ended_meanwhile(entries: Iterable[Entry], name: str) -> str:
    """The games of a player that ended while that player was away, in a sentence; empty if none."""
    ended = [entry for entry in entries if entry.reason in TOLD and entry.color_of(name)]
    return "; ".join(f"Game over at table {entry.table}: {state(entry, name)}" for entry in ended)


_PLACES = ("next", *(["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]))


def engine_waits(place: int) -> str:
    """Where in line an engine waits for its turn to think; empty if it does not."""
    if not place:
        return ""
    where = _PLACES[place - 1] if place <= len(_PLACES) else "far back"
    return f"the engine is {where} in line"


def whereabouts(presence: Presence, entry: Entry | None) -> str:
    """What a player does at the table that the host names, and since when that player is here."""
    does = ""
    if entry is not None:
        title, others = title_of(entry.variant), (entry.white, entry.black)
        opponent = next((o.name for o in others if o.kind and o.name != presence.name), "")
        if presence.watches:
            does = f"watches {title} at table {entry.table}"
        elif entry.result != "*":
            does = f"sits at table {entry.table}"
        else:
            does = f"plays {title} with {opponent}" if opponent else f"waits to play {title}"
    since = time.strftime("here since %H:%M", time.localtime(presence.since))
    return ", ".join(filter(None, (does, since)))


def clock_column(entry: Entry) -> str:
    """The clock in a few characters."""
    try:
        control = parse_time_control(entry.clock)
    except MakachessError:
        return entry.clock
    return format_clock(control) if control else "no clock"


def who(one: Sitter) -> str:
    """Who sits there, and whether that person is away."""
    if one.kind == OPEN:
        return FREE
    return one.name if one.here else f"{one.name} (away)"


def state(entry: Entry, name: str) -> str:
    """What is to be done at a table, or how far its game is."""
    if entry.result != "*":
        ended = {"1-0": "White won", "0-1": "Black won"}.get(entry.result, "drawn")
        return f"{ended}: {TOLD[entry.reason]}" if entry.reason in TOLD else ended
    if is_turn_of(entry, name):
        return "your move"
    if entry.color_of(name):
        wanted = f"waiting for {entry.invited}" if entry.invited else "waiting"
        return wanted if entry.open_seats else "you play here"
    if is_for(entry, name):
        return f"{hosts(entry)} invites you"
    if entry.invited:
        return f"kept for {entry.invited}"
    if free := entry.open_seats:
        return f"{free[0].capitalize()} free"
    return f"move {entry.plies // 2 + 1}"


def describe(entry: Entry, name: str) -> str:
    """All that is known of a table, in a sentence."""
    rules = f" ({entry.options})" if entry.options else ""
    control = parse_time_control(entry.clock)
    clock = describe_clock(control) if control else "no clock"
    watchers = f", {entry.spectators} watching" if entry.spectators else ""
    return (
        f"Table {entry.table}: {title_of(entry.variant)}{rules}, {clock}; "
        f"{who(entry.white)} - {who(entry.black)}, move {entry.plies // 2 + 1}{watchers}: "
        f"{state(entry, name)}"
    )
