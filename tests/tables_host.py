"""A host of tables for tests: in this process, over a real socket, with people at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from makachess.play.session.session import GameUpdate
from makachess.play.tables.client.connection import Connection, TablesClient
from makachess.play.tables.client.mirror import TableClient
from makachess.play.tables.host.club import Club
from makachess.play.tables.host.limits import Limits
from makachess.play.tables.host.listener import open_listener
from makachess.play.tables.host.server import Host
from makachess.play.tables.messages.codec import RefusedError
from makachess.play.tables.messages.schema import Done, Event, OpenTable, Sit
from makachess.play.tables.place import read_secret
from makachess.saves import SaveError

PATIENCE = 20.0  # seconds after which a test gives up


class Person:
    """A player with a client, which writes down what it hears."""

    def __init__(self, socket: Path, name: str, *, owner: bool = False) -> None:
        self.heard: list[Event] = []
        self.lines: list[Connection] = []
        self.told: list[GameUpdate] = []
        self.client = TablesClient(
            socket, name, owner=owner, hear=self.heard.append, notice=self.lines.append
        )

    async def watch(self, table: int) -> TableClient:
        return await self.client.watch(table, self.told.append)

    async def open(self, variant: str = "chess", clock: str = "", **more: str) -> TableClient:
        wish = OpenTable(variant, clock=clock, color=more.pop("color", "white"), **more)
        return await self.watch((await self.client.ask(wish, Done)).table)

    async def sit(self, table: int, color: str) -> TableClient:
        await self.client.ask(Sit(table, color), Done)
        return await self.watch(table)

    @property
    def notes(self) -> list[str]:
        return [change.note for change in self.told if change.note]


class Inn:
    """A host at a socket of its own, and the people who have come."""

    def __init__(self, folder: Path, limits: Limits | None = None, **more: object) -> None:
        self.socket = folder / "t.sock"
        self.folder = folder / "tables"
        self.limits = limits
        self.more = more
        self.people: list[Person] = []
        self.host: Host | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def club(self) -> Club:
        assert self.host is not None
        return self.host.club

    def begin(self) -> None:
        club = Club(self.folder, self.limits, **self.more)
        club.resume()
        listener = open_listener(self.socket)
        self.host = Host(club, read_secret(self.socket))
        self._serving = asyncio.create_task(self.host.serve(listener, self.socket))

    async def end(self) -> None:
        if self._serving is not None:
            assert self.host is not None
            self.host.stop()
            await self._serving
            self._serving = None

    async def come(self, name: str, *, owner: bool = False) -> Person:
        person = Person(self.socket, name, owner=owner)
        self.people.append(person)
        await person.client.connect()
        return person


@asynccontextmanager
async def inn(folder: Path, limits: Limits | None = None, **more: object) -> AsyncIterator[Inn]:
    place = Inn(folder, limits, **more)
    place.begin()
    try:
        yield place
    finally:
        for person in place.people:
            await person.client.close()
        await place.end()


@dataclass
class Times:
    """A time that the test sets, for the host's clock and its calendar."""

    seconds: float = 1000.0

    def now(self) -> float:
        return self.seconds

    def today(self) -> float:
        return 1.7e9 + self.seconds


def an_inn(folder: Path, times: Times) -> AbstractAsyncContextManager[Inn]:
    return inn(folder, now=times.now, today=times.today)


async def restart(place: Inn, *people: Person) -> None:
    await place.end()
    await until(lambda: not any(person.client.up for person in people))
    place.begin()
    await until(lambda: all(person.client.up for person in people))


async def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.002)


async def play(tables: tuple[TableClient, TableClient], *moves: str) -> None:
    """Moves of both players in turn, each seen by both before the next; White's table first."""
    for text in moves:
        at = 0 if tables[0].turn == "white" else 1
        mover = tables[at]
        ply = len(mover.game.moves) + 1
        await until(lambda mover=mover: mover.persons_turn)
        mover.play(mover.turn, mover.game.position.parse(text))
        await until(lambda ply=ply: all(len(table.game.moves) == ply for table in tables))


def finished(folder: Path, name: str) -> Path:
    """The file of a finished game, in the folder of the day on which it was put away."""
    (path,) = folder.glob(f"finished/*/{name}")
    return path


async def two(place: Inn, clock: str = "", variant: str = "chess"):
    """Anna with White and Bert with Black at one table."""
    anna, bert = await place.come("anna"), await place.come("bert")
    white = await anna.open(variant, clock)
    black = await bert.sit(white.table, "black")
    await until(lambda: not white.entry.open_seats)
    return anna, bert, white, black


def full_disk(place: Inn) -> AbstractContextManager[object]:
    """A disk on which the host can write nothing for some time."""
    full = SaveError("it cannot be saved", "No space left on device")
    return patch.object(place.club.records, "write", side_effect=full)


async def refusal(person: Person, request) -> str:
    """Why the host refuses what a player asks."""
    with pytest.raises(RefusedError) as caught:
        await person.client.ask(request, Done)
    return str(caught.value)
