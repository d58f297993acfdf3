"""A client of the host: asks, hears what happens, and connects again when the line is lost."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, repeat
from pathlib import Path
from typing import TypeVar

from makachess.core.errors import MakachessError
from makachess.play.background import BackgroundTask
from makachess.play.session.session import GameUpdate
from makachess.play.tables.client.mirror import TableClient
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import (
    LostError,
    MessageError,
    NoHostError,
    RefusedError,
    format_message,
    parse_message,
)
from makachess.play.tables.place import read_secret

PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds before each new attempt to connect
PATIENCE = 10.0  # seconds within which the host must greet
BEGINNING, PAUSE = 15.0, 0.05  # seconds in which a host must begin, and between attempts

A = TypeVar("A", bound=schema.Answer)
# What makes a connection to a host, and knows the key of the host if need be.
Dial = Callable[[], Awaitable[tuple[socket.socket, str]]]
Then = Callable[[schema.Answer | None], object]


@dataclass(frozen=True, slots=True)
class Connection:
    """Whether the host can be reached; `final` if no new attempt will be made, and why."""

    up: bool
    reason: str = ""
    final: bool = False


class TablesClient:
    """The one connection of a program to the host; used within one event loop.

    `hear` gets every event; those of a table that is watched reach its `TableClient` first.
    `notice` is told when the line is lost and when it is back: then tables are watched again, and
    moves that were not answered are sent again. `name` is the person's in a shared account; who
    speaks for the `owner` has none. Instead of a socket's path there may be what `dial`s the host.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Dial,
        name: str = "",
        *,
        owner: bool = False,
        hear: Callable[[schema.Event], object] = lambda event: None,
        notice: Callable[[Connection], object] = lambda connection: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = None if callable(path) else Path(path)
        self._dial = path if callable(path) else None
        self._needs_key = owner or bool(name)
        self.welcome: schema.Welcome | None = None  # who one is there, once connected
        self.tables: dict[int, TableClient] = {}  # those watched
        self.hear = hear
        self.notice = notice
        self.now = now
        self._name = name
        self._asked: dict[int, Then] = {}
        self._last_id = 0
        self._writer: asyncio.StreamWriter | None = None
        self._task = BackgroundTask()
        self._ending = ""  # why no new attempt is made

    @property
    def name(self) -> str:
        """The name one plays under; empty before the first connection."""
        return self.welcome.name if self.welcome else ""

    @property
    def up(self) -> bool:
        return self._writer is not None

    async def connect(self) -> schema.Welcome:
        """Connect for the first time; later connections are made by themselves.

        Raises NoHostError if no host listens, and RefusedError.
        """
        reader, welcome = await self._open()
        self._task.start(self._stay(reader))
        return welcome

    async def close(self) -> None:
        await self._task.close()
        self._drop("closed")

    def send(self, request: schema.Request, then: Then = lambda answer: None) -> None:
        """Send a request; `then` gets its answer, or None if the line is lost before.

        Raises LostError if there is no connection.
        """
        if self._writer is None:
            raise LostError("there is no connection to the host of the tables")
        self._last_id += 1
        self._asked[self._last_id] = then
        self._writer.write(format_message(replace(request, id=self._last_id)))

    async def ask(self, request: schema.Request, kind: type[A]) -> A:
        """Send a request and wait for its answer of a kind; raises RefusedError, LostError."""
        found: asyncio.Future[schema.Answer | None] = asyncio.get_running_loop().create_future()
        self.send(request, lambda answer: None if found.done() else found.set_result(answer))
        answer = await found
        if answer is None:
            raise LostError("the connection to the host of the tables was lost")
        if isinstance(answer, schema.Refused):
            raise RefusedError(answer.reason)
        if not isinstance(answer, kind):
            raise LostError(f"the host answers with {type(answer).__name__!r}")
        return answer

    async def watch(
        self, table: int, tell: Callable[[GameUpdate], object] = lambda told: None
    ) -> TableClient:
        """Begin to watch a table, also one's own, whose changes `tell` hears of.

        Raises RefusedError, LostError, and VariantError if its rules are not known here.
        """
        wanted = TableClient(self, table, tell)
        self.tables[table] = wanted
        try:
            await self.ask(schema.Watch(table), schema.Answer)
            wanted.check()
        except BaseException:
            self.tables.pop(table, None)
            raise
        return wanted

    def leave(self, table: int) -> None:
        """Watch a table no longer; a seat is kept."""
        self.tables.pop(table, None)
        with suppress(LostError):
            self.send(schema.Leave(table))

    async def _open(self) -> tuple[asyncio.StreamReader, schema.Welcome]:
        connected, key = None, ""
        try:
            if self._dial is not None:
                connected, key = await self._dial()
            reader, writer = await asyncio.open_unix_connection(
                self._path, sock=connected, limit=schema.LONGEST_MESSAGE
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            place = f" at {str(self._path)!r}" if self._path else ""
            raise NoHostError(f"no host of tables{place}: {why}") from None
        if self._path is not None and self._needs_key:
            key = read_secret(self._path)
        try:
            writer.write(format_message(schema.Hello(schema.VERSION, self._name, key)))
            async with asyncio.timeout(PATIENCE):  # `wait_for` can lose that the task is given up
                answer = parse_message(await reader.readline())
            if isinstance(answer, schema.Refused):
                raise RefusedError(answer.reason)
            if isinstance(answer, schema.Goodbye):
                raise (LostError if answer.back else RefusedError)(answer.reason)
            if not isinstance(answer, schema.Welcome):
                raise LostError("the host of the tables does not greet")
        except BaseException as error:
            writer.close()
            if isinstance(error, asyncio.TimeoutError | OSError | ValueError | MessageError):
                raise LostError("the host of the tables does not answer") from None
            raise
        self._writer, self.welcome = writer, answer
        return reader, answer

    async def _stay(self, reader: asyncio.StreamReader) -> None:
        """Read, and when the line is lost connect again, until there is a reason not to."""
        while True:
            reason = "the host has closed the connection"
            try:
                while line := await reader.readline():
                    self._receive(line)
                    await asyncio.sleep(0)  # so that an answer is heard before what follows it
            except (OSError, ValueError, MessageError) as error:
                reason = str(error)
            self._drop(reason)
            pauses = chain(PAUSES, repeat(PAUSES[-1]))
            while not (self.up or self._ending):
                await asyncio.sleep(next(pauses))
                try:
                    reader, _ = await self._open()
                except RefusedError as error:
                    self._ending = str(error)
                except LostError:
                    continue
            if self._ending:
                self.notice(Connection(False, self._ending, final=True))
                return
            self.notice(Connection(True))
            for table in self.tables.values():
                table.ask_all()

    def _drop(self, reason: str) -> None:
        """The line is lost: requests that wait for an answer get none."""
        writer, self._writer = self._writer, None
        if writer is None:
            return
        writer.close()
        asked, self._asked = self._asked, {}
        if not self._ending:
            self.notice(Connection(False, reason))
        for then in asked.values():
            then(None)

    def _receive(self, line: bytes) -> None:
        message = parse_message(line)
        if isinstance(message, schema.Answer):
            if (then := self._asked.pop(message.id, None)) is not None:
                then(message)
            return
        if isinstance(message, schema.Goodbye) and not message.back:
            self._ending = message.reason
        elif isinstance(message, schema.Table | schema.Said):
            number = message.entry.table if isinstance(message, schema.Table) else message.table
            if number in self.tables:
                self.tables[number].take(message)
        elif isinstance(message, schema.Gone) and message.table in self.tables:
            self.tables.pop(message.table).close_down()
        self.hear(message)


async def connect_or_begin(client: TablesClient, command: Sequence[str]) -> None:
    """Connect; where no host listens, begin a host first by a command such as `makachess host`.

    Raises NoHostError if none has begun after some seconds, and what `connect` raises.
    """
    latest = 0.0
    while True:
        try:
            await client.connect()
            return
        except NoHostError:
            if not latest:
                begin_apart(command)
                latest = time.monotonic() + BEGINNING
            elif time.monotonic() > latest:
                raise
        await asyncio.sleep(PAUSE)


def begin_apart(command: Sequence[str]) -> None:
    """Start a program that goes on when this one and its terminal are gone."""
    try:
        # The shell ends at once, so that the program is no child of ours to be waited for.
        subprocess.run(
            ["/bin/sh", "-c", '"$@" &', "sh", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
    except OSError as error:
        raise MakachessError(f"no host can be started: {error.strerror}") from None
