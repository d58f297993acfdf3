"""The host itself: a socket, the house behind it, and the ways in which it ends."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.tables.host.caller import Caller, Trust
from makachess.play.tables.host.desk import Desk
from makachess.play.tables.host.house import House
from makachess.play.tables.host.limits import Bucket
from makachess.play.tables.host.records import check_own, make_own_folder
from makachess.play.tables.messages.parts import LONGEST_REQUEST
from makachess.play.tables.place import check_socket
from makachess.saves.storage import Stamp, stamp_of

FIRST_INHERITED = 3  # the number of the first socket that systemd hands over
BACKLOG = 256  # clients that wait to be let in
SWEEP = 15.0  # seconds between looks for tables that are no longer needed
TIDY = 600.0  # seconds between looks at all objects for garbage
ENDING = 5.0  # seconds in which the connections end
FILES = 8192  # files and connections open at a time, if the system allows


class Host:
    """Lets clients of a socket in, until it is told to stop or has been idle for long enough.

    `stopped` is set from outside to stop it; `log` gets a line of text for whatever the owner might
    want to know.
    """

    def __init__(
        self,
        house: House,
        trust: Trust | None = None,
        stopped: asyncio.Event | None = None,
        *,
        idle_exit: float = 0.0,
        log: Callable[[str], object] = lambda line: None,
    ) -> None:
        self.house = house
        self._desk = Desk(house)
        self._trust = trust or Trust(os.geteuid())
        self._idle_exit = idle_exit
        self._log = log
        self._callers: set[Caller] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._buckets: dict[str, Bucket] = {}
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
            self._let_in, sock=listener, limit=LONGEST_REQUEST, backlog=BACKLOG
        )
        clockwork = asyncio.create_task(self._run(path, place))
        try:
            await self._stopped.wait()
        finally:
            if path is not None and stamp_of(path) == place:
                path.unlink(missing_ok=True)
            server.close()
            clockwork.cancel()
            for caller in list(self._callers):
                caller.dismiss("the host ends", back=True)
            await self.house.close()
            await asyncio.wait([clockwork, *self._tasks], timeout=ENDING)

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        caller = Caller(reader, writer, self._desk, self._trust, self._buckets)
        if not self._has_room(caller):
            caller.dismiss("the host has no room for more clients", back=True)
            return
        self._callers.add(caller)
        self._tasks.add(task)
        try:
            await caller.serve()
        finally:
            self._callers.discard(caller)
            self._tasks.discard(task)
            if caller.name:
                self._idle_since = self.house.now()

    def _has_room(self, caller: Caller) -> bool:
        limits = self.house.limits
        unknown = Counter(other.uid for other in self._callers if not other.name)
        return len(self._callers) < limits.clients and unknown[caller.uid] < limits.unknown

    # --- by the clock ---------------------------------------------------------------------------

    async def _run(self, path: Path | None, place: Stamp | None) -> None:
        """Look at clocks, sweep, and see whether anybody is still there, or can come."""
        swept = tidied = self.house.now()
        while True:
            pause = self.house.look()
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

    async def _sweep(self) -> None:
        """Forget what is no longer needed; end if another host has the games by now."""
        self._forget_buckets()
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

    def _forget_buckets(self) -> None:
        """Forget how much people have asked who are not here."""
        for name in self._buckets.keys() - self.house.guests.keys():
            del self._buckets[name]


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
            path.unlink()
            return
    raise MakachessError(f"a host listens at {str(path)!r} already")


def inherited_listener() -> socket.socket | None:
    """The socket that systemd hands over, None if it does not; raises MakachessError."""
    if os.environ.pop("LISTEN_PID", "") != str(os.getpid()):
        return None
    count = os.environ.pop("LISTEN_FDS", "")
    if count != "1":
        raise MakachessError(f"LISTEN_FDS={count!r}: the host takes one socket")
    try:
        listener = socket.socket(fileno=FIRST_INHERITED)
    except OSError as error:
        reason = f"what is handed over is not a socket: {error.strerror}"
        raise MakachessError(reason) from None
    listener.set_inheritable(False)
    if listener.family != socket.AF_UNIX or listener.type != socket.SOCK_STREAM:
        listener.close()
        raise MakachessError("the socket handed over is not a stream of the Unix domain")
    return listener


async def run_host(
    path: Path,
    make_house: Callable[[], House],
    trust: Trust | None = None,
    *,
    idle_exit: float = 0.0,
    log: Callable[[str], object] = lambda line: None,
) -> None:
    """Serve a socket until a signal, or a long time without guests, ends the host.

    The socket is that of systemd, if it hands one over, or else made at a path. Raises
    MakachessError.
    """
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    raise_limit()
    inherited = inherited_listener()
    listener = inherited or open_listener(path)
    own_path = None if inherited else path
    try:
        house = make_house()
    except BaseException:
        listener.close()
        if own_path is not None:
            own_path.unlink(missing_ok=True)
        raise
    log(f"tables: {house.resume()}")
    _put_off_garbage()
    for damage in house.records.damaged:
        log(f"not resumed: {damage}")
    await Host(house, trust, stopped, idle_exit=idle_exit, log=log).serve(listener, own_path)


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
