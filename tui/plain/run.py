"""Line mode: reads lines until the player leaves, the input ends or a signal says so."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path

from makachess.play.questions import Answer
from makachess.play.session.setup import Setup, resumed_setup
from makachess.play.settings import Settings
from makachess.play.shelf import Column, text_of
from makachess.saves import Library, LockedError, SavedGame
from makachess.saves.tags import name_of_game
from makachess.saves.text import count_ends, decode, read_lines
from makachess.tui.dialogs import offer
from makachess.tui.output import OutputError, say
from makachess.tui.plain.conversation import Conversation, Say, Talk, make_hints
from makachess.tui.report import ExitReport

SAID = 10  # games said at a time
HELP = """\
Type the number of a game to go on with. Or one of these:
  more             more games
  list             the games from the first on
  help             this list
  quit             leave"""


class Resuming(Talk):
    """The unfinished games, or the one at a path; whatever stands in its way is asked first."""

    def __init__(self, say: Say, usual: Settings, path: Path | None = None) -> None:
        super().__init__(say, HELP)
        self.commands |= {"list": self._list, "more": self._more}
        self._usual = usual
        self._path = path
        self._games: list[SavedGame] = []
        self._said = 0
        self._setup: Setup | None = None  # opened, with something left to be asked

    def begin(self) -> None:
        """List the games, or open the one at the path; raises MakachessError if that fails."""
        if self._path is not None:
            self._open(self._path)
        else:
            self._list()

    async def close(self) -> None:
        self._let_go()

    def answer(self, text: str) -> None:
        """Go on with the game of a number."""
        if not text.isdecimal():
            self.say(f"{text!r} is neither a number nor a command. Type help.")
        elif not (text.isascii() and len(text) < 6 and 0 < int(text) <= self._said):
            self.say(f"There is no game {text[:40]}: the last one listed is {self._said}")
        else:
            self._open(self._games[int(text) - 1].path)

    def _list(self) -> None:
        self._games, self._said = list(Library().unfinished()), 0
        if not self._games:
            self.say("There is no unfinished game. Begin one: makachess play VARIANT --plain")
            self.left = True
            return
        count = len(self._games)
        games = "one unfinished game" if count == 1 else f"{count} unfinished games"
        self.say(f"There is {games}." if count == 1 else f"There are {games}, the latest first.")
        self._more()

    def _more(self) -> None:
        before = self._said
        for game in islice(self._games, before, before + SAID):
            self._said += 1
            self.say(f"{self._said}: {_describe(game)}")
        if self._said == before:
            self.say("There are no more games")
        more = ", or more" if self._said < len(self._games) else ""
        self.say(f"Type the number of a game to go on with{more}, or quit.")

    def _open(self, path: Path, *, copy: bool = False) -> None:
        """Go on with a game, after the questions there are; raises MakachessError."""
        self._let_go()
        try:
            self._setup = setup = resumed_setup(path, self._usual, copy=copy)
        except LockedError as error:
            self.say(f"{error}.")
            offer(
                self,
                "Play on in a copy of your own?",
                Answer("no", "leave it"),
                Answer("yes", "play a copy", lambda: self._open(path, copy=True)),
                otherwise=self.dropped,
            )
            return
        if setup.damage:
            self.say(f"{path.name!r} is damaged: {setup.damage}.")
            self.say(f"It can be read as far as ply {len(setup.game.line)}.")
            offer(
                self,
                "Play on from there in a new file? The damaged one is kept as it is.",
                Answer("no", "leave it"),
                Answer("yes", "play on", self._go_on),
                otherwise=self.dropped,
            )
            return
        if setup.autosave.path is None:
            self.say(f"{path.name} stays as it is; the game goes on in a new file.")
        self._go_on()

    def _go_on(self) -> None:
        setup, self._setup = self._setup, None
        assert setup is not None
        self.then = Conversation(setup, make_hints, self.say)

    def dropped(self) -> None:
        """Leave the game alone that was asked about; list the others, if it was from a list."""
        self._let_go()
        if self._path is not None:
            self.left = True

    def _let_go(self) -> None:
        if self._setup is not None:
            self._setup.autosave.close()
            self._setup = None


def _describe(game: SavedGame) -> str:
    about = text_of(game, Column.GAME), name_of_game(game.tags), text_of(game, Column.DATE)
    return ", ".join(filter(None, about))


ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
TICK = 1.0  # seconds between looks at the clock


def run_plain(first: Callable[[Say], Talk], usual: Settings) -> int:
    """Talk by lines of text, beginning with a talk; the exit status.

    Raises MakachessError if that has nothing to talk about.
    """
    return asyncio.run(_Lines(first, usual).run())


def play_plain(setup: Setup, usual: Settings) -> int:
    """Play a game by lines of text; the exit status."""
    return run_plain(lambda say: Conversation(setup, make_hints, say), usual)


class _Lines:
    """Feeds lines to a talk, one after the other, in the event loop.

    Signals arrive between two lines as well, so none interrupts a save.
    """

    def __init__(self, first: Callable[[Say], Talk], usual: Settings) -> None:
        self._talk = first(self._say)
        self._usual = usual
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
        exit_report = ExitReport()
        try:
            self._talk.begin()
            while (following := await self._talk_on()) is not None:
                await self._end(exit_report)
                self._talk = following
                following.begin()
        finally:
            await self._end(exit_report)
        exit_report.tell()
        if self._unheard is not None and not (self._signal or exit_report.status):
            raise self._unheard
        return 128 + self._signal if self._signal else exit_report.status

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
            await talk.settle()
        return talk.then or Resuming(self._say, self._usual)

    async def _end(self, exit_report: ExitReport) -> None:
        """End the talk; its game is saved as it stands, or told of at the end."""
        talk = self._talk
        try:
            await talk.close()
        finally:
            if talk.unsaved is not None:
                game, reason = talk.unsaved
                exit_report.leave_unsaved(game, reason, printed=True)

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
    """Give every line of standard input, and None at its end; of endless ones the beginning.

    Not through sys.stdin, whose lock this thread would hold while the program ends.
    """
    is_rest = False
    with suppress(OSError):
        for line in read_lines(iter(partial(os.read, 0, 1 << 16), b"")):
            for _ in range(0 if is_rest else count_ends(line)):
                give(decode(line.rstrip(b"\r\n")))
            is_rest = not line.endswith((b"\n", b"\r"))
    give(None)
