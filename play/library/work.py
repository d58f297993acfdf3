"""Reading games while the list goes on: in a thread, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress

from makachess.core.errors import MakachessError
from makachess.play.library.entries import Entry, Key, entries_of
from makachess.play.library.reading import count_plies
from makachess.play.library.shelf import Shelf

BATCH = 8  # games that are read before the list is shown anew
COUNTED = 50  # files, likewise


async def measure(shelf: Shelf, entries: Iterable[Entry], told: Callable[[], object]) -> None:
    """Find out how long games are; `told` is called now and then when more is known."""
    unknown = [entry for entry in entries if entry.key not in shelf.lengths]
    for at in range(0, len(unknown), BATCH):
        batch = unknown[at : at + BATCH]
        shelf.lengths.update(await asyncio.to_thread(_lengths, batch))
        told()


def _lengths(entries: Iterable[Entry]) -> dict[Key, int]:
    return {entry.key: count_plies(entry) for entry in entries}


async def count_games(entries: Sequence[Entry]) -> AsyncIterator[dict[Key, list[Entry]]]:
    """All games of files that may have several, by their first; those of some files at a time."""
    for at in range(0, len(entries), COUNTED):
        yield await asyncio.to_thread(_games, entries[at : at + COUNTED])


def _games(entries: Iterable[Entry]) -> dict[Key, list[Entry]]:
    found = {}
    for entry in entries:
        with suppress(MakachessError):
            found[entry.key] = entries_of(entry)
    return found
