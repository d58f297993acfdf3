"""The driver of an app in a browser: held to what a person can send, and ended with its server."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from makachess.tui.terminal.keyboard import Keyboard
from makachess.tui.textual_private import loop_of, open_web_driver
from textual.drivers.web_driver import WebDriver
from textual.message import Message

NAME = f"{WebDriver.__module__}:{WebDriver.__qualname__}"
"""How a server asks for it, in TEXTUAL_DRIVER."""
READ_AT_ONCE = 1 << 16  # bytes
WAIT_FOR_INPUT = 0.1  # seconds; after it a lone Esc is the key of that name
OF_THE_WINDOW = ("resize", "focus", "blur")  # what a page may say beside what is typed


class BrowserDriver(open_web_driver()):  # type: ignore[misc]
    """Ends the app as SIGHUP does, once the server is gone that it reads from and writes to."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._is_alone = False

    def put(self, data: bytes) -> None:
        """Write all of it, unless the server is gone."""
        try:
            while data and not self._is_alone:
                data = data[os.write(self.fileno, data) :]
        except OSError:
            self._hang_up()

    def run_input_thread(self) -> None:
        """Read until told to stop, or until the server is gone."""
        try:
            self._read()
        except OSError:
            self._hang_up()
        except Exception as error:  # of ours
            loop_of(self).call_soon_threadsafe(self.app.fail, error)

    def _read(self) -> None:
        keyboard = Keyboard("utf-8")
        source = sys.__stdin__
        assert source is not None
        while not self.exit_event.is_set():
            if not select.select([source], [], [], WAIT_FOR_INPUT)[0]:
                self._process(keyboard.tick(time.monotonic()))
            elif data := os.read(source.fileno(), READ_AT_ONCE):
                for kind, payload in self.packets.feed(data):
                    if kind == "D":
                        self._process(keyboard.receive(payload, time.monotonic()))
                    elif json.loads(payload)["type"] in OF_THE_WINDOW:
                        self.heed(payload)
            else:
                raise OSError("the server sends no more")

    def _process(self, events: Iterator[Message]) -> None:
        for event in events:
            self.process_message(event)

    def _hang_up(self) -> None:
        """End the app, also where it is stuck in something, such as writing to a server."""
        if not self._is_alone:
            self._is_alone = True
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGHUP)
