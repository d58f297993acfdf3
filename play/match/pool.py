"""Several games at once, each in a process of its own, so that engines do not share a core."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

from makachess.core.engine import StopToken
from makachess.play.match.game import Pairing, Record, play_game
from makachess.play.workers import ProcessWorker


class MatchWork:
    """Plays games. One that is to end early ends with the process, and so do its programs."""

    what = "game"

    def do(self, job: Pairing, tell: Callable[[object], object], stop: StopToken) -> Record:
        """Play a game."""
        return asyncio.run(play_game(job))


class Pool:
    """Processes that play; use it with `async with`."""

    def __init__(self, size: int) -> None:
        self._workers = [ProcessWorker(MatchWork()) for _ in range(size)]

    async def __aenter__(self) -> Pool:
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all processes, finished or not."""
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def play(self, pairings: Iterable[Pairing]) -> AsyncIterator[Record]:
        """The records of games in the order in which they end.

        Raises what the pairings raise, and MakachessError if a game cannot be played.
        """
        source = iter(pairings)
        records: asyncio.Queue[Record | Exception | None] = asyncio.Queue()
        drivers = [asyncio.create_task(_drive(worker, source, records)) for worker in self._workers]
        try:
            running = len(drivers)
            while running:
                record = await records.get()
                if isinstance(record, Exception):
                    raise record
                if record is None:
                    running -= 1
                else:
                    yield record
        finally:
            for driver in drivers:
                driver.cancel()
            await asyncio.gather(*drivers, return_exceptions=True)


async def _drive(
    worker: ProcessWorker,
    source: Iterator[Pairing],
    records: asyncio.Queue[Record | Exception | None],
) -> None:
    """Give one process game after game; whatever fails ends the match."""
    try:
        for pairing in source:
            records.put_nowait(await worker.ask(pairing))
    except Exception as error:
        records.put_nowait(error)
    else:
        records.put_nowait(None)
