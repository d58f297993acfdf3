"""makachess engine: XBoard's protocol or UCI on stdin and stdout, for graphical interfaces."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeAlias

import click
from makachess.core.text import visible
from makachess.tui.commands.shared import book_option, cores_option, model_option

if TYPE_CHECKING:
    from makachess.core.engine import BestMove, Engine, Info, StopToken
    from makachess.core.engine.book import OpeningBook
    from makachess.core.protocols.protocol import Action, EngineProtocol, Think
    from makachess.core.spec import Variant
    from makachess.variants.books import BookChoice
    from makachess.variants.models import ModelChoice

Event: TypeAlias = "str | Info | BestMove | Exception"
LONGEST_LINE = 1 << 16  # bytes; the rest of a line is left out
MARK = "\ufeff"  # before what some systems write in UTF-8
COMMENT = "#"  # a line that begins so says nothing
MOST_LINES = 1000  # that have been read and not been answered


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
    """Run the built-in engine for other programs, over XBoard's protocol (CECP 2) or UCI."""
    from makachess.variants.books import BookChoice
    from makachess.variants.models import ModelChoice

    models, books = ModelChoice(model), BookChoice(book)
    own_book = book not in ("", "none")
    server = Server(sys.stdin.fileno(), _write, models, books, cores or 1, uci=uci, own=own_book)
    try:
        server.run()
    finally:
        server.close()


def _write(line: str) -> None:
    """Write a line, in UTF-8 whatever the locale: the reader is a program."""
    sys.stdout.buffer.write(f"{visible(line)}\n".encode())
    sys.stdout.buffer.flush()


class Server:
    """One conversation: one thread reads, another searches, and both report through a queue.

    The first command decides the protocol, unless that is said to be `uci`. An `own` book is played
    from without being asked for in UCI, too.
    """

    def __init__(
        self,
        source: int,
        write: Callable[[str], None],
        models: ModelChoice,
        books: BookChoice,
        cores: int,
        *,
        uci: bool = False,
        own: bool = False,
    ) -> None:
        self._models, self._books = models, books
        self._cores, self._own = cores, own
        self._source, self._write = source, write
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._room = threading.Semaphore(MOST_LINES)
        self._protocol: EngineProtocol | None = self._new_protocol(uci=True) if uci else None
        self._engine: Engine | None = None
        self._made_for: tuple[Variant, int] | None = None
        self._game = 0
        self._search: threading.Thread | None = None
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
        """Answer until `quit` or the end of input."""
        threading.Thread(target=self._read, daemon=True).start()
        while self._perform(self._actions(self._events.get())):
            pass

    def _read(self) -> None:
        """Pass lines on; os.read, because a lock on sys.stdin would outlive the program."""
        rest = b""
        with suppress(OSError):  # a directory, a terminal that is gone
            while chunk := os.read(self._source, 1 << 16):
                *lines, rest = (rest + chunk).split(b"\n")
                rest = rest[:LONGEST_LINE]
                for line in lines:
                    self._room.acquire()
                    text = line[:LONGEST_LINE].decode(errors="replace")
                    self._events.put(text.removeprefix(MARK))
        self._events.put("quit")

    def _actions(self, event: Event) -> list[Action]:
        from makachess.core.engine import BestMove, Info

        if isinstance(event, str):
            self._room.release()
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

    def _perform(self, actions: list[Action]) -> bool:
        """Carry out actions; False once the conversation is over."""
        from makachess.core.protocols.protocol import Quit, Say, Think

        for action in actions:
            if isinstance(action, Say):
                self._write(action.line)
            elif isinstance(action, Think):
                self._start(action)
            elif isinstance(action, Quit):
                self.close()
                return False
            elif self._stop is not None:
                self._stop.stop()
        return True

    def _start(self, job: Think) -> None:
        from makachess.core.engine import StopToken

        self._stop = StopToken()
        try:
            arguments = (job, self._engine_for(job), self._stop)
        except MemoryError as error:  # for the table that `memory` has asked for
            self._events.put(error)
            return
        self._search = threading.Thread(target=self._think, args=arguments)
        self._search.start()

    def _think(self, job: Think, engine: Engine, stop: StopToken) -> None:
        """Search, in a thread of its own; no error there may end the conversation."""
        from makachess.core.engine import LEVELS, play

        # Not the lines from which a lower level picks.
        report = self._events.put if job.level == max(LEVELS) else None
        try:
            best = play(engine, job.position, job.limits, report, stop, job.ponder)
        except Exception as error:
            self._events.put(error)
        else:
            self._events.put(best)

    def _engine_for(self, job: Think) -> Engine:
        from makachess.core.engine import Engine

        wanted = (job.position.variant, job.hash_mb)
        if self._engine is None or self._made_for != wanted:
            model = self._models.of(wanted[0], self._complain)
            self._engine = Engine(wanted[0], hash_mb=wanted[1], model=model)
            self._made_for = wanted
        elif self._game != job.game:
            self._engine.new_game()
        self._game = job.game
        return self._engine

    def _complain(self, text: str) -> None:
        """Say what is wrong with a model or book; the engine plays on without it."""
        if self._protocol is not None:
            self._write(self._protocol.tell(text))

    def close(self) -> None:
        if self._stop is not None:
            self._stop.stop()
        if self._search is not None:
            self._search.join()
