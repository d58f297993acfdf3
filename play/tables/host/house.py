"""All tables of a host: opening, resuming and closing them, and who is here."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, opponent
from makachess.core.text import how_many
from makachess.play.background import close_all
from makachess.play.session.clock import format_time_control, parse_clock
from makachess.play.session.draft import why_unplayable
from makachess.play.session.seats import EngineSeat, PersonSeat
from makachess.play.session.session import seat_tags
from makachess.play.tables.host.conduct import Limits, adjudicate, is_left
from makachess.play.tables.host.engines import EngineRoom, HostedEngineSeat
from makachess.play.tables.host.notify import Notifier
from makachess.play.tables.host.records import (
    Records,
    date_tag,
    file_name,
    last_rounds,
    load_played,
    talk_name,
)
from makachess.play.tables.host.table import (
    INVITED,
    HostedTable,
    HostServices,
    Watcher,
    is_name,
    open_seat,
)
from makachess.play.tables.members import FILE, Followed, changing
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import RefusedError, format_message, parse_message
from makachess.saves import Game, SaveError
from makachess.saves.restriction import own_folder
from makachess.saves.rules import parse_options
from makachess.variants import load_by_name, names, relative_names, rules_digest

# --- new games ------------------------------------------------------------------------------------


def make_game(name: str, wish: schema.OpenTable, today: float) -> Game:
    """The game at its start, with a player on one seat; raises MakachessError.

    The rules of a large game take a tenth of a second to be read: that is for a thread.
    """
    if wish.variant not in (*names(), *relative_names()):
        raise RefusedError(f"{wish.variant!r} is not a game that comes with makachess")
    variant = load_by_name(wish.variant, **parse_options(wish.options))
    if wish.fen and (reason := why_unplayable(variant, wish.fen)):
        raise RefusedError(f"{wish.fen!r}: {reason}")
    rules_digest(variant)  # kept, for all who will watch
    color = wish.color or random.choice(COLORS)
    tags = seat_tags({color: PersonSeat(name), opponent(color): open_seat()})
    tags["Date"] = date_tag(today)
    if wish.clock:
        tags["TimeControl"] = format_time_control(parse_clock(wish.clock))
    if wish.invited:
        tags[INVITED] = wish.invited
    return Game(variant, wish.fen or None, tags)


# --- the house ------------------------------------------------------------------------------------

WRITERS = 16  # threads that put games on disk
ENDED = "the host has ended"


class Guest(Watcher, Protocol):
    """A client that has said hello."""

    follows: bool  # the list of tables
    looks_on: bool  # without a name of one's own
    watching: set[int]

    def dismiss(self, reason: str) -> None:
        """Say goodbye."""


class House:
    """Every table of a host, and the guests; `now` and `today` are times in seconds.

    `today` counts from 1970. Games are kept in a folder, from which `resume` goes on; a host that
    still has it is given some seconds of `patience` to end. A `notifier` tells of turns those who
    are not here.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        *,
        patience: float = 0.0,
        notifier: Notifier | None = None,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        self.limits = limits or Limits()
        self.now = now
        self.today = today
        self.records = Records(folder, patience, today)
        self.tables: dict[int, HostedTable] = {}
        self.guests: dict[str, list[Guest]] = {}
        self._came: dict[str, float] = {}  # since when they are here
        self._went: dict[str, float] = {}  # since when those who sit at tables are not here
        self.members = Followed(folder / FILE)
        self._notifier = notifier
        self.engines = EngineRoom(self.limits.cores)
        self.since = today()
        self.moves = 0
        self._last = self.records.highest()
        self._writers = ThreadPoolExecutor(WRITERS, "tables")
        self._is_closed = False
        self._making = asyncio.Lock()
        self._left: set[asyncio.Task[None]] = set()  # sessions of earlier games, being closed
        self._around = HostServices(
            self._write, self.engines, now, today, self._left_at, self._announced
        )

    # --- beginning and end ----------------------------------------------------------------------

    def resume(self) -> int:
        """Go on with the games of the folder; how many there are."""
        for number, round, game in self.records.load():
            try:
                said = self.records.said(number)
                table = HostedTable(number, round, game, self._around, resumed=True, said=said)
                parse_message(format_message(schema.Listed(table.entry())))  # as all clients will
                self.tables[number] = table
                table.told = table.turn  # as it was before the host ended
            except MakachessError as error:
                self.records.damaged.append(f"table {number}: {error}")
        return len(self.tables)

    async def close(self) -> None:
        """Put all games on disk, and let another host have them."""
        try:
            tables = (table.close() for table in self.tables.values())
            await close_all(*tables, *self._left)
            if self._notifier is not None:
                await self._notifier.close()
        finally:
            self._is_closed = True
            self._writers.shutdown()
            self.records.close()

    async def _write(self, name: str, text: str) -> None:
        await self._off_the_loop(partial(self.records.write, name, text))

    async def _off_the_loop(self, write: Callable[[], None]) -> None:
        if self._is_closed:
            raise SaveError(ENDED, ENDED)
        await asyncio.get_running_loop().run_in_executor(self._writers, write)

    # --- tables ---------------------------------------------------------------------------------

    def table(self, number: int) -> HostedTable:
        """A table by its number; raises RefusedError."""
        if number not in self.tables:
            raise RefusedError(f"there is no table {number}")
        return self.tables[number]

    def tables_of(self, name: str) -> Iterator[HostedTable]:
        """The tables where a player sits."""
        return (table for table in self.tables.values() if table.color_of(name))

    async def open(self, name: str, wish: schema.OpenTable) -> HostedTable:
        """Open a table at which a player sits; raises MakachessError."""
        await self._make_room_for_table(name)
        if wish.invited == name:
            raise RefusedError("you cannot invite yourself")
        async with self._making:  # one at a time, so that those who open many do not hold up others
            game = await asyncio.to_thread(make_game, name, wish, self.today())
        await self._make_room_for_table(name)  # others may have been opened meanwhile
        self._last += 1
        table = HostedTable(self._last, 1, game, self._around)
        self.tables[table.number] = table
        table.note()
        await table.commits.settled()
        self.call(table, "invited", wish.invited)
        return table

    async def _make_room_for_table(self, name: str) -> None:
        await self.make_room(name)
        if len(self.tables) >= self.limits.tables:
            raise RefusedError(f"the host has room for {how_many(self.limits.tables, 'table')}")

    async def make_room(self, name: str) -> None:
        """Refuse a player who sits at too many tables already, but close what is over first.

        One who has finished too many games today is refused, too.
        """
        self.check_day(name)
        tables = list(self.tables_of(name))
        if len(tables) >= self.limits.own_tables:
            for table in tables:
                if table.session.over and not table.watchers and not table.commits.failure:
                    await self.shut(table)
        count = sum(not t.session.over or t.is_watched_by(name) for t in self.tables_of(name))
        if count >= self.limits.own_tables:
            told = how_many(count, "table")
            raise RefusedError(f"{name!r} sits at {told}, and more are not allowed")

    def check_day(self, name: str) -> None:
        """Refuse a player who has finished too many games today: each is kept."""
        lying = (t for t in self.tables.values() if t.session.over and t.game.moves)
        ended = self.records.finished.ended(name) + sum(name in t.players for t in lying)
        if ended >= self.limits.games:
            raise RefusedError(
                f"{name!r} has ended {how_many(ended, 'game')} today, "
                "and more are not allowed before tomorrow"
            )

    def engine_seat(self, name: str, table: HostedTable, level: int) -> EngineSeat:
        """An engine for a table, unless the player has too many."""
        playing = [t for t in self.tables_of(name) if t.has_engine and not t.session.over]
        if table not in playing and len(playing) >= self.limits.engines:
            raise RefusedError(
                f"{name!r} plays against {len(playing)} engines, and more are not allowed"
            )
        return HostedEngineSeat(table.game.variant, level, self.engines)

    async def play_again(self, table: HostedTable) -> None:
        """Begin the next game at a table whose players have agreed to it."""
        await table.commits.quiet()
        if not table.agreed:
            return
        if table.commits.failure:
            table.agreed = False
            raise RefusedError(f"the last game is not saved yet: {table.commits.failure}")
        old = table.again()
        task = asyncio.create_task(old.close())
        self._left.add(task)
        task.add_done_callback(self._left.discard)
        await table.commits.settled()
        if not table.commits.failure:
            self.records.put_away(table.number, table.round - 1, old.game)

    async def shut(self, table: HostedTable) -> None:
        """Close a table: a finished game is put away, one that never began is removed."""
        if self.tables.pop(table.number, None) is None:
            return
        await table.close()
        if table.session.over:
            self.records.put_away(table.number, table.round, table.game)
        else:
            self.records.remove(file_name(table.number, table.round))
        self.records.remove(talk_name(table.number))
        table.send(schema.Gone(table.number))
        self._tell_followers(schema.Gone(table.number))

    async def close_down(self, table: HostedTable) -> None:
        """Close a table by the word of the owner: a game that is being played is drawn.

        Then the table stays until those who played there know.
        """
        is_news = table.is_to_be_kept
        if is_news:
            adjudicate(table, "draw")
            await table.commits.settled()
        if table.commits.failure:
            raise RefusedError(f"the game is not saved yet: {table.commits.failure}")
        if not is_news or table.seen.issuperset(table.people.values()):
            await self.shut(table)

    def check_free(self, name: str) -> None:
        """Raise RefusedError if a name is not one to play under, or is somebody's."""
        if not is_name(name):
            raise RefusedError(f"{name!r} is not a name to play under")
        invited = {table.invited for table in self.tables.values()}
        if name in self.known() | invited or own_folder(name).exists():
            raise RefusedError(f"{name!r} is somebody's name already")
        self.members.now.check_free(name)

    async def rename(self, old: str, new: str) -> None:
        """Give a player another name, at all tables and with the folder of a shared account."""
        is_here = old in self.guests  # still, but being sent away
        for table in list(self.tables.values()):
            if old in (table.invited, *table.people.values(), *table.players):
                table.rename(old, new)
                await table.commits.settled()
        self._went[new] = self.today() if is_here else self._went.pop(old, 0.0)
        await self._off_the_loop(partial(self._rename_member, old, new))
        with suppress(FileNotFoundError):
            own_folder(old).rename(own_folder(new))

    def _rename_member(self, old: str, new: str) -> None:
        with changing(self.members.now.path) as members:
            members.rename(old, new)

    # --- guests ---------------------------------------------------------------------------------

    def is_banned(self, name: str) -> bool:
        """Whether a player may not come in."""
        return self.members.now.is_banned(name)

    def welcome(self, guest: Guest) -> None:
        """A guest comes in; raises RefusedError if that person has too many clients."""
        clients = self.guests.setdefault(guest.name, [])
        if len(clients) >= self.limits.own_clients:
            raise RefusedError(f"{guest.name!r} has {len(clients)} clients, which are too many")
        clients.append(guest)
        if len(clients) == 1:
            self._came[guest.name] = self.today()
            self._went.pop(guest.name, None)
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
            self._came.pop(guest.name, None)
            if any(self.tables_of(guest.name)):
                self._went.setdefault(guest.name, self.today())
            self._notice(guest.name)

    def _left_at(self, name: str) -> float | None:
        """When a player left, None for one who is connected; 0 before the host began."""
        return None if name in self.guests else self._went.get(name, 0.0)

    def known(self) -> set[str]:
        """All who have keys, sit at tables, or are here."""
        sitting = {name for table in self.tables.values() for name in table.people.values()}
        return sitting | self.members.now.players.keys() | self.guests.keys()

    def present(self) -> tuple[schema.Presence, ...]:
        """Who is connected, and where each of them plays, watches or sits."""
        places: dict[str, tuple[int, int]] = {}  # by name: how much a table matters, its number
        for table in self.tables.values():
            at_seats = 3 if table.is_full and not table.session.over else 1
            ranks = {watcher.name: 2 for watcher in table.watchers}
            for name, rank in (ranks | dict.fromkeys(table.people.values(), at_seats)).items():
                places[name] = max(places.get(name, (0, 0)), (rank, table.number))
        found = []
        for name, since in sorted(self._came.items())[: schema.MOST_LISTED]:
            rank, number = places.get(name, (0, 0))
            found.append(schema.Presence(name, int(since), number, rank == 2))
        return tuple(found)

    def _notice(self, name: str) -> None:
        """A player has come or gone: tell it at the tables where that player sits."""
        for table in self.tables_of(name):
            table.look()
            table.note_people()

    def _announced(self, table: HostedTable, change: schema.Change | None, is_news: bool) -> None:
        self.moves += len(change.moves) if change is not None else 0
        if is_news:
            self._tell_followers(schema.Listed(table.entry()))
        self._tell_of_turn(table)
        for what, name in calls_of(table, change) if change is not None else ():
            self.call(table, what, name)

    def _tell_of_turn(self, table: HostedTable) -> None:
        """Tell a player of a turn that has just begun, once, who is not here."""
        if table.turn in (None, table.told):
            return
        table.told, people = table.turn, table.people
        name = people.get(table.session.turn, "")
        if self._notifier is not None and name and name not in self.guests:
            other = table.session.seats[opponent(table.session.turn)].name
            self._notifier.tell(table.number, name, other)

    def _tell_followers(self, event: schema.Event) -> None:
        followers = [g for guests in self.guests.values() for g in guests if g.follows]
        line = format_message(event) if followers else b""
        for guest in followers:
            guest.send(line)

    def call(self, table: HostedTable, what: str, name: str) -> None:
        """Tell a player what is wanted, wherever that player does not watch the table anyway."""
        for guest in self.guests.get(name, ()):
            if table.number not in guest.watching:
                guest.send(format_message(schema.Attention(table.number, what)))

    # --- time -----------------------------------------------------------------------------------

    def look(self) -> float:
        """Look at all clocks; the seconds until that has to be done again."""
        waits = [table.look() for table in self.tables.values()]
        return min((wait for wait in waits if wait is not None), default=60.0)

    async def sweep(self) -> None:
        """Close the tables that are no longer needed."""
        for table in list(self.tables.values()):
            if is_left(table, self.guests, self.today()):
                await self.shut(table)
        self._went = {name: when for name, when in self._went.items() if any(self.tables_of(name))}
        if self.records.renew():
            for table in list(self.tables.values()):
                await table.write_anew()


def calls_of(table: HostedTable, change: schema.Change) -> Iterator[tuple[str, str]]:
    """What a change at a table asks of people who play there, and of whom."""
    now = change.standing
    what, asker = "", ""
    if now.winner:
        what, asker = ("rematch" if now.rematch else "over"), now.rematch
    elif now.takeback:
        what, asker = "takeback", now.takeback
    elif now.draw and not change.moves:
        what, asker = "draw", now.draw
    elif table.is_full and change.moves:
        what, asker = "move", opponent(table.session.turn)
    if what:
        yield from ((what, name) for color, name in table.people.items() if color != asker)


# --- a host that does not run ---------------------------------------------------------------------

MOST = 200  # tables looked at


def entries_asleep(folder: Path) -> list[schema.Entry]:
    """The tables whose games can be read; the last ones where there are many."""

    async def write(name: str, text: str) -> None:
        raise MakachessError("the folder is not ours")

    services = HostServices(
        write, EngineRoom(1), time.monotonic, time.time, lambda name: 0.0, lambda *told: None
    )
    found = []
    for table, round in sorted(last_rounds(folder).items())[-MOST:]:
        with suppress(MakachessError, OSError):  # of which the host will tell when it begins
            game = load_played(folder / file_name(table, round))
            found.append(HostedTable(table, round, game, services, resumed=True).entry())
    return found
