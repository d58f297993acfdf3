"""One client's connection at the host: who it is, and what it may do in which time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from makachess.play.tables.host.desk import BANNED, PROGRAM_NAME, Desk
from makachess.play.tables.host.limits import Bucket
from makachess.play.tables.host.sitting import is_name
from makachess.play.tables.messages.codec import MessageError, format_message, parse_request
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.parts import VERSION
from makachess.play.tables.messages.reports import Answer, Goodbye, Refused, Welcome
from makachess.play.tables.messages.requests import Hello, Request
from makachess.play.tables.messages.schema import Event
from makachess.play.tables.place import peer

ROOT = 0  # the user of the system who can do anything anyway
LINGER = 2.0  # seconds in which a client may read what was said last


@dataclass(frozen=True, slots=True)
class Trust:
    """Who owns the host, and which users of the system are believed when they name a person.

    Root owns it, too.
    """

    owner: int
    uids: frozenset[int] = frozenset()

    def name(self, uid: int, claimed: str) -> str:
        """The name that a client of a user plays under; raises RefusedError."""
        if not claimed:
            return account_name(uid)
        if uid != self.owner and uid not in self.uids:
            raise RefusedError(f"you cannot play as {claimed!r}: your account is your name here")
        if not is_name(claimed):
            raise RefusedError(f"{claimed!r} is not a name to play under")
        return claimed


def account_name(uid: int) -> str:
    """The name of a user of the system."""
    import pwd  # which some systems do not have

    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
    # A name cut short could be another player's.
    return name if is_name(name) else f"user {uid}"


class Caller:
    """A client's connection: reads requests one after another, and answers each.

    One that sends too much, too fast, or what is no request, or does not read, is dropped.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        desk: Desk,
        trust: Trust,
        buckets: dict[str, Bucket],
    ) -> None:
        _, self.uid = peer(writer.get_extra_info("socket"))
        self.name = ""
        self.owner = False
        self.follows = False
        self.watching: set[int] = set()
        self._reader = reader
        self._writer = writer
        self._desk = desk
        self._trust = trust
        self._buckets = buckets
        self._limits = desk.house.limits
        self._faults = 0

    # --- sending --------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Send a line; a client that has left too much unread is dropped."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > self._limits.backlog:
            transport.abort()
            return
        self._writer.write(line)

    def say(self, message: Answer | Event) -> None:
        """Send a message."""
        self.send(format_message(message))

    def dismiss(self, reason: str, *, back: bool = False) -> None:
        """Say goodbye, and close the connection, soon also of a client that does not read that."""
        self.say(Goodbye(reason, back))
        self._writer.close()
        asyncio.get_running_loop().call_later(LINGER, self._writer.transport.abort)

    # --- reading --------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Serve the client until it leaves or is dropped."""
        try:
            if await self._greet():
                await self._converse()
        except (OSError, EOFError):
            pass  # it has gone
        except ValueError:
            self.dismiss("a line is too long")
        finally:
            self._desk.house.farewell(self)
            self._writer.close()
            with suppress(OSError, asyncio.TimeoutError):
                await asyncio.wait_for(self._writer.wait_closed(), LINGER)
            self._writer.transport.abort()

    async def _greet(self) -> bool:
        """Whether the client has said hello as it should."""
        try:
            line = await asyncio.wait_for(self._reader.readline(), self._limits.hello)
        except TimeoutError:
            self.dismiss("there was no hello")
            return False
        try:
            request = parse_request(line)
            if not isinstance(request, Hello):
                raise RefusedError("hello comes first")
            self._admit(request)
        except MessageError as error:
            self.say(Refused(error.id, str(error)[:1000], VERSION))
            return False
        except RefusedError as error:
            self.say(Refused(request.id, str(error), VERSION))
            return False
        return True

    def _admit(self, hello: Hello) -> None:
        if hello.version != VERSION:
            raise RefusedError(f"this host speaks version {VERSION}, not {hello.version}")
        name = self._trust.name(self.uid, hello.name)
        self.owner = self.uid in (self._trust.owner, ROOT) and not hello.name
        if name in self._desk.house.banned and not self.owner:
            raise RefusedError(BANNED)
        self.name = name
        self._desk.house.welcome(self)
        finished = self._desk.house.records.finished.told
        self.say(Welcome(hello.id, VERSION, self.name, self.owner, PROGRAM_NAME, finished))

    async def _converse(self) -> None:
        limits, now = self._limits, self._desk.house.now
        bucket = self._buckets.setdefault(self.name, Bucket(limits.rate, limits.burst, now))
        while line := await self._reader.readline():
            if self._writer.transport.is_closing():
                return
            if not bucket.take():
                self.dismiss("too many requests")
                return
            request = self._parse(line)
            if request is not None:
                if not bucket.take(self._desk.surcharge(request)):
                    self.dismiss("too many requests")
                    return
                self.say(await self._desk.answer(self, request))
            elif self._faults >= limits.faults:
                self.dismiss("too many lines that are no requests")
                return

    def _parse(self, line: bytes) -> Request | None:
        try:
            return parse_request(line)
        except MessageError as error:
            self._faults += 1
            self.say(Refused(error.id, str(error)[:1000]))
            return None
