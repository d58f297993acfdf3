"""All tables of a host: opening, resuming and closing them, and who is here."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, opponent
from makachess.play.background import close_all
from makachess.play.session.draft import why_unplayable
from makachess.play.session.seats import EngineSeat, PersonSeat, Seat
from makachess.play.session.time_control import parse_clock, parse_time_control
from makachess.play.tables.codec import format_message
from makachess.play.tables.errors import RefusedError
from makachess.play.tables.limits import Limits
from makachess.play.tables.records import Found, Records, format_moment
from makachess.play.tables.reports import Attention, Change, Gone, Listed
from makachess.play.tables.requests import OpenTable
from makachess.play.tables.schema import Event
from makachess.play.tables.sitting import HostedEngineSeat, open_seat, seats_of
from makachess.play.tables.surroundings import Surroundings
from makachess.play.tables.table import HostedTable
from makachess.saves import Game
from makachess.saves.rules import parse_options
from makachess.variants import load_by_name, names, relative_names

WRITERS = 16  # threads that put games on disk


class Guest(Protocol):
    """A client that has said hello."""

    name: str
    follows: bool  # the list of tables
    watching: set[int]

    def send(self, line: bytes) -> None:
        """Send a line."""


class House:
    """Every table of a host, and the guests; `now` and `today` are times in seconds.

    `today` counts from 1970. Games are kept in a folder, from which `resume` goes on; a host that
    still has it is given some seconds of `patience` to end.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        *,
        patience: float = 0.0,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        self.limits = limits or Limits()
        self.now = now
        self.today = today
        self.records = Records(folder, patience)
        self.tables: dict[int, HostedTable] = {}
        self.guests: dict[str, list[Guest]] = {}
        self.muted: set[str] = set()
        self.since = today()
        self.moves = 0
        self._last = self.records.highest()
        self._cores = asyncio.Semaphore(self.limits.cores)
        self._writers = ThreadPoolExecutor(WRITERS, "tables")
        self._left: set[asyncio.Task[None]] = set()  # sessions of earlier games, being closed
        self._around = Surroundings(
            self._write, now, today, lambda name: name in self.guests, self._announced
        )

    # --- beginning and end ----------------------------------------------------------------------

    def resume(self) -> int:
        """Go on with the games of the folder; how many there are."""
        for found in self.records.load():
            try:
                self.tables[found.table] = self._resumed(found)
            except MakachessError as error:
                self.records.damaged.append(f"table {found.table}: {error}")
        return len(self.tables)

    def _resumed(self, found: Found) -> HostedTable:
        game = found.game
        seats = seats_of(game.tags, game.variant, self._cores)
        control = parse_time_control(game.tags.get("TimeControl", ""))
        return HostedTable(
            found.table, found.round, game, seats, control, self._around, resumed=True
        )

    async def close(self) -> None:
        """Put all games on disk, and let another host have them."""
        try:
            await close_all(*(table.close() for table in self.tables.values()), *self._left)
        finally:
            self._writers.shutdown()
            self.records.close()

    async def _write(self, table: int, round: int, text: str) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._writers, self.records.write, table, round, text)

    # --- tables ---------------------------------------------------------------------------------

    def table(self, number: int) -> HostedTable:
        """A table by its number; raises RefusedError."""
        if number not in self.tables:
            raise RefusedError(f"there is no table {number}")
        return self.tables[number]

    def tables_of(self, name: str) -> Iterator[HostedTable]:
        """The tables where somebody sits."""
        return (table for table in self.tables.values() if table.color_of(name))

    async def open(self, name: str, wish: OpenTable) -> HostedTable:
        """Open a table at which somebody sits; raises MakachessError."""
        if len(self.tables) >= self.limits.tables:
            raise RefusedError(f"the host has room for {self.limits.tables} tables")
        await self.make_room(name)
        if wish.variant not in (*names(), *relative_names()):
            raise RefusedError(f"{wish.variant!r} is not a game that comes with makachess")
        variant = load_by_name(wish.variant, **parse_options(wish.options))
        if wish.fen and (reason := why_unplayable(variant, wish.fen)):
            raise RefusedError(f"{wish.fen!r}: {reason}")
        control = parse_clock(wish.clock) if wish.clock else None
        game = Game(variant, wish.fen or None, {"Date": self._date()})
        color = wish.color or random.choice(COLORS)
        seats: dict[str, Seat] = {color: PersonSeat(name, here=False)}
        seats[opponent(color)] = open_seat()
        self._last += 1
        table = HostedTable(self._last, 1, game, seats, control, self._around)
        self.tables[table.number] = table
        table.note()
        await table.commits.settled()
        return table

    async def make_room(self, name: str) -> None:
        """Refuse somebody who sits at too many tables already, but close what is over first."""
        tables = list(self.tables_of(name))
        if len(tables) >= self.limits.own_tables:
            for table in tables:
                if table.session.over and not table.watchers:
                    await self.shut(table)
        count = sum(not t.session.over or t.is_watched_by(name) for t in self.tables_of(name))
        if count >= self.limits.own_tables:
            raise RefusedError(f"{name!r} sits at {count} tables, and more are not allowed")

    def engine_seat(self, name: str, table: HostedTable, level: int) -> EngineSeat:
        """An engine for a table, unless somebody plays against too many."""
        playing = [t for t in self.tables_of(name) if t.has_engine and not t.session.over]
        if table not in playing and len(playing) >= self.limits.engines:
            raise RefusedError(
                f"{name!r} plays against {len(playing)} engines, and more are not allowed"
            )
        return HostedEngineSeat(table.game.variant, level, self._cores)

    async def play_again(self, table: HostedTable) -> None:
        """Begin the next game at a table whose players have agreed to it."""
        await table.commits.quiet()
        if not table.agreed:
            return
        tags, variant = table.game.tags, table.game.variant
        seats: dict[str, Seat] = {}
        for color, seat in seats_of(tags, variant, self._cores).items():
            seats[opponent(color)] = seat
        old = table.again(seats)
        task = asyncio.create_task(old.close())
        self._left.add(task)
        task.add_done_callback(self._left.discard)
        await table.commits.settled()
        if not table.commits.failure:
            self.records.put_away(table.number, table.round - 1)

    def _date(self) -> str:
        return format_moment(self.today())[:10].replace("-", ".")

    async def shut(self, table: HostedTable) -> None:
        """Close a table: a finished game is put away, one that never began is removed."""
        if self.tables.pop(table.number, None) is None:
            return
        await table.close()
        if table.session.over:
            self.records.put_away(table.number, table.round)
        else:
            self.records.remove(table.number, table.round)
        table.send(Gone(table.number))
        self._tell_followers(Gone(table.number))

    # --- guests ---------------------------------------------------------------------------------

    def welcome(self, guest: Guest) -> None:
        """A guest comes in; raises RefusedError if that person has too many clients."""
        clients = self.guests.setdefault(guest.name, [])
        if len(clients) >= self.limits.own_clients:
            raise RefusedError(f"{guest.name!r} has {len(clients)} clients, which are too many")
        clients.append(guest)
        if len(clients) == 1:
            self._notice(guest.name)

    def farewell(self, guest: Guest) -> None:
        """A guest has gone."""
        for number in guest.watching & self.tables.keys():
            self.tables[number].unwatch(guest)
        clients = self.guests.get(guest.name, [])
        if guest in clients:
            clients.remove(guest)
        if not clients:
            self.guests.pop(guest.name, None)
            self._notice(guest.name)

    def _notice(self, name: str) -> None:
        """Somebody has come or gone: tell it at the tables where that person sits."""
        for table in self.tables_of(name):
            table.look()
            table.note()

    def _announced(self, table: HostedTable, change: Change | None, is_news: bool) -> None:
        self.moves += len(change.moves) if change is not None else 0
        if is_news:
            self._tell_followers(Listed(table.entry()))
        if change is not None and (what := _call(table, change)):
            self._call_players(table, what)

    def _tell_followers(self, event: Event) -> None:
        followers = [g for guests in self.guests.values() for g in guests if g.follows]
        line = format_message(event) if followers else b""
        for guest in followers:
            guest.send(line)

    def _call_players(self, table: HostedTable, what: str) -> None:
        """Tell those of whom something is wanted, unless they watch the table anyway."""
        line = b""
        for name in _wanted(table, what):
            for guest in self.guests.get(name, ()):
                if table.number not in guest.watching:
                    line = line or format_message(Attention(table.number, what))
                    guest.send(line)

    # --- time -----------------------------------------------------------------------------------

    def look(self) -> float:
        """Look at all clocks; the seconds until that has to be done again."""
        waits = [table.look() for table in self.tables.values()]
        return min((wait for wait in waits if wait is not None), default=60.0)

    async def sweep(self) -> None:
        """Close the tables that nobody needs any more."""
        for table in list(self.tables.values()):
            if self._is_left(table):
                await self.shut(table)

    def _is_left(self, table: HostedTable) -> bool:
        today = self.today()
        is_used = bool(table.watchers) or any(n in self.guests for n in table.people.values())
        if table.is_to_be_kept or is_used:
            table.left_at = today
            return False
        return today - table.left_at >= table.patience


def _call(table: HostedTable, change: Change) -> str:
    """What a change asks of somebody, empty if nothing."""
    if change.standing.winner:
        return "rematch" if change.standing.rematch else "over"
    if change.standing.takeback:
        return "takeback"
    if change.standing.draw and not change.moves:
        return "draw"
    return "move" if table.is_full and change.moves else ""


def _wanted(table: HostedTable, what: str) -> Iterator[str]:
    """The people of whom it is asked."""
    session = table.session
    asker = {"takeback": session.takeback, "draw": session.offer, "rematch": table.rematch}
    for color, name in table.people.items():
        if what == "move" and color != session.turn:
            continue
        if color != asker.get(what):
            yield name
