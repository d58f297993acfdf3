"""Line mode: reads lines until somebody leaves, the input ends or a signal says so."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from makachess.play.session.setup import Setup
from makachess.tui.farewell import Farewell
from makachess.tui.output import OutputError, say
from makachess.tui.plain.conversation import Conversation, make_hints
from makachess.tui.plain.replaying import Replaying
from makachess.tui.plain.resuming import Resuming
from makachess.tui.plain.talk import LONGEST, Say, Talk

ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
TICK = 1.0  # seconds between looks at the clock


def run_plain(first: Callable[[Say], Talk]) -> int:
    """Talk by lines of text, beginning with a talk; the exit status.

    Raises MakachessError if that has nothing to talk about.
    """
    return asyncio.run(_Lines(first).run())


def play_plain(setup: Setup) -> int:
    """Play a game by lines of text; the exit status."""
    return run_plain(lambda say: Conversation(setup, make_hints, say))


def resume_plain(path: Path | None) -> int:
    """Go on with the game of a file, or one chosen from those unfinished; the exit status."""
    return run_plain(lambda say: Resuming(say, path))


def replay_plain(path: Path, number: int, ply: int) -> int:
    """Tell a game of a file by lines of text; the exit status."""
    return run_plain(lambda say: Replaying(say, path, number, ply))


class _Lines:
    """Feeds lines to a talk, one after the other, in the event loop.

    Signals arrive between two lines as well, so none interrupts a save.
    """

    def __init__(self, first: Callable[[Say], Talk]) -> None:
        self._talk = first(self._say)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._signal = 0
        self._unheard: OutputError | None = None

    async def run(self) -> int:
        """Talk until the end; the exit status. Raises OutputError if nothing can be said."""
        loop = asyncio.get_running_loop()
        for name in ENDING:
            if (number := getattr(signal, name, None)) is not None:
                loop.add_signal_handler(number, self._stop, number)
        threading.Thread(
            target=_read_lines, args=(partial(_hand_over, loop, self._lines),), daemon=True
        ).start()
        farewell = Farewell()
        try:
            self._talk.begin()
            while (following := await self._talk_on()) is not None:
                await self._end(farewell)
                self._talk = following
                following.begin()
        finally:
            await self._end(farewell)
        farewell.tell()
        if self._unheard is not None and not (self._signal or farewell.status):
            raise self._unheard
        return 128 + self._signal if self._signal else farewell.status

    async def _talk_on(self) -> Talk | None:
        """Answer lines until the talk has come to its end; the one that follows, if one does."""
        talk = self._talk
        while talk.then is None and not talk.resumes:
            if talk.left:
                return None
            try:
                line = await asyncio.wait_for(self._lines.get(), TICK)
            except TimeoutError:
                talk.tick()
                continue
            if line is None:
                return None
            talk.take(line)
        return talk.then or Resuming(self._say)

    async def _end(self, farewell: Farewell) -> None:
        """End the talk; its game is saved as it stands, or told of at the end."""
        talk = self._talk
        try:
            await talk.close()
        finally:
            if talk.unsaved is not None:
                game, reason = talk.unsaved
                farewell.leave_unsaved(game, reason, printed=True)

    def _say(self, text: str) -> None:
        try:
            say(text)
        except OutputError as error:  # the game is saved all the same
            self._unheard = error
            self._lines.put_nowait(None)

    def _stop(self, number: int) -> None:
        self._signal = self._signal or number
        self._lines.put_nowait(None)


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
