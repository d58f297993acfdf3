"""A host: the clients that come to its socket, and the clockwork behind it all."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from hmac import compare_digest
from pathlib import Path

from makachess.play.tables.host.club import BANNED, Club
from makachess.play.tables.host.listener import BACKLOG, open_listener
from makachess.play.tables.host.table import is_name
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import (
    MessageError,
    RefusedError,
    format_message,
    parse_request,
)
from makachess.play.tables.place import (
    default_socket,
    peer,
    read_secret,
    secret_file,
)
from makachess.saves.storage import remove_own, stamp_of

ENDS = "the host ends"
FILES = 8192  # files and connections open at a time, if the system allows
LINGER = 2.0  # seconds in which a client may read what was said last
SWEEP = 15.0  # seconds between looks for tables that are no longer needed
TIDY = 600.0  # seconds between looks at all objects for garbage
ENDING = 5.0  # seconds in which the connections end


def account_name(uid: int) -> str:
    import pwd  # which some systems do not have

    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
    # A name cut short could be another player's.
    return name if is_name(name) else f"user {uid}"


class ClientLine:
    """A client's connection: reads requests one after another, and answers each.

    One that sends too much, too fast, or what is no request, or does not read, is dropped. Who is
    `known_as` somebody when the connection is made speaks for nobody else; otherwise who knows the
    `secret` does, and without a name for the host's owner.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        club: Club,
        secret: str,
        known_as: str = "",
        looks_on: bool = False,
    ) -> None:
        _, self.uid = peer(writer.get_extra_info("socket"))
        self.name = ""
        self.looks_on = looks_on
        self.owner = False
        self.follows = False
        self.watching: set[int] = set()
        self._known_as = known_as
        self._reader = reader
        self._writer = writer
        self._club = club
        self._secret = secret

    def send(self, line: bytes) -> None:
        """Send a line; a client that has left too much unread is dropped."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > self._club.limits.backlog:
            transport.abort()
            return
        self._writer.write(line)

    def say(self, message: schema.Answer | schema.Event) -> None:
        self.send(format_message(message))

    def dismiss(self, reason: str, *, back: bool = False) -> None:
        """Say goodbye, and close the connection, soon also of a client that does not read that."""
        self.say(schema.Goodbye(reason, back))
        self._writer.close()
        asyncio.get_running_loop().call_later(LINGER, self._writer.transport.abort)

    async def serve(self) -> None:
        try:
            if await self._greet():
                await self._converse()
        except TimeoutError:
            self.dismiss("there was no hello")
        except (OSError, EOFError):
            pass  # it has gone
        except ValueError:
            self.dismiss("a line is too long")
        finally:
            self._club.farewell(self)
            self._writer.close()
            with suppress(OSError, asyncio.TimeoutError):
                await asyncio.wait_for(self._writer.wait_closed(), LINGER)
            self._writer.transport.abort()

    async def _greet(self) -> bool:
        """Whether the client has said hello as it should."""
        line = await asyncio.wait_for(self._reader.readline(), self._club.limits.hello)
        number = 0
        try:
            request = parse_request(line)
            number = request.id
            if not isinstance(request, schema.Hello):
                raise RefusedError("hello comes first")
            self._admit(request)
        except (MessageError, RefusedError) as error:
            number = getattr(error, "id", number)
            self.say(schema.Refused(number, str(error)[:1000]))
            return False
        return True

    def _admit(self, hello: schema.Hello) -> None:
        club, version = self._club, schema.VERSION
        if hello.version != version:
            raise RefusedError(
                f"this host speaks version {version} of the protocol, not {hello.version}: "
                "use the same makachess as its keeper"
            )
        is_trusted = not self._known_as and compare_digest(
            hello.key.encode(), self._secret.encode()
        )
        name = self._known_as or hello.name or account_name(self.uid)
        if hello.name not in ("", name) or (hello.name and not (is_trusted or self._known_as)):
            raise RefusedError(
                f"you cannot play as {hello.name!r}: here you are {account_name(self.uid)!r}"
            )
        if not is_name(name):
            raise RefusedError(f"{name!r} is not a name to play under")
        self.owner = is_trusted and not hello.name
        if club.is_banned(name) and not self.owner:
            raise RefusedError(BANNED)
        self.name = name
        club.welcome(self)
        folder = str(club.records.finished.absolute())
        told = folder if folder.isprintable() and len(folder) <= schema.LONGEST_REASON else ""
        self.say(schema.Welcome(hello.id, name, told))

    async def _converse(self) -> None:
        club, faults = self._club, 0
        while line := await self._reader.readline():
            if self._writer.transport.is_closing():
                return
            try:
                request = parse_request(line)
            except MessageError as error:
                self.say(schema.Refused(error.id, str(error)[:1000]))
                faults += 1
                if faults < club.limits.faults:
                    continue
                self.dismiss("too many lines that are no requests")
                return
            if not club.requests.take(self.name, club.cost(request)):
                self.dismiss("too many requests")
                return
            self.say(await club.answer(self, request))


class Host:
    """Lets clients of a socket in, until it is told to stop or has been idle for long enough.

    `stopped` is set from outside to stop it; `log` gets a line of text for whatever the owner might
    want to know.
    """

    def __init__(
        self,
        club: Club,
        secret: str,
        stopped: asyncio.Event | None = None,
        *,
        idle_exit: float = 0.0,
        log: Callable[[str], object] = lambda line: None,
    ) -> None:
        self.club = club
        self._secret = secret
        self._idle_exit = idle_exit
        self._log = log
        self._clients: dict[asyncio.Task[None], ClientLine] = {}  # by what serves them
        self._coming: set[asyncio.Task[None]] = set()  # those of `connect`, which nobody else holds
        self._stopped = stopped or asyncio.Event()
        self._idle_since = club.now()

    def stop(self) -> None:
        """End soon: games are saved, and clients told that the host may be back."""
        self._stopped.set()

    async def serve(self, listener: socket.socket, path: Path | None = None) -> None:
        """Serve a listening socket until the end, and save all games.

        A `path` is removed before others can listen there. Without it no client could come in any
        more, but no other host could have the games: so the host ends if others remove it, as the
        system does with a folder of the account's sessions after the last of them.
        """
        place = path and stamp_of(path)
        server = await asyncio.start_unix_server(
            self._let_in, sock=listener, limit=schema.LONGEST_REQUEST, backlog=BACKLOG
        )
        clockwork = asyncio.create_task(self._run(lambda: path is None or stamp_of(path) == place))
        try:
            await self._stopped.wait()
        finally:
            if path is not None:
                remove_own(path, lambda file: stamp_of(file) == place)
            server.close()
            clockwork.cancel()
            for client in list(self._clients.values()):
                client.dismiss(ENDS, back=True)
            await self.club.close()
            await asyncio.wait([clockwork, *self._clients], timeout=ENDING)

    async def connect(self, name: str, *, looks_on: bool = False) -> socket.socket:
        """The client's end of a new connection, on which the host knows whose it is.

        One who `looks_on` can ask for nothing else.
        """
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=schema.LONGEST_REQUEST)
        task = asyncio.create_task(self._let_in(reader, writer, name, looks_on))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)
        return theirs

    async def _let_in(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        known_as: str = "",
        looks_on: bool = False,
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        client = ClientLine(reader, writer, self.club, self._secret, known_as, looks_on)
        if self._stopped.is_set() or not self._has_room(client):
            full = "the host has no room for more clients"
            client.dismiss(ENDS if self._stopped.is_set() else full, back=True)
            return
        self._clients[task] = client
        try:
            with suppress(asyncio.CancelledError):  # of which asyncio would tell as of a fault
                await client.serve()
        finally:
            del self._clients[task]
            if client.name:
                self._idle_since = self.club.now()

    def _has_room(self, client: ClientLine) -> bool:
        limits = self.club.limits
        unknown = Counter(other.uid for other in self._clients.values() if not other.name)
        return len(self._clients) < limits.clients and unknown[client.uid] < limits.unknown

    async def _run(self, is_reachable: Callable[[], bool]) -> None:
        """Look at clocks, sweep, and see whether anybody is still there, or can come."""
        club = self.club
        swept = tidied = club.now()
        while True:
            pause = club.look()
            self.follow_members()
            if club.now() - swept >= SWEEP:
                swept = club.now()
                await club.sweep()
            if club.now() - tidied >= TIDY:
                tidied = club.now()
                gc.collect()
            if self._is_idle(pause):
                self._end("nobody has been here for long enough")
            if not is_reachable():
                self._end("the socket is not this host's any more")
            if not club.records.is_there:
                self._end(f"the folder {str(club.records.folder)!r} is not this host's any more")
            await asyncio.sleep(min(pause, 1.0))

    def _end(self, reason: str) -> None:
        self._log(f"{reason}: the host ends")
        self.stop()

    def _is_idle(self, pause: float) -> bool:
        """Whether no client has been connected for long, and no clock runs out in the meantime."""
        if not self._idle_exit or self.club.guests or pause < 1:
            return False
        return self.club.now() - self._idle_since >= self._idle_exit

    def follow_members(self) -> None:
        """Read the members again where their file has changed, and send away who is banned."""
        if (fault := self.club.members.follow()) is None:
            return
        if fault:
            self._log(fault)
        for name in self.club.members.now.banned:
            self.club.dismiss(name, BANNED)


async def run_host(
    path: Path,
    make_house: Callable[[], Club],
    *,
    idle_exit: float = 0.0,
    log: Callable[[str], object] = lambda line: None,
    beside: Callable[[Host], AbstractAsyncContextManager[object]] = nullcontext,
) -> None:
    """Serve a socket until a signal, or a long time without guests, ends the host.

    `beside` makes what lets in others as long as the host runs. Raises MakachessError.
    """
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    raise_limit()
    listener = open_listener(path)
    place = stamp_of(path)
    try:
        club = make_house()
    except BaseException:
        listener.close()
        remove_own(path, lambda file: stamp_of(file) == place)
        raise
    log(f"tables: {club.resume()}")
    where, way = "on this machine", f"--socket {path}"
    if path == default_socket():
        where, way = "in this account", "--as NAME"
    log(f"others {where} type: makachess join {way}")
    # Garbage is looked for by the clock only: with some hundred tables that takes a tenth of a
    # second, for which all moves have to wait.
    gc.freeze()
    gc.set_threshold(20_000, 20, 10_000)
    for damage in club.records.damaged:
        log(f"not resumed: {damage}")
    secret = read_secret(path)
    host = Host(club, secret, stopped, idle_exit=idle_exit, log=log)
    try:
        async with beside(host):
            await host.serve(listener, path)
    finally:
        if read_secret(path) == secret:  # no other host has begun meanwhile
            secret_file(path).unlink(missing_ok=True)


def raise_limit() -> None:
    """Let the process have as many connections as the system allows, up to some thousands."""
    import resource  # which some systems do not have

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
