"""Requests of guests, each led to what answers it; refusals go back to who has asked."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Protocol

from makachess.core.errors import MakachessError
from makachess.play.tables.host import acts
from makachess.play.tables.host.house import Guest, House
from makachess.play.tables.host.table import HostedTable
from makachess.play.tables.messages.codec import format_message
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.parts import MOST_LISTED, Account, Entry
from makachess.play.tables.messages.reports import (
    Accounts,
    Answer,
    Done,
    Notice,
    Present,
    Refused,
    Status,
    Tables,
)
from makachess.play.tables.messages.requests import (
    Adjudicate,
    Ban,
    Chat,
    Claim,
    CloseTable,
    Draw,
    GetStatus,
    Hello,
    Kick,
    Leave,
    ListAccounts,
    ListMine,
    ListPresent,
    ListTables,
    MakeMove,
    Mute,
    OpenTable,
    Ping,
    Rematch,
    Rename,
    Request,
    Resign,
    SeatEngine,
    Sit,
    Stand,
    TakeBack,
    Watch,
)
from makachess.play.tables.messages.wording import rank

BANNED = "the owner of the host has shut you out"
PROGRAM_NAME = f"makachess {version('makachess')}"


class DeskGuest(Guest, Protocol):
    """A guest whose connection can be closed."""

    owner: bool

    def dismiss(self, reason: str) -> None:
        """Say goodbye."""


Handler = Callable[[DeskGuest, Request], Awaitable[Answer]]


class Desk:
    """Answers the requests of guests of a house."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def answer(self, guest: DeskGuest, request: Request) -> Answer:
        """Do what is asked; the answer comes once it is on disk and announced."""
        try:
            return await self._answer(guest, request)
        except MakachessError as error:
            return Refused(request.id, str(error)[:1000])

    def surcharge(self, request: Request) -> float:
        """What a request counts beside one, since the host has more to do for it."""
        if isinstance(request, ListTables):
            return len(self.house.tables) / 100
        if isinstance(request, ListPresent):
            return (len(self.house.tables) + len(self.house.guests)) / 100
        if isinstance(request, MakeMove):
            return request.ply / 1000  # all moves are written with each
        if isinstance(request, Watch) and (table := self.house.tables.get(request.table)):
            return len(table.game.moves) / 1000  # all of them are sent
        return 4.0 if isinstance(request, OpenTable) else 0.0

    async def _answer(self, guest: DeskGuest, request: Request) -> Answer:
        house, name, unsaved = self.house, guest.name, ""
        match request:
            case MakeMove() | Draw() | TakeBack() | Resign() | Claim() | Rematch():
                table = house.table(request.table)
                if isinstance(request, Rematch) and request.say != "decline":
                    for person in table.people.values():
                        house.check_day(person)
                acts.act(table, name, request)
                if table.agreed:
                    await house.play_again(table)
                await table.commits.settled()
                unsaved = table.commits.failure
            case OpenTable():
                if request.invited and name in house.muted:
                    raise RefusedError("the owner of the host does not let you invite anyone")
                table = await house.open(name, request)
                warning = ""
                if request.invited:
                    warning = await asyncio.to_thread(house.known.why_unknown, request.invited)
                return Done(request.id, table.number, table.commits.failure, warning)
            case Sit() | Stand() | SeatEngine():
                table = house.table(request.table)
                await self._change_seat(table, name, request)
                unsaved = table.commits.failure if table.people else ""
            case Watch():
                await self._watch(house.table(request.table), guest)
            case Leave():
                guest.watching.discard(request.table)
                house.table(request.table).unwatch(guest)
            case Chat():
                table = house.table(request.table)
                await self._say(table, guest, request.text)
                unsaved = table.talk.commits.failure
            case ListTables():
                guest.follows = request.follow
                if request.follow:
                    for text in house.news.fetch(name):
                        guest.send(format_message(Notice(text)))
                return _listed(request, [t.entry() for t in house.tables.values()])
            case ListMine():
                return _listed(request, self._mine(name))
            case ListPresent():
                return Present(request.id, house.present())
            case GetStatus():
                return self._status(request)
            case ListAccounts() | Kick() | Ban() | Rename() | Mute() | CloseTable() | Adjudicate():
                return await self._for_owner(guest, request)
            case Hello():
                raise RefusedError("hello has been said already")
            case Ping():
                pass
        return Done(request.id, unsaved=unsaved)

    async def _change_seat(
        self, table: HostedTable, name: str, request: Sit | Stand | SeatEngine
    ) -> None:
        if isinstance(request, Sit):
            if table.color_of(name) is None:
                await self.house.make_room(name)
            acts.sit_down(table, name, request.color)
            self._call_others(table, name, "joined")
        elif isinstance(request, Stand):
            is_invited = table.color_of(name) is None and table.is_kept_for(name)
            (acts.decline if is_invited else acts.stand_up)(table, name)
            if is_invited:
                self._call_others(table, name, "declined")
            if not table.people:
                await self.house.shut(table)
        else:
            seat = self.house.engine_seat(name, table, request.level)
            acts.sit_engine(table, name, request.color, seat)
        await table.commits.settled()

    def _call_others(self, table: HostedTable, name: str, what: str) -> None:
        """Tell the other people who sit there what a player has done."""
        for other in table.people.values():
            if other != name:
                self.house.call(table, what, other)

    async def _watch(self, table: HostedTable, guest: DeskGuest) -> None:
        table.look()
        guest.watching.add(table.number)
        await table.watch(guest)

    async def _say(self, table: HostedTable, guest: DeskGuest, text: str) -> None:
        if guest.name in self.house.muted:
            raise RefusedError("the owner of the host lets you say nothing")
        if table.number not in guest.watching:
            raise RefusedError(f"you do not watch table {table.number}")
        await table.say(guest.name, text)

    def _mine(self, name: str) -> list[Entry]:
        """A player's tables, in the order in which they matter to that player."""
        tables = self.house.tables.values()
        wanted = [t.entry() for t in tables if t.is_kept_for(name) or _is_news(t, name)]
        return sorted(wanted, key=lambda entry: rank(entry, name))

    def _status(self, request: Request) -> Status:
        house = self.house
        playing = sum(table.is_full and not table.session.over for table in house.tables.values())
        clients = sum(map(len, house.guests.values()))
        return Status(
            request.id,
            len(house.tables),
            playing,
            clients,
            house.moves,
            int(house.since),
            os.getpid(),
            PROGRAM_NAME,
            sum(t.has_engine and not t.session.over for t in house.tables.values()),
            house.engines.thinking,
            house.engines.waiting,
            house.engines.places,
        )

    async def _for_owner(
        self,
        guest: DeskGuest,
        request: ListAccounts | Kick | Ban | Rename | Mute | CloseTable | Adjudicate,
    ) -> Answer:
        house = self.house
        if not guest.owner:
            raise RefusedError("only the owner of the host can do that")
        if isinstance(request, ListAccounts):
            return Accounts(request.id, self._accounts())
        if isinstance(request, CloseTable):
            await house.close_down(house.table(request.table))
        elif isinstance(request, Adjudicate):
            table = house.table(request.table)
            acts.adjudicate(table, request.winner)
            await table.commits.settled()
            return Done(request.id, unsaved=table.commits.failure)
        elif isinstance(request, Rename):
            house.check_free(request.new)
            self._dismiss(request.name, f"you are {request.new} here now")
            await house.rename(request.name, request.new)
        elif isinstance(request, Mute):
            await house.muted.change(request.name, is_in=request.muted)
        elif isinstance(request, Ban):
            if request.name == guest.name:
                raise RefusedError("you cannot shut yourself out")
            if request.banned:
                self._dismiss(request.name, BANNED)
            await house.banned.change(request.name, is_in=request.banned)
        elif not self._dismiss(request.name, "the owner of the host has closed your connection"):
            raise RefusedError(f"{request.name!r} is not connected")
        return Done(request.id)

    def _dismiss(self, name: str, reason: str) -> bool:
        """Close a player's connections; whether there were any."""
        guests = list(self.house.guests.get(name, ()))
        for guest in guests:
            assert hasattr(guest, "dismiss")
            guest.dismiss(reason)
        return bool(guests)

    def _accounts(self) -> tuple[Account, ...]:
        house = self.house
        return tuple(
            Account(
                name,
                len(house.guests.get(name, ())),
                sum(1 for _ in house.tables_of(name)),
                name in house.muted,
                name in house.banned,
            )
            for name in [*sorted(house.guests), *sorted(house.banned - house.guests.keys())]
        )[:MOST_LISTED]


def _is_news(table: HostedTable, name: str) -> bool:
    """Whether a player sits at a table, and does not know how its game has ended."""
    is_known = table.session.over and name in table.seen
    return table.color_of(name) is not None and not is_known


def _listed(request: Request, entries: list[Entry]) -> Tables:
    return Tables(request.id, tuple(entries[:MOST_LISTED]))
