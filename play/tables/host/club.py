"""All tables of a host, who is here, and the answers to what they ask."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Protocol

from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, opponent
from makachess.core.text import fold, how_many
from makachess.play.background import close_all
from makachess.play.session.clock import format_time_control, parse_clock
from makachess.play.session.draft import why_unplayable
from makachess.play.session.seats import PersonSeat
from makachess.play.session.session import seat_tags
from makachess.play.tables.host.limits import Allowance, Limits
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
    Surroundings,
    Watcher,
    is_name,
    open_seat,
)
from makachess.play.tables.members import FILE, Followed, changing
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import RefusedError, format_message, parse_message
from makachess.play.tables.messages.wording import rank
from makachess.saves import Game, SaveError
from makachess.saves.restriction import own_folder
from makachess.saves.rules import parse_options
from makachess.variants import load_by_name, names, relative_names, rules_digest

WRITERS = 16  # threads that put games on disk
DAY = 86_400.0  # seconds
MOST_ASLEEP = 200  # tables of a host that does not run that are looked at
BANNED = "the owner of the host has shut you out"
ENDED = "the host has ended"
LOOKING = (schema.Watch, schema.Leave, schema.ListTables, schema.ListPresent)


class Guest(Watcher, Protocol):
    """A client that has said hello."""

    owner: bool
    follows: bool  # the list of tables
    looks_on: bool  # and can ask for nothing else
    watching: set[int]

    def dismiss(self, reason: str) -> None:
        """Say goodbye."""


class Club(Surroundings):
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
        super().__init__(self.limits.cores, now, today)
        self.records = Records(folder, patience, today)
        self.tables: dict[int, HostedTable] = {}
        self.guests: dict[str, list[Guest]] = {}
        self.members = Followed(folder / FILE)
        self.requests = Allowance(self.limits.burst, self.limits.rate, now)
        self._games = Allowance(self.limits.games, self.limits.games / DAY, now)
        self._came: dict[str, float] = {}  # since when they are here
        self._went: dict[str, float] = {}  # since when those who sit at tables are not here
        self._notifier = notifier
        self._last = self.records.highest()
        self._writers = ThreadPoolExecutor(WRITERS, "tables")
        self._is_closed = False
        self._making = asyncio.Lock()
        self._left: set[asyncio.Task[None]] = set()  # sessions of earlier games, being closed

    # --- beginning and end ----------------------------------------------------------------------

    def resume(self) -> int:
        """Go on with the games of the folder; how many there are."""
        for number, round, game in self.records.load():
            try:
                said = self.records.said(number)
                table = HostedTable(number, round, game, self, resumed=True, said=said)
                parse_message(format_message(schema.Listed(table.entry())))  # as all clients will
                self.tables[number] = table
                table.told = table.turn  # as it was before the host ended
            except MakachessError as error:
                self.records.damaged.append(f"table {number}: {error}")
        return len(self.tables)

    async def close(self) -> None:
        """Put all games on disk, and let another host have them."""
        try:
            await close_all(*(table.close() for table in self.tables.values()), *self._left)
            if self._notifier is not None:
                await self._notifier.close()
        finally:
            self._is_closed = True
            self._writers.shutdown()
            self.records.close()

    async def write(self, name: str, text: str) -> None:
        """Put a file on disk by its name; raises SaveError."""
        await self._off_the_loop(partial(self.records.write, name, text))

    async def _off_the_loop(self, write: Callable[[], None]) -> None:
        if self._is_closed:
            raise SaveError(ENDED, ENDED)
        await asyncio.get_running_loop().run_in_executor(self._writers, write)

    # --- answers --------------------------------------------------------------------------------

    def cost(self, request: schema.Request) -> float:
        """How many requests one counts for, since the host has more to do for it."""
        match request:
            case schema.OpenTable():
                return 5.0
            case schema.ListTables() | schema.ListPresent():
                return 1 + (len(self.tables) + len(self.guests)) / 100
            case schema.Watch() | schema.MakeMove() if request.table in self.tables:
                # All moves are written, or sent.
                return 1 + len(self.tables[request.table].game.moves) / 1000
        return 1.0

    async def answer(self, guest: Guest, request: schema.Request) -> schema.Answer:
        """Do what is asked; the answer comes once it is on disk and announced."""
        try:
            return await self._answer(guest, request)
        except MakachessError as error:
            return schema.Refused(request.id, str(error)[:1000])

    async def _answer(self, guest: Guest, request: schema.Request) -> schema.Answer:
        name, unsaved = guest.name, ""
        if guest.looks_on and not isinstance(request, LOOKING):
            raise RefusedError("you are only looking on")
        if isinstance(request, schema.ForOwner) and not guest.owner:
            raise RefusedError("only the owner of the host can do that")
        match request:
            case schema.OpenTable():
                table = await self.open(name, request)
                warning = await self._warn_of(request.invited, name)
                warning = warning or told_unsaved(table.commits.failure)
                return schema.Done(request.id, table.number, warning)
            case schema.Watch():
                table = self.table(request.table)
                table.look()
                guest.watching.add(table.number)
                await table.watch(guest)
            case schema.Leave():
                guest.watching.discard(request.table)
                self.table(request.table).unwatch(guest)
            case schema.Chat():
                table = self.table(request.table)
                if table.number not in guest.watching:
                    raise RefusedError(f"you do not watch table {table.number}")
                unsaved = await table.say(name, request.text)
            case schema.AtTable():
                unsaved = await self._act(name, self.table(request.table), request)
            case schema.ListTables():
                guest.follows |= request.follow
                tables = (t for t in self.tables.values() if not request.mine or t.matters_to(name))
                entries = sorted((t.entry() for t in tables), key=lambda entry: rank(entry, name))
                return schema.Tables(request.id, tuple(entries[: schema.MOST_LISTED]))
            case schema.ListPresent():
                return schema.Present(request.id, self.present())
            case schema.Adjudicate():
                table = self.table(request.table)
                table.adjudicate(request.winner)
                await table.commits.settled()
                unsaved = table.commits.failure
            case schema.Rename():
                await self.rename(request.name, request.new)
            case schema.Hello():
                raise RefusedError("hello has been said already")
        return schema.Done(request.id, warning=told_unsaved(unsaved))

    async def _act(self, name: str, table: HostedTable, request: schema.AtTable) -> str:
        """Let a player act at a table; why that is not on disk, empty if it is."""
        match request:
            case schema.Sit() if request.level:
                self._check_engines(name, table)
            case schema.Sit() if table.color_of(name) is None:
                await self._make_room(name)
            case schema.Ask(what="rematch") if request.say != "decline":
                self._count_game(name)
        told = table.act(name, request)
        if table.agreed:
            await self._play_again(table)
        elif not table.people:
            await self.shut(table)
        for other in table.people.values():
            if told and other != name:
                self.call(table, told, other)
        await table.commits.settled()
        return table.commits.failure if table.people else ""

    # --- tables ---------------------------------------------------------------------------------

    def table(self, number: int) -> HostedTable:
        if number not in self.tables:
            raise RefusedError(f"there is no table {number}")
        return self.tables[number]

    def tables_of(self, name: str) -> Iterator[HostedTable]:
        return (table for table in self.tables.values() if table.color_of(name))

    async def open(self, name: str, wish: schema.OpenTable) -> HostedTable:
        """Open a table at which a player sits; raises MakachessError."""
        if wish.invited == name:
            raise RefusedError("you cannot invite yourself")
        async with self._making:  # one at a time, so that those who open many do not hold up others
            await self._make_room(name)
            if len(self.tables) >= self.limits.tables:
                raise RefusedError(f"the host has room for {how_many(self.limits.tables, 'table')}")
            game = await asyncio.to_thread(make_game, name, wish, self.today())
            self._last += 1
            table = self.tables[self._last] = HostedTable(self._last, 1, game, self)
        table.note()
        await table.commits.settled()
        self.call(table, "invited", wish.invited)
        return table

    async def _make_room(self, name: str) -> None:
        """Refuse a player who sits at too many tables already, but close what is over first."""
        tables = list(self.tables_of(name))
        if len(tables) >= self.limits.own_tables:
            for table in tables:
                if table.session.over and not table.watchers and not table.commits.failure:
                    await self.shut(table)
        count = sum(not t.session.over or t.is_watched_by(name) for t in self.tables_of(name))
        if count >= self.limits.own_tables:
            told = how_many(count, "table")
            raise RefusedError(f"{name!r} sits at {told}, and more are not allowed")
        self._count_game(name)

    def _count_game(self, name: str) -> None:
        """Refuse a player who has begun too many games today: each is kept."""
        if not self._games.take(name):
            raise RefusedError(
                f"{name!r} has begun {how_many(self.limits.games, 'game')} within a day, "
                "and more are not allowed now"
            )

    def _check_engines(self, name: str, table: HostedTable) -> None:
        """Refuse a player one more engine who plays against too many."""
        playing = [t for t in self.tables_of(name) if t.has_engine and not t.session.over]
        if table not in playing and len(playing) >= self.limits.engines:
            raise RefusedError(
                f"{name!r} plays against {len(playing)} engines, and more are not allowed"
            )

    async def _play_again(self, table: HostedTable) -> None:
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

    # --- people ---------------------------------------------------------------------------------

    def is_banned(self, name: str) -> bool:
        return self.members.now.is_banned(name)

    def welcome(self, guest: Guest) -> None:
        """A guest comes in; raises RefusedError if that person has too many clients.

        Who speaks for the owner is nobody whom others see.
        """
        if guest.owner:
            return
        clients = self.guests.setdefault(guest.name, [])
        if len(clients) >= self.limits.own_clients:
            raise RefusedError(f"{guest.name!r} has {len(clients)} clients, which are too many")
        clients.append(guest)
        if len(clients) == 1:
            self._came[guest.name] = self.today()
            self._went.pop(guest.name, None)
            self._notice(guest.name)

    def farewell(self, guest: Guest) -> None:
        for number in guest.watching & self.tables.keys():
            self.tables[number].unwatch(guest)
        if guest.owner:
            return
        clients = self.guests.get(guest.name, [])
        if guest in clients:
            clients.remove(guest)
        if not clients:
            self.guests.pop(guest.name, None)
            self._came.pop(guest.name, None)
            if any(self.tables_of(guest.name)):
                self._went.setdefault(guest.name, self.today())
            self._notice(guest.name)

    def _notice(self, name: str) -> None:
        """A player has come or gone: tell it at the tables where that player sits."""
        for table in self.tables_of(name):
            table.look()
            table.note_people()

    def left(self, name: str) -> float | None:
        """When a player left, None for one who is connected; 0 before the host began."""
        return None if name in self.guests else self._went.get(name, 0.0)

    def dismiss(self, name: str, reason: str) -> None:
        for guest in list(self.guests.get(name, ())):
            guest.dismiss(reason)

    def known(self) -> set[str]:
        """All who have keys, sit at tables, or are here."""
        sitting = {name for table in self.tables.values() for name in table.people.values()}
        return sitting | self.members.now.players.keys() | self.guests.keys()

    def present(self) -> tuple[schema.Presence, ...]:
        """Who is connected, and where each of them plays, watches or sits."""
        places: dict[str, tuple[int, int]] = {}  # by name: how much a table matters, its number
        for table in self.tables.values():
            at_seats = 3 if table.turn else 1
            ranks = {watcher.name: 2 for watcher in table.watchers}
            for name, at in (ranks | dict.fromkeys(table.people.values(), at_seats)).items():
                places[name] = max(places.get(name, (0, 0)), (at, table.number))
        found = []
        for name, since in sorted(self._came.items())[: schema.MOST_LISTED]:
            at, number = places.get(name, (0, 0))
            found.append(schema.Presence(name, int(since), number, at == 2))
        return tuple(found)

    async def _warn_of(self, invited: str, host: str) -> str:
        """A warning of the name of a guest who is not known but like somebody, else empty."""
        others = self.known() - {host}
        if not invited or invited in others:
            return ""
        folded = {fold(one): one for one in others}
        alike = await asyncio.to_thread(get_close_matches, fold(invited), folded, 1)  # slow
        if not alike:
            return ""
        return f"Nobody called {invited!r} is known here; did you mean {folded[alike[0]]!r}?"

    def check_free(self, name: str) -> None:
        """Raise MakachessError if a name is not one to play under, or is somebody's."""
        if not is_name(name):
            raise RefusedError(f"{name!r} is not a name to play under")
        invited = {table.invited for table in self.tables.values()}
        if name in self.known() | invited or own_folder(name).exists():
            raise RefusedError(f"{name!r} is somebody's name already")
        self.members.now.check_free(name)

    async def rename(self, old: str, new: str) -> None:
        """Give a player another name, at all tables and with the player's folder."""
        self.check_free(new)
        self.dismiss(old, f"you are {new} here now")
        is_here = old in self.guests  # still
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

    # --- what is told ---------------------------------------------------------------------------

    def announced(self, table: HostedTable, change: schema.Table | None, relisted: bool) -> None:
        """Something was announced at a table: tell it to those elsewhere whom it concerns."""
        if relisted:
            self._tell_followers(schema.Listed(table.entry()))
        if table.turn not in (None, table.told):  # a turn that has just begun
            table.told = table.turn
            name = table.people.get(table.session.turn, "")
            if self._notifier is not None and name and name not in self.guests:
                other = table.session.seats[opponent(table.session.turn)].name
                self._notifier.tell(table.number, name, other)
        for what, name in calls_of(table, change) if change is not None else ():
            self.call(table, what, name)

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
        for table in list(self.tables.values()):
            if table.is_left(self.guests):
                await self.shut(table)
        self._went = {name: when for name, when in self._went.items() if any(self.tables_of(name))}


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


def told_unsaved(reason: str) -> str:
    """What is answered where something is done, but not on disk."""
    return f"the game is not saved yet: {reason}"[: schema.LONGEST_REASON] if reason else ""


def calls_of(table: HostedTable, change: schema.Table) -> Iterable[tuple[str, str]]:
    """What a change at a table asks of people who play there, and of whom."""
    now = change.standing
    what, asker = "", ""
    if change.entry.result != "*":
        what, asker = ("rematch" if now.rematch else "over"), now.rematch
    elif now.takeback:
        what, asker = "takeback", now.takeback
    elif now.draw and not change.moves:
        what, asker = "draw", now.draw
    elif table.is_full and change.moves:
        what, asker = "move", opponent(table.session.turn)
    return [(what, name) for color, name in table.people.items() if what and color != asker]


def entries_asleep(folder: Path) -> list[schema.Entry]:
    """The tables of a host that does not run; the last ones where there are many."""
    found = []
    for table, round in list(last_rounds(folder).items())[-MOST_ASLEEP:]:
        with suppress(MakachessError, OSError):  # of which the host will tell when it begins
            game = load_played(folder / file_name(table, round))
            found.append(HostedTable(table, round, game, Surroundings(), resumed=True).entry())
    return found
