"""A table as the list shows it, composed from its game and from who sits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from makachess.play.session.clock import TimeControl, format_time_control
from makachess.play.session.seats import Seat
from makachess.play.tables.host.sitting import is_open, kind_of
from makachess.play.tables.messages.parts import HUMAN, Entry, Sitter
from makachess.play.tables.messages.reports import People
from makachess.saves import Game


def entry_of(
    table: int,
    round: int,
    game: Game,
    seats: Mapping[str, Seat],
    control: TimeControl | None,
    is_here: Callable[[str], bool],
    *,
    spectators: int = 0,
    invited: str = "",
) -> Entry:
    """The table's row; `is_here` says whether a player is connected."""
    return Entry(
        table,
        game.variant.name,
        _sitter(seats["white"], is_here),
        _sitter(seats["black"], is_here),
        round,
        game.variant.rules_options,
        format_time_control(control) if control else "",
        len(game.moves),
        game.position.turn,
        game.result,
        spectators,
        invited if any(map(is_open, seats.values())) else "",
        game.outcome.reason[:60] if game.outcome else "",
    )


def _sitter(seat: Seat, is_here: Callable[[str], bool]) -> Sitter:
    kind = kind_of(seat)
    if is_open(seat):
        return Sitter("", kind)
    return Sitter(seat.name, kind, kind != HUMAN or is_here(seat.name))


def people_of(entry: Entry) -> People:
    """Who sits at a table."""
    return People(entry.table, entry.white, entry.black, entry.spectators, entry.invited)
