"""Output to the terminal in a thread of its own, which a slow or lost terminal cannot stop.

Textual's own thread dies with the terminal, and then the app waits for it for ever.
"""

from __future__ import annotations

import os
import time
from queue import SimpleQueue
from threading import Thread

MOST_QUEUED = 30  # texts; the app waits for a slow terminal rather than run ahead of it
STEP = 0.005  # seconds between two looks at whether the terminal has caught up
FAREWELL = 1.0  # seconds that a terminal has to take the rest when the app ends


class TerminalWriter(Thread):
    """Writes texts to a terminal in the order given; a terminal that is gone takes none."""

    def __init__(self, descriptor: int, encoding: str) -> None:
        super().__init__(name="makachess output", daemon=True)
        self._descriptor = descriptor
        self._encoding = encoding
        self._texts: SimpleQueue[str | None] = SimpleQueue()
        self._hurried = False

    def write(self, text: str) -> None:
        """Write a text soon; waits while the terminal is far behind, unless hurried."""
        while self._texts.qsize() > MOST_QUEUED and not self._hurried:
            time.sleep(STEP)
        self._texts.put(text)

    def hurry(self) -> None:
        """Let nobody wait for the terminal any longer; may be called by a signal's handler."""
        self._hurried = True

    def stop(self) -> None:
        """Write what is left, if the terminal takes it, and end the thread."""
        self._texts.put(None)
        self.join(FAREWELL if self._hurried else None)

    def run(self) -> None:
        """Write until stopped."""
        there = True
        while (text := self._texts.get()) is not None:
            if there:
                there = self._write(text.encode(self._encoding, "backslashreplace"))

    def _write(self, data: bytes) -> bool:
        """Write all of it; False if the terminal is gone."""
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            self.hurry()
            return False
        return True
