"""The line between a visitor's process and the host, on which the host knows who speaks.

A message is a packet: `name NAME` registers a newcomer, and `tables` asks for a connection to the
tables, which comes as a descriptor with the answer `ok`. Any other answer is the reason of a
refusal.
"""

from __future__ import annotations

import asyncio
import os
import socket

from makachess.core.errors import MakachessError

OK, TABLES, NAME = b"ok", b"tables", b"name "
LONGEST = 1024  # bytes
PATIENCE = 10.0  # seconds


class Line:
    """The visitor's end."""

    def __init__(self, handle: int) -> None:
        self._socket = socket.socket(fileno=handle)
        self._socket.settimeout(PATIENCE)

    def register(self, name: str) -> None:
        """Take a name; raises MakachessError if it cannot be had."""
        self._ask(NAME + name.encode("utf-8", "replace"))

    async def dial(self) -> tuple[socket.socket, str]:
        """A connection to the tables; raises OSError."""
        try:
            (handle,) = await asyncio.to_thread(self._ask, TABLES)
        except (MakachessError, ValueError) as error:
            raise OSError(0, str(error)) from None
        return socket.socket(fileno=handle), ""

    def _ask(self, message: bytes) -> list[int]:
        try:
            self._socket.send(message)
            data, handles, _, _ = socket.recv_fds(self._socket, LONGEST, 1)
        except OSError as error:
            raise MakachessError(f"the host does not answer: {error.strerror}") from None
        if data != OK:
            for handle in handles:
                os.close(handle)
            raise MakachessError(data.decode("utf-8", "replace") or "the host has ended")
        return handles
