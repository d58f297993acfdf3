"""The desk of a host: a socket, the clients that come there, and answers to what they ask."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import stat
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from hmac import compare_digest
from importlib.metadata import version
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.tables.host.conduct import (
    Bucket,
    act,
    adjudicate,
    decline,
    sit_down,
    sit_engine,
    stand_up,
    who_is_meant,
)
from makachess.play.tables.host.house import House
from makachess.play.tables.host.records import check_own, make_own_folder
from makachess.play.tables.host.table import HostedTable, is_name
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import (
    MessageError,
    RefusedError,
    format_message,
    parse_request,
)
from makachess.play.tables.messages.wording import rank
from makachess.play.tables.place import (
    check_socket,
    peer,
    read_secret,
    secret_file,
    write_secret,
)
from makachess.saves.storage import Stamp, remove_own, stamp_of

# --- answers --------------------------------------------------------------------------------------

BANNED = "the owner of the host has shut you out"
LOOKING = (
    *(schema.Watch, schema.Leave, schema.ListTables, schema.ListMine, schema.ListPresent),
    schema.Ping,
)
PROGRAM_NAME = f"makachess {version('makachess')}"


class Desk:
    """Answers the requests of guests of a house; who knows the `secret` speaks for its owner."""

    def __init__(self, house: House, secret: str) -> None:
        self.house = house
        self.secret = secret
        self._buckets: dict[str, Bucket] = {}

    def bucket(self, name: str) -> Bucket:
        """How much a player may ask now, by all clients together."""
        limits = self.house.limits
        fresh = Bucket(limits.rate, limits.burst, self.house.now)
        return self._buckets.setdefault(name, fresh)

    def forget_buckets(self) -> None:
        """Forget how much people have asked who are not here."""
        for name in self._buckets.keys() - self.house.guests.keys():
            del self._buckets[name]

    async def answer(self, guest: Caller, request: schema.Request) -> schema.Answer:
        """Do what is asked; the answer comes once it is on disk and announced."""
        try:
            return await self._answer(guest, request)
        except MakachessError as error:
            return schema.Refused(request.id, str(error)[:1000])

    def cost(self, request: schema.Request) -> float:
        """How many requests one counts for, since the host has more to do for it."""
        match request:
            case schema.OpenTable():
                return 5.0
            case schema.ListTables() | schema.ListPresent():
                return 1 + (len(self.house.tables) + len(self.house.guests)) / 100
            case schema.Watch() | schema.MakeMove() if request.table in self.house.tables:
                # All moves are written, or sent.
                return 1 + len(self.house.tables[request.table].game.moves) / 1000
        return 1.0

    async def _answer(self, guest: Caller, request: schema.Request) -> schema.Answer:
        house, name, unsaved = self.house, guest.name, ""
        if guest.looks_on and not isinstance(request, LOOKING):
            raise RefusedError("you are only looking on")
        match request:
            case schema.AtGame():
                table = house.table(request.table)
                if isinstance(request, schema.Rematch) and request.say != "decline":
                    for person in table.people.values():
                        house.check_day(person)
                act(table, name, request)
                if table.agreed:
                    await house.play_again(table)
                await table.commits.settled()
                unsaved = table.commits.failure
            case schema.OpenTable():
                table = await house.open(name, request)
                warning = ""
                if request.invited:
                    others = house.known() - {name}
                    if request.invited not in others:
                        warning = await asyncio.to_thread(who_is_meant, request.invited, others)
                return schema.Done(request.id, table.number, table.commits.failure, warning)
            case schema.Sit() | schema.Stand() | schema.SeatEngine():
                table = house.table(request.table)
                await self._change_seat(table, name, request)
                unsaved = table.commits.failure if table.people else ""
            case schema.Watch():
                table = house.table(request.table)
                table.look()
                guest.watching.add(table.number)
                await table.watch(guest)
            case schema.Leave():
                guest.watching.discard(request.table)
                house.table(request.table).unwatch(guest)
            case schema.Chat():
                table = house.table(request.table)
                if table.number not in guest.watching:
                    raise RefusedError(f"you do not watch table {table.number}")
                unsaved = await table.say(name, request.text)
            case schema.ListTables():
                guest.follows = request.follow
                return _listed(request, [t.entry() for t in house.tables.values()])
            case schema.ListMine():
                mine = [t.entry() for t in house.tables.values() if t.matters_to(name)]
                return _listed(request, sorted(mine, key=lambda entry: rank(entry, name)))
            case schema.ListPresent():
                return schema.Present(request.id, house.present())
            case schema.GetStatus():
                return self._status(request)
            case schema.ForOwner():
                return await self._for_owner(guest, request)
            case schema.Hello():
                raise RefusedError("hello has been said already")
            case schema.Ping():
                pass
        return schema.Done(request.id, unsaved=unsaved)

    async def _change_seat(
        self, table: HostedTable, name: str, request: schema.Sit | schema.Stand | schema.SeatEngine
    ) -> None:
        done = ""  # of which the other people who sit there are told
        if isinstance(request, schema.Sit):
            if table.color_of(name) is None:
                await self.house.make_room(name)
            sit_down(table, name, request.color)
            done = "joined"
        elif isinstance(request, schema.SeatEngine):
            seat = self.house.engine_seat(name, table, request.level)
            sit_engine(table, name, request.color, seat)
        elif table.color_of(name) is None and table.is_kept_for(name):
            decline(table, name)
            done = "declined"
        else:
            stand_up(table, name)
            if not table.people:
                await self.house.shut(table)
        for other in table.people.values():
            if done and other != name:
                self.house.call(table, done, other)
        await table.commits.settled()

    def _status(self, request: schema.Request) -> schema.Status:
        house = self.house
        playing = sum(table.is_full and not table.session.over for table in house.tables.values())
        clients = sum(map(len, house.guests.values()))
        return schema.Status(
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

    async def _for_owner(self, guest: Caller, request: schema.ForOwner) -> schema.Answer:
        house = self.house
        if not guest.owner:
            raise RefusedError("only the owner of the host can do that")
        match request:
            case schema.CloseTable():
                await house.close_down(house.table(request.table))
            case schema.Adjudicate():
                table = house.table(request.table)
                adjudicate(table, request.winner)
                await table.commits.settled()
                return schema.Done(request.id, unsaved=table.commits.failure)
            case schema.Rename():
                house.check_free(request.new)
                self.dismiss(request.name, f"you are {request.new} here now")
                await house.rename(request.name, request.new)
            case schema.Kick():
                reason = "the owner of the host has closed your connection"
                if not self.dismiss(request.name, reason):
                    raise RefusedError(f"{request.name!r} is not connected")
        return schema.Done(request.id)

    def dismiss(self, name: str, reason: str) -> bool:
        """Close a player's connections; whether there were any."""
        guests = list(self.house.guests.get(name, ()))
        for guest in guests:
            guest.dismiss(reason)
        return bool(guests)


def _listed(request: schema.Request, entries: list[schema.Entry]) -> schema.Tables:
    return schema.Tables(request.id, tuple(entries[: schema.MOST_LISTED]))


# --- a client -------------------------------------------------------------------------------------

LINGER = 2.0  # seconds in which a client may read what was said last


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

    One that sends too much, too fast, or what is no request, or does not read, is dropped. Who is
    `known_as` somebody when the connection is made speaks for nobody else.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        desk: Desk,
        known_as: str = "",
        looks_on: bool = False,
    ) -> None:
        _, self.uid = peer(writer.get_extra_info("socket"))
        self.name = ""
        self.looks_on = looks_on
        self._known_as = known_as
        self.owner = False
        self.follows = False
        self.watching: set[int] = set()
        self._reader = reader
        self._writer = writer
        self._desk = desk
        self._limits = desk.house.limits

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

    def say(self, message: schema.Answer | schema.Event) -> None:
        """Send a message."""
        self.send(format_message(message))

    def dismiss(self, reason: str, *, back: bool = False) -> None:
        """Say goodbye, and close the connection, soon also of a client that does not read that."""
        self.say(schema.Goodbye(reason, back))
        self._writer.close()
        asyncio.get_running_loop().call_later(LINGER, self._writer.transport.abort)

    # --- reading --------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Serve the client until it leaves or is dropped."""
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
            self._desk.house.farewell(self)
            self._writer.close()
            with suppress(OSError, asyncio.TimeoutError):
                await asyncio.wait_for(self._writer.wait_closed(), LINGER)
            self._writer.transport.abort()

    async def _greet(self) -> bool:
        """Whether the client has said hello as it should."""
        line = await asyncio.wait_for(self._reader.readline(), self._limits.hello)
        number = 0
        try:
            request = parse_request(line)
            number = request.id
            if not isinstance(request, schema.Hello):
                raise RefusedError("hello comes first")
            self._admit(request)
        except (MessageError, RefusedError) as error:
            number = getattr(error, "id", number)
            self.say(schema.Refused(number, str(error)[:1000], schema.VERSION))
            return False
        return True

    def _admit(self, hello: schema.Hello) -> None:
        house, version = self._desk.house, schema.VERSION
        if hello.version != version:
            raise RefusedError(f"this host speaks version {version}, not {hello.version}")
        is_trusted = not self._known_as and compare_digest(
            hello.key.encode(), self._desk.secret.encode()
        )
        name = self._known_as or hello.name or account_name(self.uid)
        if hello.name not in ("", name) or (hello.name and not (is_trusted or self._known_as)):
            raise RefusedError(
                f"you cannot play as {hello.name!r}: here you are {account_name(self.uid)!r}"
            )
        if not is_name(name):
            raise RefusedError(f"{name!r} is not a name to play under")
        self.owner = is_trusted and not hello.name
        if house.is_banned(name) and not self.owner:
            raise RefusedError(BANNED)
        self.name = name
        house.welcome(self)
        finished = house.records.finished.told
        self.say(schema.Welcome(hello.id, version, name, self.owner, PROGRAM_NAME, finished))

    async def _converse(self) -> None:
        bucket, faults = self._desk.bucket(self.name), 0
        while line := await self._reader.readline():
            if self._writer.transport.is_closing():
                return
            try:
                request = parse_request(line)
            except MessageError as error:
                self.say(schema.Refused(error.id, str(error)[:1000]))
                faults += 1
                if faults < self._limits.faults:
                    continue
                self.dismiss("too many lines that are no requests")
                return
            if not bucket.take(self._desk.cost(request)):
                self.dismiss("too many requests")
                return
            self.say(await self._desk.answer(self, request))


# --- the host -------------------------------------------------------------------------------------

BACKLOG = 256  # clients that wait to be let in
SWEEP = 15.0  # seconds between looks for tables that are no longer needed
TIDY = 600.0  # seconds between looks at all objects for garbage
ENDING = 5.0  # seconds in which the connections end
ENDS = "the host ends"
FILES = 8192  # files and connections open at a time, if the system allows


class Host:
    """Lets clients of a socket in, until it is told to stop or has been idle for long enough.

    `stopped` is set from outside to stop it; `log` gets a line of text for whatever the owner might
    want to know.
    """

    def __init__(
        self,
        house: House,
        secret: str,
        stopped: asyncio.Event | None = None,
        *,
        idle_exit: float = 0.0,
        log: Callable[[str], object] = lambda line: None,
    ) -> None:
        self.house = house
        self._desk = Desk(house, secret)
        self._idle_exit = idle_exit
        self._log = log
        self._callers: dict[asyncio.Task[None], Caller] = {}  # by what serves them
        self._coming: set[asyncio.Task[None]] = set()  # those of `connect`, which nobody else holds
        self._stopped = stopped or asyncio.Event()
        self._idle_since = house.now()

    def stop(self) -> None:
        """End soon: games are saved, and clients told that the host may be back."""
        self._stopped.set()

    async def serve(self, listener: socket.socket, path: Path | None = None) -> None:
        """Serve a listening socket until the end, and save all games.

        A `path` is removed before others can listen there. Without it no client could come in any
        more, but no other host could have the games: so the host ends if others remove it, as the
        system does with a folder of the account's sessions after the last of them.
        """
        place = None if path is None else stamp_of(path)
        server = await asyncio.start_unix_server(
            self._let_in, sock=listener, limit=schema.LONGEST_REQUEST, backlog=BACKLOG
        )
        clockwork = asyncio.create_task(self._run(path, place))
        try:
            await self._stopped.wait()
        finally:
            if path is not None:
                remove_own(path, lambda file: stamp_of(file) == place)
            server.close()
            clockwork.cancel()
            for caller in list(self._callers.values()):
                caller.dismiss(ENDS, back=True)
            await self.house.close()
            await asyncio.wait([clockwork, *self._callers], timeout=ENDING)

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
        caller = Caller(reader, writer, self._desk, known_as, looks_on)
        if self._stopped.is_set():
            caller.dismiss(ENDS, back=True)
            return
        if not self._has_room(caller):
            caller.dismiss("the host has no room for more clients", back=True)
            return
        self._callers[task] = caller
        try:
            with suppress(asyncio.CancelledError):  # of which asyncio would tell as of a fault
                await caller.serve()
        finally:
            del self._callers[task]
            if caller.name:
                self._idle_since = self.house.now()

    def _has_room(self, caller: Caller) -> bool:
        limits = self.house.limits
        unknown = Counter(other.uid for other in self._callers.values() if not other.name)
        return len(self._callers) < limits.clients and unknown[caller.uid] < limits.unknown

    # --- by the clock ---------------------------------------------------------------------------

    async def _run(self, path: Path | None, place: Stamp | None) -> None:
        """Look at clocks, sweep, and see whether anybody is still there, or can come."""
        swept = tidied = self.house.now()
        while True:
            pause = self.house.look()
            self.follow_members()
            if self.house.now() - swept >= SWEEP:
                swept = self.house.now()
                await self._sweep()
            if self.house.now() - tidied >= TIDY:
                tidied = self.house.now()
                gc.collect()
            if self._is_idle(pause):
                self._log("nobody has been here for long enough: the host ends")
                self.stop()
            if path is not None and stamp_of(path) != place:
                self._log(f"{str(path)!r} is not this host's socket any more: the host ends")
                self.stop()
            await asyncio.sleep(min(pause, 1.0))

    def follow_members(self) -> None:
        """Read the members again where their file has changed, and send away who is banned."""
        if (fault := self.house.members.follow()) is None:
            return
        if fault:
            self._log(fault)
        for name in self.house.members.now.banned:
            self._desk.dismiss(name, BANNED)

    async def _sweep(self) -> None:
        """Forget what is no longer needed; end if another host has the games by now."""
        self._desk.forget_buckets()
        try:
            await self.house.sweep()
        except MakachessError as error:
            self._log(f"another host has the games: {error}")
            self.stop()

    def _is_idle(self, pause: float) -> bool:
        """Whether no client has been connected for long, and no clock runs out in the meantime."""
        if not self._idle_exit or self.house.guests or pause < 1:
            return False
        return self.house.now() - self._idle_since >= self._idle_exit


# --- the socket ---------------------------------------------------------------------------------


def open_listener(path: Path) -> socket.socket:
    """A socket that listens at a path, in the place of one that a dead host has left.

    The folder decides who may come in; one made here is the account's own. Raises MakachessError,
    also if a host listens there already.
    """
    check_socket(path)
    try:
        make_own_folder(path.parent)
        check_own(path.parent, sticky=True)
        _remove_stale(path)
        return _listen(path)
    except OSError as error:
        raise MakachessError(f"no socket can be made at {str(path)!r}: {error.strerror}") from None


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o111)  # a later chmod could be led elsewhere by a link
    try:
        listener.bind(os.fspath(path))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(mask)
    return listener


def _remove_stale(path: Path) -> None:
    """Remove the socket of a host that has ended; raises MakachessError for anything else."""
    found = stamp_of(path)
    try:
        is_socket = stat.S_ISSOCK(path.lstat().st_mode)
    except FileNotFoundError:
        return
    if not is_socket:
        raise MakachessError(f"{str(path)!r} is in the way: it is not a socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fspath(path))
        except ConnectionRefusedError:
            remove_own(path, lambda file: stamp_of(file) == found)
            return
    raise MakachessError(f"a host listens at {str(path)!r} already")


async def run_host(
    path: Path,
    make_house: Callable[[], House],
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
        secret = write_secret(path)
        house = make_house()
    except BaseException:
        listener.close()
        remove_own(path, lambda file: stamp_of(file) == place)
        raise
    log(f"tables: {house.resume()}")
    _put_off_garbage()
    for damage in house.records.damaged:
        log(f"not resumed: {damage}")
    host = Host(house, secret, stopped, idle_exit=idle_exit, log=log)
    try:
        async with beside(host):
            await host.serve(listener, path)
    finally:
        if read_secret(path) == secret:  # no other host has begun meanwhile
            secret_file(path).unlink(missing_ok=True)


def _put_off_garbage() -> None:
    """Look at all objects for garbage by the clock only.

    With some hundred tables that takes a tenth of a second, for which all moves have to wait.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 10_000)


def raise_limit() -> None:
    """Let the process have as many connections as the system allows, up to some thousands."""
    import resource  # which some systems do not have

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
