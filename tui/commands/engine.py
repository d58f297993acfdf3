"""makachess engine: XBoard's protocol or UCI on stdin and stdout, for graphical interfaces."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import click
from makachess.core.text import visible
from makachess.tui.commands.shared import book_option, cores_option, model_option
from makachess.tui.output import OutputError

if TYPE_CHECKING:
    from makachess.core.engine import BestMove, Engine, Info, StopToken
    from makachess.core.engine.book import OpeningBook
    from makachess.core.protocols.protocol import Action, EngineProtocol, Prepare, Think
    from makachess.core.spec import Variant
    from makachess.variants.books import BookChoice
    from makachess.variants.models import ModelChoice

Event: TypeAlias = "str | Info | BestMove | Exception"
LONGEST_LINE = 1 << 16  # bytes; the rest of a line is left out
SHORT = 0.1  # seconds of a search that says all at its end: each line wakes who reads it
MARK = "\ufeff"  # before what some systems write in UTF-8
COMMENT = "#"  # a line that begins so says nothing


@click.command("engine")
@model_option
@book_option
@cores_option
@click.option(
    "--uci",
    is_flag=True,
    help="Speak UCI from the start; otherwise the first command decides.",
)
def command(model: str, book: str, cores: int | None, uci: bool) -> None:
    """Run the built-in engine over XBoard's protocol (CECP 2) or UCI."""
    from makachess.variants.books import BookChoice
    from makachess.variants.models import ModelChoice

    models, books = ModelChoice(model), BookChoice(book)
    own_book = book not in ("", "none")
    Server(sys.stdin.fileno(), _write, models, books, cores or 1, uci=uci, own=own_book).run()


def _write(lines: Iterable[str]) -> None:
    """Write lines at once, in UTF-8 whatever the locale: the reader is a program."""
    sys.stdout.buffer.write("".join(f"{visible(line)}\n" for line in lines).encode())
    sys.stdout.buffer.flush()


class Server:
    """One conversation, held by two threads that take turns: one reads while the other searches.

    Whoever reads the line that begins a search makes that search, and says what comes of it: no
    move ever waits until another thread wakes up, which on a busy machine takes longer than many a
    search. The first command decides the protocol, unless that is said to be `uci`. An `own` book
    is played from without being asked for in UCI, too.
    """

    def __init__(
        self,
        source: int,
        write: Callable[[Iterable[str]], object],
        models: ModelChoice,
        books: BookChoice,
        cores: int,
        *,
        uci: bool = False,
        own: bool = False,
    ) -> None:
        self._models, self._books = models, books
        self._cores, self._own = cores, own
        self._write = write
        self._lines = _read_lines(source)
        self._reading = threading.Lock()
        self._talking = threading.RLock()  # of the protocol and the output
        self._over = threading.Event()
        self._error: BaseException | None = None  # that has ended it
        self._protocol: EngineProtocol | None = self._new_protocol(uci=True) if uci else None
        self._made: tuple[Prepare, Engine] | None = None
        self._stop: StopToken | None = None  # of the last search

    def _new_protocol(self, *, uci: bool) -> EngineProtocol:
        from importlib.metadata import version

        from makachess.core.protocols.cecp import CecpProtocol
        from makachess.core.protocols.uci import UciProtocol
        from makachess.variants import load_by_name, playable_names

        def book_of(variant: Variant) -> OpeningBook:
            return self._books.of(variant, self._complain)

        names, title = playable_names(), f"makachess {version('makachess')}"
        if uci:
            return UciProtocol(load_by_name, names, title, book_of, self._cores, own_book=self._own)
        return CecpProtocol(load_by_name, names, time.monotonic, title, book_of, self._cores)

    def run(self) -> None:
        """Answer until `quit` or the end of input; raises what a thread has raised."""
        for _ in range(2):
            threading.Thread(target=self._take_turns, daemon=True).start()
        self._over.wait()
        if self._stop is not None:
            self._stop.stop()
        if self._error is not None:
            raise self._error

    def _take_turns(self) -> None:
        try:
            while not self._over.is_set():
                with self._reading:
                    job = self._next_job()
                while job is not None:
                    job = self._think(job)
        except BaseException as error:
            self._error = error
            self._over.set()

    def _next_job(self) -> Think | None:
        """Answer lines up to one that begins a search; None once the conversation is over."""
        while not self._over.is_set():
            job = self._answer(next(self._lines, "quit"))
            if job is not None:
                return job
        return None

    def _answer(self, *events: Event) -> Think | None:
        """Carry out the actions for a line, or for what a search says; a search that begins."""
        from makachess.core.engine.stopping import StopToken
        from makachess.core.protocols.protocol import Prepare, Quit, Say, Think

        with self._talking:
            begun: Think | None = None
            lines: list[str] = []
            for action in () if self._over.is_set() else chain(*map(self._actions, events)):
                if isinstance(action, Say):
                    lines.append(action.line)
                elif isinstance(action, Prepare):
                    with suppress(MemoryError):  # for the table asked for; the search will say so
                        self._prepared(action)
                elif isinstance(action, Think):
                    begun, self._stop = action, StopToken()
                elif isinstance(action, Quit):
                    self._over.set()
                elif self._stop is not None:
                    self._stop.stop()
            if lines:
                self._write(lines)
            return begun

    def _actions(self, event: Event) -> list[Action]:
        from makachess.core.engine import BestMove, Info

        if isinstance(event, str):
            if not event.strip() or event.lstrip().startswith(COMMENT):
                return []
            return self._protocol.receive(event) if self._protocol else self._begin(event)
        assert self._protocol is not None
        if isinstance(event, Info):
            return self._protocol.report(event)
        if isinstance(event, BestMove):
            return self._protocol.finish(event)
        return self._protocol.fail(event)

    def _begin(self, line: str) -> list[Action]:
        """The actions for a line before it is known which protocol is spoken."""
        from makachess.core.protocols.cecp import is_cecp, refusal_line
        from makachess.core.protocols.protocol import Quit, Say
        from makachess.core.protocols.uci import is_uci

        if line.split()[0] == "quit":  # the end of input, too
            return [Quit()]
        xboard = is_cecp(line)
        if not xboard and not is_uci(line):
            return [Say(refusal_line(line.strip()))]
        self._protocol = self._new_protocol(uci=not xboard)
        return self._protocol.receive(line)

    def _think(self, job: Think) -> Think | None:
        """Search and say what comes of it, errors too; the search that begins then."""
        from makachess.core.engine import LEVELS, play

        stop = self._stop
        held: list[Event] = []
        seconds = job.limits.seconds_for(job.position.turn)
        is_short = seconds is not None and seconds < SHORT and job.ponder is None
        # Not the lines from which a lower level picks.
        report = (held.append if is_short else self._answer) if job.level == max(LEVELS) else None
        found: BestMove | Exception
        try:
            engine = self._prepared(job.engine)
            found = play(engine, job.position, job.limits, report, stop, job.ponder)
        except OutputError:
            raise
        except Exception as error:  # such as too little memory for the table asked for
            found = error
        return self._answer(*held, found)

    def _prepared(self, wanted: Prepare) -> Engine:
        from makachess.core.engine import Engine

        if self._made is None or replace(self._made[0], game=wanted.game) != wanted:
            model = self._models.of(wanted.variant, self._complain)
            engine = Engine(wanted.variant, hash_mb=wanted.hash_mb, model=model)
        else:
            made_for, engine = self._made
            if made_for != wanted:
                engine.new_game()
        self._made = wanted, engine
        return engine

    def _complain(self, text: str) -> None:
        """Say what is wrong with a model or book; the engine plays on without it."""
        with self._talking:
            if self._protocol is not None:
                self._write([self._protocol.tell(text)])


def _read_lines(source: int) -> Iterator[str]:
    """The lines of a file; by os.read, because a lock on sys.stdin would outlive the program."""
    rest = b""
    with suppress(OSError):  # a directory, a terminal that is gone
        while chunk := os.read(source, 1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[:LONGEST_LINE]
            for line in lines:
                text = line[:LONGEST_LINE].decode(errors="replace")
                yield text.removeprefix(MARK)
