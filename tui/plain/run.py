"""Line mode: reads lines until somebody leaves, the input ends or a signal says so."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from makachess.play.analysis.hints import Hints
from makachess.play.analysis.study import Study
from makachess.play.engines import make_engine
from makachess.play.session.setup import Setup
from makachess.tui.farewell import Farewell
from makachess.tui.output import say
from makachess.tui.plain.conversation import LONGEST, Conversation

ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
TICK = 1.0  # seconds between looks at the clock


def run_plain(setup: Setup) -> int:
    """Play a game by lines of text; the exit status."""
    return asyncio.run(_Lines(setup).run())


class _Lines:
    """Feeds lines to a conversation, one after the other, in the event loop.

    Signals arrive between two lines as well, so none interrupts a save.
    """

    def __init__(self, setup: Setup) -> None:
        self._conversation = Conversation(setup, _hints, self._say)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._signal = 0

    async def run(self) -> int:
        """Play until the end; the exit status."""
        loop = asyncio.get_running_loop()
        for name in ENDING:
            if (number := getattr(signal, name, None)) is not None:
                loop.add_signal_handler(number, self._stop, number)
        threading.Thread(
            target=_read_lines, args=(partial(_hand_over, loop, self._lines),), daemon=True
        ).start()
        farewell = Farewell()
        try:
            self._conversation.begin()
            await self._converse()
        finally:
            await self._conversation.close()
            self._note_unsaved(farewell)
        farewell.tell()
        return 128 + self._signal if self._signal else farewell.status

    async def _converse(self) -> None:
        while not self._conversation.left:
            try:
                line = await asyncio.wait_for(self._lines.get(), TICK)
            except TimeoutError:
                self._conversation.session.tick()
                continue
            if line is None:
                return
            self._conversation.take(line)

    def _say(self, text: str) -> None:
        try:
            say(text)
        except OSError:  # whoever listened has gone; the game is saved all the same
            self._lines.put_nowait(None)

    def _stop(self, number: int) -> None:
        self._signal = self._signal or number
        self._lines.put_nowait(None)

    def _note_unsaved(self, farewell: Farewell) -> None:
        session = self._conversation.session
        if session.unsaved:
            farewell.leave_unsaved(session.game, session.unsaved, printed=True)


def _hints(conversation: Conversation) -> Hints:
    variant = conversation.setup.game.variant
    return Hints(Study(partial(make_engine, variant), lambda found: None), conversation)


def _hand_over(
    loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None], line: str | None
) -> None:
    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(lines.put_nowait, line)


def _read_lines(give: Callable[[str | None], object]) -> None:
    """Give every line of standard input, and None at its end; endless ones piece by piece.

    Not through sys.stdin, whose lock this thread would hold while the program ends.
    """
    rest = b""
    with suppress(OSError):
        while data := os.read(0, 4 * LONGEST):
            *lines, rest = (rest + data).split(b"\n")
            if len(rest) > 4 * LONGEST:
                lines, rest = [*lines, rest], b""
            for line in lines:
                give(line.decode(errors="replace"))
    if rest:
        give(rest.decode(errors="replace"))
    give(None)
