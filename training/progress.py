"""Bars for what takes long: on a terminal they move, elsewhere each tenth is a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")


class Advance(Protocol):
    """Tells how far it is, and what there is to say about it."""

    def __call__(self, done: int, note: str = "") -> None:
        """`done` of all are done."""


@contextmanager
def bar(what: str, total: int) -> Iterator[Advance]:
    """A bar on standard error, while something is done `total` times."""
    if not sys.stderr.isatty():
        yield _lines(what, total)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(what, total=total, note="")
        yield lambda done, note="": progress.update(task, completed=done, note=note)


def counted(what: str, items: Sequence[T]) -> Iterator[T]:
    """Items one by one, with a bar that tells how many have been dealt with."""
    with bar(what, len(items)) as advance:
        for done, item in enumerate(items, 1):
            yield item
            advance(done)


def _lines(what: str, total: int) -> Advance:
    step = max(1, total // 10)

    def tell(done: int, note: str = "") -> None:
        if done and done % step == 0:
            print(f"{what}: {done}/{total} {note}".rstrip(), file=sys.stderr, flush=True)

    return tell
