"""What a list of tables says of each."""

from __future__ import annotations

import time
from collections.abc import Iterable

from makachess.core.errors import MakachessError
from makachess.core.text import how_many, together
from makachess.play.session.clock import describe_clock, format_clock, parse_time_control
from makachess.play.shelf import title_of
from makachess.play.tables.messages.schema import HUMAN, OPEN, Entry, Presence, Sitter

FREE = "(free)"
TOLD = {"abandoned": "a player was away", "adjudication": "adjudicated"}  # ends to be explained
INVITED, TO_MOVE, SITS, MAY_SIT, OTHERS, OVER = range(6)


def stage(entry: Entry, name: str) -> int:
    """What a table is to a player, from what waits for the player most."""
    if entry.result != "*":
        return OVER
    if color := entry.color_of(name):
        return TO_MOVE if color == entry.turn and not entry.open_seats else SITS
    if entry.seats_for(name):
        return INVITED if entry.invited else MAY_SIT
    return OTHERS


def rank(entry: Entry, name: str) -> tuple[int, int]:
    return stage(entry, name), entry.table


def hosts(entry: Entry) -> str:
    """The people who sit there, as in `anna`."""
    return " and ".join(one.name for one in (entry.white, entry.black) if one.kind == HUMAN)


def calls(entries: Iterable[Entry], name: str) -> str:
    """What waits for a player at tables, in a few words; empty if nothing does."""
    found = [(stage(entry, name), entry) for entry in entries]
    moving, inviting, over = (
        [entry for at, entry in found if at == wanted] for wanted in (TO_MOVE, INVITED, OVER)
    )
    said = [f"YOUR MOVE at {how_many(len(moving), 'table')}"] if moving else []
    if len(inviting) == 1:
        said.append(f"{hosts(inviting[0])} invites you")
    elif inviting:
        said.append(f"you are invited to {how_many(len(inviting), 'table')}")
    return ", ".join([*said, *([f"game over at {how_many(len(over), 'table')}"] if over else [])])


def games_waiting(entries: Iterable[Entry], name: str) -> str:
    """The tables where a player is to move or invited, in a sentence; empty if there are none."""
    numbers = sorted(one.table for one in entries if stage(one, name) in (INVITED, TO_MOVE))
    if len(numbers) < 2:
        return f"1 game waits for you (table {numbers[0]})" if numbers else ""
    return f"{len(numbers)} games wait for you (tables {together(map(str, numbers))})"


def ended_meanwhile(entries: Iterable[Entry], name: str) -> str:
    """The games of a player that ended while that player was away, in a sentence; empty if none."""
    ended = [entry for entry in entries if entry.reason in TOLD and entry.color_of(name)]
    return "; ".join(f"Game over at table {entry.table}: {state(entry, name)}" for entry in ended)


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
    if (at := stage(entry, name)) == OVER:
        ended = {"1-0": "White won", "0-1": "Black won"}.get(entry.result, "drawn")
        return f"{ended}: {TOLD[entry.reason]}" if entry.reason in TOLD else ended
    if at == INVITED:
        return f"{hosts(entry)} invites you"
    if at == MAY_SIT:
        return f"sit down as {entry.open_seats[0].capitalize()}"
    if at == SITS and entry.open_seats:
        return f"waiting for {entry.invited or 'a player'}"
    if at == OTHERS:
        return f"kept for {entry.invited}" if entry.invited else f"move {entry.plies // 2 + 1}"
    return "your move" if at == TO_MOVE else "you play here"


def describe(entry: Entry, name: str) -> str:
    """What a list has no room for: all names, the rules, and the clock in words."""
    rules = f" ({entry.options})" if entry.options else ""
    control = parse_time_control(entry.clock)
    about = describe_clock(control) if control else "no clock"
    if stage(entry, name) == OVER:
        about = state(entry, name)
    return f"Table {entry.table}: {who(entry.white)} - {who(entry.black)}{rules}; {about}"
