"""A host with a door over SSH as a program of its own, and visitors who come by asyncssh."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pyte
from makachess.play.tables.members import FILE, changing, parse_key
from pty_harness import COMMAND, KEYS

PATIENCE = 30.0  # seconds until a wait is given up as failed
HOST = "127.0.0.1"


class DoorHost:
    """`makachess host --ssh` on the loopback, with members who have keys."""

    def __init__(self, home: Path, *members: str, options: tuple[str, ...] = ()) -> None:
        self.home = home
        self.members = home / "tables" / FILE
        self._keys: dict[str, asyncssh.SSHKey] = {}
        for name in members:
            self.add(name)
        self._log = home / "log"
        self._command = [COMMAND, "host", "--socket", str(home / "t.sock"), "--ssh", f"{HOST}:0"]
        self._command += options
        self.start()

    def start(self) -> None:
        """Start the program, and wait until it says where it is."""
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                self._command,
                env={**os.environ, "MAKACHESS_HOME": str(self.home)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        latest = time.monotonic() + PATIENCE
        while not (found := re.search(r"players type: ssh -p (\d+)", self.log)):
            if self.process.poll() is not None or time.monotonic() > latest:
                raise AssertionError(self.log)
            time.sleep(0.02)
        self.port = int(found[1])

    @property
    def log(self) -> str:
        return self._log.read_text()

    def key(self, name: str) -> asyncssh.SSHKey:
        """The key that somebody has, a member or not."""
        if name not in self._keys:
            self._keys[name] = asyncssh.generate_private_key("ssh-ed25519")
        return self._keys[name]

    def add(self, name: str) -> None:
        """Let somebody in."""
        with changing(self.members) as members:
            members.add(name, parse_key(self.key(name).export_public_key().decode()))

    async def connect(
        self, *keys: str, login: str = "someone", **options: object
    ) -> asyncssh.SSHClientConnection:
        """A connection with the keys of somebody, as a client of OpenSSH offers them."""
        return await asyncssh.connect(
            HOST,
            self.port,
            username=login,
            client_keys=[self.key(name) for name in keys],
            known_hosts=None,
            config=None,
            agent_path=None,
            **options,
        )

    @asynccontextmanager
    async def visit(
        self, *keys: str, login: str = "someone", size: tuple[int, int] = (80, 24)
    ) -> AsyncIterator[Visitor]:
        """A terminal with what a visitor gets, and at the end a line that is lost."""
        connection = await self.connect(*keys, login=login)
        try:
            process = await connection.create_process(
                term_type="xterm-256color", term_size=size, encoding=None
            )
            yield Visitor(process, size)
        finally:
            connection.abort()
            await connection.wait_closed()

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


class Visitor:
    """What a visitor sees and types."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes], size: tuple[int, int]) -> None:
        self.process = process
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.output = b""
        self.is_over = False

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    async def sees(self, wanted: str | Callable[[str], object]) -> None:
        """Wait until the screen shows what a pattern finds."""
        is_so = wanted if callable(wanted) else lambda text: re.search(wanted, text)
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_so(self.text):
                    assert not self.is_over, self.text
                    await self._read()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} is not in\n{self.text}") from None

    async def _read(self) -> None:
        data = await self.process.stdout.read(65536)
        self.is_over = not data
        self.output += data
        # What pyte takes for text: private sequences of kitty and of answers.
        self._stream.feed(re.sub(rb"\x1b\[[<>=?][\d;]*[a-zA-Z$]p?|\x1b_[^\x1b]*\x1b\\", b"", data))

    def press(self, *keys: str) -> None:
        """Type keys by name, and anything else as it is."""
        self.process.stdin.write("".join(KEYS.get(key, key) for key in keys).encode())

    async def ends(self) -> int:
        """Wait until the session has ended; its status."""
        async with asyncio.timeout(PATIENCE):
            while not self.is_over:
                await self._read()
            await self.process.wait_closed()
        return self.process.exit_status
