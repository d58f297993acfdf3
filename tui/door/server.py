"""The SSH server of a host: who may come in, and a terminal with the app for each of them."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import socket
import struct
import termios
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path

import asyncssh
from makachess.core.errors import MakachessError
from makachess.core.text import sentence
from makachess.play.tables.host.club import BANNED, Club
from makachess.play.tables.host.limits import Allowance
from makachess.play.tables.host.records import FINISHED
from makachess.play.tables.host.server import Host
from makachess.play.tables.members import FILE, WATCHER, Key, Members, changing, check_member
from makachess.play.tables.messages.wording import games_waiting
from makachess.saves.storage import force_to_disk, make_folder
from makachess.tui.door.confinement import hide
from makachess.tui.door.helper import Helper
from makachess.tui.door.line import LONGEST, NAME, OK, TABLES
from makachess.tui.door.visitor import Visitor
from makachess.tui.output import complain
from makachess.variants.sources import data_folder

HOST_KEY = "host_key"  # the file of it, in the host's folder
HERE = "127.0.0.1"
USUAL_TERMINAL = "xterm-256color"
CHUNK = 1 << 16  # bytes that are read of a terminal at once, or wait to be typed there
IUTF8 = 0x4000  # of the line settings, which Python does not name
WIDEST, HIGHEST = 1000, 500
LOOK = 1.0  # seconds between looks at all connections
ENDING = 6.0  # seconds that a visitor's program has to end
DAY = 86_400.0  # seconds
FULL = "the host is full: try again later"
HELP = """\
makachess, chess variants in which a capture changes the captor.

ssh HOST          opens it: tables to play people at, and games of your own
ssh HOST status   says who is here, and which games wait for you
ssh HOST help     prints this

Press ? in it for help. To leave, press Esc until it closes; ~. ends a connection that hangs.
"""


@dataclass(frozen=True, slots=True)
class DoorLimits:
    """How much may come from one address, and in all."""

    connections: int = 300
    per_address: int = 150
    unfinished: int = 12  # connections of an address that have not signed with a key yet
    sessions: int = 200
    per_player: int = 8  # sessions; as many for all of an address who have no name of their own
    keys: int = 20  # that one connection may offer
    failures: int = 60  # connections of an address within ten minutes that came to nothing
    registrations: int = 5  # from an address within a day
    login: float = 30.0  # seconds to sign with a key, and then to open a session
    naming: float = 300.0  # seconds in which a newcomer has to choose a name
    received: int = 8 << 20  # bytes from a player at once,
    rate: int = 256 << 10  # and in a second in the long run
    unread: int = 4 << 20  # bytes that a client leaves unread


# --- where it is ----------------------------------------------------------------------------------


def parse_address(text: str) -> tuple[str, int]:
    """Address and port of `[ADDRESS:]PORT`, with `*` for all addresses; raises MakachessError."""
    address, _, port = text.rpartition(":")
    address = address.removeprefix("[").removesuffix("]") or HERE
    if port.isascii() and port.isdecimal() and int(port) < 65536:
        with suppress(ValueError):
            return "" if address == "*" else str(ip_address(address)), int(port)
    raise MakachessError(
        f"{text!r} is not where a server can listen: '2222', '0.0.0.0:2222' or '[::]:2222' would be"
    )


def listen(address: str, port: int) -> socket.socket:
    """A socket that listens there; raises MakachessError."""
    both = not address and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both or ":" in address else socket.AF_INET
    try:
        return socket.create_server(
            (address, port), family=family, dualstack_ipv6=both, backlog=100
        )
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise MakachessError(f"{address or '*'}:{port} cannot be listened on: {why}") from None


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The host's own key, which is made at the first start; raises MakachessError."""
    path = folder / HOST_KEY
    try:
        if not path.exists():
            make_folder(folder)
            made = asyncssh.generate_private_key("ssh-ed25519", "makachess")
            written = path.with_suffix(".new")
            written.unlink(missing_ok=True)
            with open(written, "xb", opener=lambda name, how: os.open(name, how, 0o600)) as file:
                file.write(made.export_private_key())
                force_to_disk(file.fileno())
            written.rename(path)
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError) as error:
        why = getattr(error, "strerror", None) or error
        raise MakachessError(f"the host's key {str(path)!r} cannot be used: {why}") from None


def place_of(address: str) -> str:
    """An address as it is counted: of IPv6 the network that one household has."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ip_network(f"{parsed}/64", strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)


class Door:
    """Lets players of a host in over SSH; raises MakachessError for what stands in the way.

    It forks: it has to be made before there is a loop or a thread.
    """

    def __init__(
        self,
        address: tuple[str, int],
        folder: Path,
        *,
        is_open: bool = False,
        watch: bool = False,
        limits: DoorLimits | None = None,
        log: Callable[[str], object] = complain,
    ) -> None:
        Members(folder / FILE)  # a broken file is told before anything is begun
        hide()  # the helper, too, which comes of this process
        self.helper = Helper()
        self.limits = limits or DoorLimits()
        self.folder = folder
        self.is_open, self.watch = is_open, watch
        self.log = log
        self.guests: set[Guest] = set()
        self._watchers = 0
        most, now = self.limits, time.monotonic
        self.failures = Allowance(most.failures, most.failures / 600, now)
        self.received = Allowance(most.received, most.rate, now)
        self._newcomers = Allowance(most.registrations, most.registrations / DAY, now)
        self._registering = asyncio.Lock()  # a registration counts before the next one is judged
        try:
            self.key = host_key(folder)
            self.socket = listen(*address)
        except BaseException:
            self.helper.close()
            raise
        self.address, self.port = self.socket.getsockname()[:2]

    @asynccontextmanager
    async def beside(self, host: Host) -> AsyncIterator[None]:
        """Let players in as long as this lasts."""
        self.host = host
        loop = asyncio.get_running_loop()
        server = await asyncssh.listen(
            sock=self.socket,
            server_factory=lambda: Guest(self),
            server_host_keys=[self.key],
            server_version="makachess",
            encoding=None,
            line_editor=False,
            password_auth=False,
            kbdint_auth=False,
            gss_host=None,
            agent_forwarding=False,
            allow_scp=False,
            compression_algs=None,
            window=CHUNK,
            login_timeout=self.limits.login,
            keepalive_interval=30,
            keepalive_count_max=4,
        )
        loop.add_reader(self.helper.fileno(), self._hear_helper)
        looking = asyncio.create_task(self._look())
        self._announce()
        try:
            yield
        finally:
            looking.cancel()
            server.close()
            for guest in list(self.guests):
                guest.send_away("the host ends; come back in a moment")
            latest = loop.time() + ENDING
            while self.guests and loop.time() < latest:
                await asyncio.sleep(0.02)
            loop.remove_reader(self.helper.fileno())
            self.helper.close()

    def _announce(self) -> None:
        """Say where it is, and what players type."""
        self.log(f"host key {self.key.get_fingerprint()}")
        is_local = ip_address(self.address.partition("%")[0]).is_loopback
        port = "" if self.port == 22 else f" -p {self.port}"
        self.log(f"players type: ssh{port} {'localhost' if is_local else socket.gethostname()}")
        if is_local:
            self.log(
                f"only from this machine; makachess host --ssh '*:{self.port}' opens it to others"
            )

        if not (self.members.players or self.is_open or self.watch):
            self.log(
                "nobody can come in yet: makachess host add NAME --key FILE invites a player, "
                "and --open lets newcomers in"
            )

    def _hear_helper(self) -> None:
        if not self.helper.hear():
            asyncio.get_running_loop().remove_reader(self.helper.fileno())
            self.log("the process that starts visitors' programs is gone: the host ends")
            self.host.stop()

    @property
    def members(self) -> Members:
        """The members by now."""
        return self.host.club.members.now

    async def _look(self) -> None:
        """Send away who is no member any more or banned, sends too much, or does not read."""
        while True:
            await asyncio.sleep(LOOK)
            for guest in list(self.guests):
                if reason := guest.why_not_stay():
                    guest.send_away(reason)

    def why_full(self, place: str) -> str:
        """Why one more connection from an address is refused, empty if it is not."""
        limits = self.limits
        theirs = [guest for guest in self.guests if guest.place == place]
        unknown = sum(not guest.is_known for guest in theirs)
        if len(self.guests) >= limits.connections:
            return FULL
        if len(theirs) >= limits.per_address or unknown >= limits.unfinished:
            return "there are too many connections from your address"
        if self.failures.used(place) > limits.failures - 1:
            return "too many attempts from your address: try again later"
        return ""

    def why_no_session(self, guest: Guest) -> str:
        """Why one more session of a guest is refused, empty if it is not."""
        own = sum(len(g.visits) for g in self.guests if g.counted_as == guest.counted_as)
        if own >= self.limits.per_player:
            return "you have too many sessions: close one first"
        return FULL if sum(len(g.visits) for g in self.guests) >= self.limits.sessions else ""

    def next_watcher(self) -> str:
        """A name for somebody who looks on."""
        self._watchers += 1
        return f"{WATCHER}-{self._watchers}"

    async def register(self, guest: Guest, name: str) -> None:
        """Give a newcomer a name; raises MakachessError if it cannot be had."""

        def write() -> None:
            with changing(self.folder / FILE) as members:
                members.check_free(name)
                members.add(name, guest.key)

        async with self._registering:
            if self._newcomers.used(guest.place) > self.limits.registrations - 1:
                raise MakachessError("too many newcomers from your address today: ask the keeper")
            if guest.key is None or guest.name or not self.is_open:
                raise MakachessError("you cannot choose a name")
            self.host.club.check_free(check_member(name))
            await asyncio.to_thread(write)
            self._newcomers.take(guest.place)
            guest.name = name
            self.host.follow_members()
            self.log(f"{guest.place}: {name} is new, with {guest.key.fingerprint}")


# --- who comes ------------------------------------------------------------------------------------

_COUNTS = struct.Struct("120x2Q")  # of Linux's struct tcp_info: bytes acknowledged, and received


def traffic(connection: socket.socket) -> tuple[int, int]:
    """Bytes that have reached the other end and that have come from there, where that is known."""
    with suppress(OSError, AttributeError, struct.error):
        counted = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _COUNTS.size)
        reached, received = _COUNTS.unpack(counted)
        return reached, received
    return 0, 0


class Guest(asyncssh.SSHServer):
    """One connection: who comes by which key. The key alone decides who it is."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.login = ""  # the name given to ssh
        self.name = ""  # empty for a newcomer, who has none yet
        self.key: Key | None = None
        self.place = ""
        self.is_known = False  # the signature has been verified, or none is asked
        self.is_watcher = False
        self.visits: set[Visit] = set()
        self.written = 0  # bytes for the client since the last look
        self._offered = 0
        self._leaving = ""  # why the connection is about to be closed
        self._traffic = (0, 0)
        self._unread = 0

    # --- the connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self.place = place_of(conn.get_extra_info("peername")[0])
        refusal = self._door.why_full(self.place)
        self._door.guests.add(self)
        if refusal:
            self.is_known = True  # not counted as a failure again
            self.send_away(refusal)

    @property
    def counted_as(self) -> tuple[str, str]:
        """With whom the sessions are counted: a player's, or those of strangers of an address."""
        return ("", self.place) if self.is_watcher or not self.name else (self.name, "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.guests.discard(self)
        if not self.is_known:
            self._door.failures.take(self.place)
            if self.key is not None:
                who = self.name or "a stranger"
                self._door.log(f"{self.place}: {who} was not let in, with {self.key.fingerprint}")
        elif self.name:
            self._door.log(f"{self.place}: {self.name} has gone")

    def send_away(self, reason: str) -> None:
        """Close the connection, with a reason, once what is open there has ended."""
        if self._leaving:
            return
        self._leaving = reason
        for visit in list(self.visits):
            visit.close(reason)
        self._disconnect_if_idle()
        asyncio.get_running_loop().call_later(2 * ENDING, self._connection.abort)

    def forget(self, visit: Visit) -> None:
        """A session has ended."""
        self.visits.discard(visit)
        self._disconnect_if_idle()

    def _disconnect_if_idle(self) -> None:
        if self._leaving and not self.visits:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, self._leaving)

    def why_not_stay(self) -> str:
        """Why the connection has to end, empty if it has not."""
        members, before = self._door.members, self._traffic
        if self.key is not None and self.name and members.owner(self.key) != self.name:
            return "your key does not open for this name any more: connect again"
        if self.name and members.is_banned(self.name):
            return BANNED
        reached, received = self._traffic = traffic(self._connection.get_extra_info("socket"))
        # What asyncssh keeps of what is sent, such as variables, and of what is not read, it keeps
        # without a limit.
        self._unread = max(self._unread + self.written - (reached - before[0]), 0)
        self.written = 0
        if reached and self._unread > self._door.limits.unread:
            self._connection.abort()
        is_fine = self._door.received.take(str(self.counted_as), received - before[1])
        return "" if is_fine else "too much has been sent"

    # --- who it is

    def begin_auth(self, username: str) -> bool:
        self.login = username
        if username == WATCHER and self._door.watch:
            self.is_watcher, self.name = True, self._door.next_watcher()
            return False
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key may sign, which is asked before it has, too, and of several keys."""
        self._offered += 1
        if self._offered > self._door.limits.keys:
            self.send_away("too many keys")
            return False
        kind, blob = key.export_public_key().decode("ascii", "replace").split()[:2]
        self._door.host.follow_members()  # who has just been added need not wait
        self.key, members = Key(kind, blob), self._door.members
        owner = members.owner(self.key)
        self.name = owner or ""
        if owner is not None:
            return not members.is_banned(owner)
        return self._door.is_open and members.alike(username) is None

    def auth_completed(self) -> None:
        self.is_known = True
        if self.is_watcher:
            self.key = None
        by = self.key.fingerprint if self.key else "no key"
        self._door.log(f"{self.place}: {self.name or 'a newcomer'} has come, with {by}")
        loop = asyncio.get_running_loop()
        loop.call_later(self._door.limits.login, self._expect_session)
        loop.call_later(self._door.limits.naming, self._expect_name)

    def _expect_session(self) -> None:
        """Send away who has asked for nothing; a session that has is not waited for."""
        if self in self._door.guests and not any(visit.is_begun for visit in self.visits):
            self.send_away("no session was opened")

    def _expect_name(self) -> None:
        if not self.name and self in self._door.guests:
            self.send_away("no name was chosen")

    # --- what is asked

    def session_requested(self) -> Visit:
        if refusal := self._door.why_no_session(self):
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, refusal)
        return Visit(self._door, self)

    def connection_requested(self, *where: object) -> bool:
        raise asyncssh.ChannelOpenError(
            asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "nothing is forwarded here"
        )

    def unix_connection_requested(self, dest_path: str) -> bool:
        return self.connection_requested(dest_path)


# --- what one sees ------------------------------------------------------------------------------


class Visit(asyncssh.SSHServerSession[bytes]):
    """One session of a guest: a terminal with the app, or a few lines of text."""

    def __init__(self, door: Door, guest: Guest) -> None:
        self._door, self._guest = door, guest
        self._command = ""
        self._terminal = -1  # the host's end of it
        self._line: socket.socket | None = None
        self._typed = bytearray()
        self._number = 0  # of the app, at the helper
        self._last_words = ""
        self.is_begun = False
        self._dials = Allowance(20.0, 0.2, time.monotonic)
        self._answering: asyncio.Task[None] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self._guest.visits.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hang_up()
        self._guest.forget(self)
        if self._answering is not None:
            self._answering.cancel()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command.strip()
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return self.exec_requested(subsystem)

    def session_started(self) -> None:
        self.is_begun = True
        if self._command == "help":
            self._print(HELP)
        elif self._command == "status":
            self._print(status(self._door.host.club, self._guest.name))
        elif self._command:
            said = f"{self._command[:60]!r}: only the app, 'help' and 'status' are here\n"
            self._print(said, status=1)
        elif not self._channel.get_terminal_type():
            self._print("This needs a terminal: ssh -t\n", status=1)
        else:
            try:
                self._open()
            except OSError as error:
                self._print(f"No program can be started: {error.strerror}\n", status=1)

    def _print(self, text: str, status: int = 0) -> None:
        """Print a text, and end the session."""
        if self._channel.get_terminal_type():
            text = text.replace("\n", "\r\n")
        write = self._channel.write_stderr if status else self._channel.write
        write(text.encode())
        self._channel.exit(status)

    # --- the terminal

    def _open(self) -> None:
        """Start the app at a terminal."""
        self._line, line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.setblocking(False)
        with line:
            self._terminal, theirs = os.openpty()
            os.set_blocking(self._terminal, False)
            settings = termios.tcgetattr(theirs)
            settings[0] |= IUTF8  # of what is typed, Backspace takes back a whole letter
            termios.tcsetattr(theirs, termios.TCSANOW, settings)
            self._resize(*self._channel.get_terminal_size()[:2])
            try:
                self._number = self._door.helper.start(
                    self._visitor(), theirs, line.fileno(), self._ended
                )
            finally:
                os.close(theirs)
        loop = asyncio.get_running_loop()
        loop.add_reader(self._terminal, self._read)
        loop.add_reader(self._line, self._answer)

    def _visitor(self) -> Visitor:
        """Who comes, for the app."""
        guest, door, channel = self._guest, self._door, self._channel
        colors = channel.get_environment().get("COLORTERM", "")
        host, port = channel.get_extra_info("peername")[:2]
        suggested = ""
        with suppress(MakachessError):  # the login name, if a newcomer may have it
            door.members.check_free(guest.login)
            suggested = guest.login
        return Visitor(
            guest.name,
            str(data_folder().absolute()),
            str((door.folder / FINISHED).absolute()),
            terminal=known_terminal(channel.get_terminal_type() or ""),
            colors=known_colors(colors),
            origin=f"{host} {port} makachess {door.port}",
            suggested=suggested,
            is_watcher=guest.is_watcher,
        )

    def _read(self) -> None:
        """Pass on what the app writes."""
        data = b""
        with suppress(OSError):  # the app has closed it
            try:
                data = os.read(self._terminal, CHUNK)
            except BlockingIOError:
                return
        if data:
            self._guest.written += len(data)
            self._channel.write(data)
        else:
            self.pause_writing()

    def pause_writing(self) -> None:
        """The client does not keep up: let the app wait."""
        if self._terminal >= 0:
            asyncio.get_running_loop().remove_reader(self._terminal)

    def resume_writing(self) -> None:
        if self._terminal >= 0:
            asyncio.get_running_loop().add_reader(self._terminal, self._read)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._terminal >= 0:
            self._typed += data
            self._type()

    def _type(self) -> None:
        """Type what has come, as far as the app takes it."""
        loop = asyncio.get_running_loop()
        try:
            while self._typed:
                del self._typed[: os.write(self._terminal, self._typed[:4096])]
        except BlockingIOError:
            loop.add_writer(self._terminal, self._type)
            if len(self._typed) > CHUNK:
                self._channel.pause_reading()
            return
        except OSError:
            self._typed.clear()
        loop.remove_writer(self._terminal)
        self._channel.resume_reading()

    def eof_received(self) -> bool:
        self._hang_up()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._resize(width, height)

    def _resize(self, width: int, height: int) -> None:
        if self._terminal >= 0:
            size = (min(max(height, 1), HIGHEST), min(max(width, 1), WIDEST), 0, 0)
            fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("4H", *size))

    def _hang_up(self) -> None:
        """Take the terminal away: the app saves, and ends."""
        loop = asyncio.get_running_loop()
        if self._terminal >= 0:
            terminal, self._terminal = self._terminal, -1
            loop.remove_reader(terminal)
            loop.remove_writer(terminal)
            os.close(terminal)
        if self._line is not None:
            loop.remove_reader(self._line)
            self._line.close()
            self._line = None
        if self._number:
            self._door.helper.end(self._number)
            loop.call_later(ENDING, lambda: self._door.helper.end(self._number, now=True))

    def close(self, reason: str) -> None:
        """Let the app end, and say why once the terminal is as it was before."""
        self._last_words = sentence(reason)
        if self._number:
            self._door.helper.end(self._number)
            asyncio.get_running_loop().call_later(ENDING, self._hang_up)
        else:
            self._print(f"{self._last_words}\n", status=1)

    def _ended(self, status: int) -> None:
        """The app has ended."""
        self._number = 0
        with suppress(OSError):
            while self._terminal >= 0 and (data := os.read(self._terminal, CHUNK)):  # its farewell
                self._channel.write(data)
        self._hang_up()
        with suppress(OSError):
            if self._last_words:
                self._channel.write(f"{self._last_words}\r\n".encode())
                status = 1
            self._channel.exit(status if 0 <= status < 256 else 255)

    # --- the line

    def _answer(self) -> None:
        """Answer what the visitor's process asks of the host, one question at a time."""
        assert self._line is not None
        message = b""
        with suppress(OSError):
            try:
                message = self._line.recv(LONGEST)
            except BlockingIOError:
                return
        if not message:
            asyncio.get_running_loop().remove_reader(self._line)
        elif self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._do(message))

    async def _do(self, message: bytes) -> None:
        guest, handles = self._guest, []
        try:
            if message == TABLES and not self._dials.take(""):
                raise MakachessError("too many connections to the tables")
            if message == TABLES and guest.name:
                handles.append(await self._door.host.connect(guest.name, looks_on=guest.is_watcher))
            elif message.startswith(NAME):
                await self._door.register(guest, message.removeprefix(NAME).decode())
            else:
                raise MakachessError("this cannot be asked here")
            answer = OK
        except (MakachessError, OSError, UnicodeDecodeError) as error:
            answer = str(error).encode()[: LONGEST - 100]
        with suppress(OSError):
            if self._line is not None:
                socket.send_fds(self._line, [answer], [one.fileno() for one in handles])
        for one in handles:
            one.close()


_TERMINAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,39}")


def known_terminal(kind: str) -> str:
    """The kind of terminal, if it can be one."""
    return kind if _TERMINAL.fullmatch(kind) else USUAL_TERMINAL


def known_colors(said: str) -> str:
    """What a terminal says of its colours, if it says that it has all."""
    return said if said in ("truecolor", "24bit") else ""


def status(club: Club, name: str) -> str:
    """Who is here, and which games wait for a player."""
    people = [
        f"{one.name} (table {one.table})" if one.table else one.name for one in club.present()
    ]
    said = f"Here: {', '.join(people)}\n" if people else "Nobody is here.\n"
    mine = [table.entry() for table in club.tables.values() if name and table.matters_to(name)]
    return said + (f"{waiting}\n" if (waiting := games_waiting(mine, name)) else "")
