"""The process from which visitors' processes are forked, with everything loaded.

It is begun before the host has a loop, threads, sockets or its key, and stays single-threaded, so
that a child that is forked from it has nothing of those. It ends, with all visitors, when the host
does, however that happens.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NoReturn

from makachess.core import Position
from makachess.play.processes import own_command
from makachess.tui.door.visitor import NOWHERE, Visitor, visit
from makachess.variants import load, names
from makachess.variants.sources import HOME_VARIABLE

LONGEST = 16_384  # bytes of a message
# The system's own libraries do not stand being forked there.
SPAWNS = sys.platform == "darwin"
# What every visitor will need is loaded once: all that is in these packages, and what Textual and
# we load late.
PACKAGES = ("makachess.play", "makachess.tui.panes", "makachess.tui.screens", "textual.layouts")
MODULES = ("makachess.tui.app", "textual.drivers.headless_driver", "textual.pilot")


async def _rehearse() -> None:
    """Show the app to nobody, so that what it makes only once is made before it is forked."""
    from makachess.play.session.setup import new_setup
    from makachess.tui.app import MakachessApp
    from makachess.tui.charset import forget_terminal
    from makachess.tui.screens.game import GameScreen
    from makachess.tui.screens.home import HomeScreen

    app = MakachessApp(HomeScreen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(GameScreen(new_setup(load(names()[0]), "both")))
        await pilot.press("down", "enter", "up", "enter", "escape")
        await pilot.pause()
    forget_terminal()


def spawn(visitor: Visitor, terminal: int, line: int) -> int:
    """Begin a visitor's process anew, where forking is not safe; its number. Raises OSError."""
    for handle in (terminal, line):
        os.set_inheritable(handle, True)
    said = (json.dumps(asdict(visitor)), str(terminal), str(line))
    command = own_command("makachess.tui.door.visitor", *said)
    return os.posix_spawn(command[0], command, os.environ)


class Helper:
    """The host's end of the helper: `start` a visitor's process, and hear when it has ended."""

    def __init__(self) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = os.fork()
        if not self.process:
            self._channel.close()
            _run(theirs)
        theirs.close()
        self._channel.setblocking(False)
        self._ended: dict[int, Callable[[int], object]] = {}
        self._last = 0

    def fileno(self) -> int:
        return self._channel.fileno()

    def start(
        self, visitor: Visitor, terminal: int, line: int, ended: Callable[[int], object]
    ) -> int:
        """Start a visitor's process at a terminal; `ended` gets its status. Raises OSError."""
        self._last += 1
        self._send({"start": self._last, "visitor": asdict(visitor)}, [terminal, line])
        self._ended[self._last] = ended
        return self._last

    def end(self, number: int, *, now: bool = False) -> None:
        """Ask a visitor's process to end, or end it now."""
        if number in self._ended:
            with suppress(OSError):
                self._send({"end": number, "now": now})

    def hear(self) -> bool:
        """Tell of visitors that have ended; False if the helper itself has."""
        try:
            data = self._channel.recv(LONGEST)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        if data:
            said = json.loads(data)
            if (ended := self._ended.pop(said["ended"], None)) is not None:
                ended(said["status"])
        return bool(data)

    def close(self) -> None:
        """Let the helper and all visitors end."""
        self._channel.close()
        with suppress(ChildProcessError):
            os.waitpid(self.process, 0)

    def _send(self, message: dict[str, Any], handles: list[int] | None = None) -> None:
        socket.send_fds(self._channel, [json.dumps(message).encode()], handles or [])


def _run(channel: socket.socket) -> NoReturn:
    """The helper's life."""
    status = 1
    try:
        status = _Nursery(channel).run()
    finally:
        os._exit(status)


class _Nursery:
    """Forks a process for each visitor, and sees them end."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._numbers: dict[int, int] = {}  # by process
        for name in ("SIGINT", "SIGHUP", "SIGTERM"):  # the host ends the helper
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        self._woken, wakes = socket.socketpair()
        self._woken.setblocking(False)
        wakes.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        self._wakes = wakes

    def run(self) -> int:
        """Serve the host until it is gone."""
        for name in [name for name in os.environ if name.startswith(("TEXTUAL", "PYTHON"))]:
            del os.environ[name]  # they decide what is so from the import on
        for package in map(import_module, PACKAGES):
            for module in walk_packages(package.__path__, f"{package.__name__}."):
                import_module(module.name)
        for name in MODULES:
            import_module(name)
        for name in names():
            Position(load(name))
        before = dict(os.environ)
        os.environ.update({HOME_VARIABLE: NOWHERE, "TERM": "xterm-256color"})
        with suppress(Exception):  # whatever is the matter, each visitor will see it
            asyncio.run(_rehearse())
        os.environ.clear()
        os.environ.update(before)
        gc.collect()
        gc.freeze()  # pages that no collection touches stay shared
        while True:
            ready, _, _ = select.select([self._channel, self._woken], [], [])
            if self._woken in ready:
                with suppress(BlockingIOError):
                    self._woken.recv(LONGEST)
                self._reap()
            if self._channel in ready and not self._obey():
                break
        for process in self._numbers:
            _signal(process, signal.SIGHUP)
        return 0

    def _obey(self) -> bool:
        """Do what the host asks; False if it is gone."""
        try:
            data, handles, _, _ = socket.recv_fds(self._channel, LONGEST, 2)
        except OSError:
            return False
        if not data:
            return False
        said = json.loads(data)
        if (number := said.get("start")) is not None:
            self._fork(number, Visitor(**said["visitor"]), *handles)
        for process, number in self._numbers.items():
            if number == said.get("end"):
                _signal(process, signal.SIGKILL if said["now"] else signal.SIGHUP)
        return True

    def _fork(self, number: int, visitor: Visitor, terminal: int, line: int) -> None:
        try:
            process = spawn(visitor, terminal, line) if SPAWNS else os.fork()
        except OSError:
            self._tell(number, 1)
        else:
            if not process:
                self._begin(visitor, terminal, line)
            self._numbers[process] = number
        os.close(terminal)
        os.close(line)

    def _begin(self, visitor: Visitor, terminal: int, line: int) -> NoReturn:
        """Be the visitor's process."""
        status = 70
        try:
            signal.set_wakeup_fd(-1)
            for name in ("SIGCHLD", "SIGINT", "SIGHUP", "SIGTERM"):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
            status = visit(visitor, terminal, line)
        finally:
            with suppress(Exception):
                sys.stdout.flush()
            os._exit(status)

    def _reap(self) -> None:
        """Tell the host of all that have ended."""
        with suppress(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG)
                if not process:
                    return
                if (number := self._numbers.pop(process, None)) is not None:
                    self._tell(number, os.waitstatus_to_exitcode(status))

    def _tell(self, number: int, status: int) -> None:
        with suppress(OSError):
            self._channel.send(json.dumps({"ended": number, "status": status}).encode())


def _signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)
