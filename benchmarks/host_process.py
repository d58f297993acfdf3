"""A host of tables as a program of its own, for tests that kill it, and tables at it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.messages.schema import Done, OpenTable, Sit
from makachess.play.tables.place import peer
from pty_harness import COMMAND

OWNER, TABLES = "anna", 15  # who looks at the tables, and how many have a free seat
JOIN = ("join", "--socket", "t.sock", "--as", OWNER)
PATIENCE = 30.0  # seconds in which the program has to begin or end


class HostProcess:
    """`makachess host` at a socket, with its games in a folder."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.socket = home / "t.sock"
        self.folder = home / "tables"
        self._environment = {**os.environ, "MAKACHESS_HOME": str(home)}
        self._log = (home / "log").open("ab")
        self._arguments = arguments
        self.process = self.start()

    def command(self, *arguments: str) -> list[str]:
        return [COMMAND, "host", "--socket", str(self.socket), *arguments]

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(
            [*self.command(*self._arguments, *arguments), "--folder", str(self.folder)],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
        )
        return self.process

    def call(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another call of the program, to its end."""
        return subprocess.run(
            self.command(*arguments),
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def wait_until_it_listens(self) -> None:
        latest = time.monotonic() + PATIENCE
        while self.listener() != self.process.pid:
            if self.process.poll() is not None or time.monotonic() > latest:
                raise AssertionError("the host has not begun")
            time.sleep(0.01)

    def listener(self) -> int:
        """The process that listens at the socket, 0 if none does."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe, suppress(OSError):
            probe.connect(str(self.socket))
            return peer(probe)[0]
        return 0

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self._log.close()
        return status


def lay_tables(path: Path) -> None:
    """Open tables at a host: a game of two people, and others with a free seat."""
    asyncio.run(_lay_tables(path))


async def _lay_tables(path: Path) -> None:
    owner, guest = TablesClient(path, OWNER), TablesClient(path, "guest")
    for client in (owner, guest):
        await client.connect()
    first = await owner.ask(OpenTable("veteran", color="white"), Done)
    await guest.ask(Sit(first.table, "black"), Done)
    for _ in range(TABLES):
        await guest.ask(OpenTable("chess", color="white"), Done)
    for client in (owner, guest):
        await client.close()
