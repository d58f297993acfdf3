"""Positions searched for a book, each a function of its settings, and the file that keeps them.

The file is a header of text and a line of JSON a position, added to by each run; the same settings
give the same lines in any process and order.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias

from makachess.core import MakachessError, Position
from makachess.core.engine import Engine, Info, Limits
from makachess.core.spec import Variant
from makachess.variants.models import choose_model

from .kept_lines import append_line, open_lines

FIRST = "makachess searches 1"
HASH = 4  # MB, for so few nodes

Scored: TypeAlias = tuple[tuple[str, int], ...]
"""The best moves of a position in coordinates, with the mover's score of each, best first."""
Ask: TypeAlias = Callable[[Sequence["Question"]], Iterable[Scored]]
"""Answers questions, in their order; raises MakachessError."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides how positions are searched."""

    variant: str
    rules: str  # the digest of the movement
    model: str  # its checksum, or none
    nodes: int  # a position
    lines: int

    def header(self) -> str:
        """The first lines of a file."""
        return (
            f"{FIRST}\nvariant: {self.variant}\nrules: {self.rules}\nmodel: {self.model}\n"
            f"nodes: {self.nodes}\nlines: {self.lines}\n\n"
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A position to be searched; the model is a file or `none`."""

    variant: Variant
    model: str
    nodes: int
    lines: int
    fen: str


def answer(question: Question) -> Scored:
    """The best moves of a position by the last depth to which all lines were searched."""
    engine = _engine(question.variant, question.model)
    engine.new_game()
    position = Position(question.variant, question.fen)
    lines = min(question.lines, len(position.legal_moves()))
    by_depth: dict[int, list[Info]] = {}

    def hear(info: Info) -> None:
        by_depth.setdefault(info.depth, []).append(info)

    engine.search(position, Limits(nodes=question.nodes, multipv=lines), hear)
    whole = [found for _, found in sorted(by_depth.items()) if len(found) == lines]
    last = sorted(whole[-1], key=lambda info: -info.score.value) if whole else []
    return tuple((str(info.pv[0]), info.score.value) for info in last)


@lru_cache(maxsize=2)
def _engine(variant: Variant, model: str) -> Engine:
    return Engine(variant, hash_mb=HASH, model=choose_model(model, variant))


@contextmanager
def asking(processes: int) -> Iterator[Ask]:
    """What answers questions, in this process or in several."""
    if processes == 1:
        yield partial(map, answer)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin_process)
    try:
        yield partial(pool.map, answer)
    except BrokenProcessPool:
        raise MakachessError("a process has ended; what was searched is kept") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_process() -> None:
    """Leave ^C to the program, and end with it, also where it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_program, daemon=True).start()


def _end_with_program() -> None:
    program = multiprocessing.parent_process()
    assert program is not None
    program.join()
    os._exit(0)


# --- the file -----------------------------------------------------------------------------------


def open_searches(path: Path, settings: Settings) -> dict[str, Scored]:
    """Make the file, or cut off a torn line at its end; what it knows, by the positions' keys.

    Raises MakachessError if it is of searches with other settings.
    """
    return dict(open_lines(path, settings.header(), _read))


def _read(said: Any) -> tuple[str, Scored]:
    key, moves = said
    return str(key), tuple((str(move), int(score)) for move, score in moves)


def append_search(path: Path, key: str, found: Scored) -> None:
    """Add a position; it is in the file before the next one is searched."""
    append_line(path, [key, found])
