"""Whom a change at a table calls, and why."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.play.tables.host.table import HostedTable
from makachess.play.tables.messages.reports import Change


def call_of(table: HostedTable, change: Change) -> str:
    """What a change asks of a player, empty if nothing."""
    if change.standing.winner:
        return "rematch" if change.standing.rematch else "over"
    if change.standing.takeback:
        return "takeback"
    if change.standing.draw and not change.moves:
        return "draw"
    return "move" if table.is_full and change.moves else ""


def wanted_by(table: HostedTable, what: str) -> Iterator[str]:
    """The people of whom it is asked."""
    session = table.session
    asker = {"takeback": session.takeback, "draw": session.offer, "rematch": table.rematch}
    for color, name in table.people.items():
        if what == "move" and color != session.turn:
            continue
        if color != asker.get(what):
            yield name
