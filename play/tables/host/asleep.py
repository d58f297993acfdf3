"""The tables of a host that does not run, as its folder has them; nothing there is changed."""

from __future__ import annotations

from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.session.clock import parse_time_control
from makachess.play.tables.host.engines import EngineRoom
from makachess.play.tables.host.records import last_rounds
from makachess.play.tables.host.showing import entry_of
from makachess.play.tables.host.sitting import seats_of
from makachess.play.tables.host.tags import invited_in
from makachess.play.tables.messages.parts import Entry
from makachess.saves import load_game

MOST = 200  # tables looked at


def entries_asleep(folder: Path) -> list[Entry]:
    """The tables whose games can be read; the last ones where there are many."""
    found = []
    for table, round in sorted(last_rounds(folder).items())[-MOST:]:
        try:
            found.append(_entry(folder, table, round))
        except (MakachessError, OSError):
            continue  # the host will say so when it begins
    return found


def _entry(folder: Path, table: int, round: int) -> Entry:
    game, fault = load_game(folder / f"{table}-{round}.pgn")
    if fault:
        raise MakachessError(fault)
    game.goto(game.end)
    seats = seats_of(game.tags, game.variant, EngineRoom(1))
    control = parse_time_control(game.tags.get("TimeControl", ""))
    return entry_of(
        table, round, game, seats, control, lambda name: False, invited=invited_in(game)
    )
