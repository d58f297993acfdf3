"""Several games at once, each in a process of its own, so that engines do not share a core."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

from makachess.core.engine import StopToken
from makachess.play.match.game import Pairing, PlayedGame, play_game
from makachess.play.workers import ProcessWorker


class MatchWork:
    """Plays games. To end one early, its process is ended, and its programs with it."""

    what = "game"

    def do(self, job: Pairing, tell: Callable[[object], object], stop: StopToken) -> PlayedGame:
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

    async def play(self, pairings: Iterable[Pairing]) -> AsyncIterator[PlayedGame]:
        """The games, in the order in which they end.

        Raises what the pairings raise, and MakachessError if a game cannot be played.
        """
        source = iter(pairings)
        games: asyncio.Queue[PlayedGame | Exception | None] = asyncio.Queue()
        drivers = [asyncio.create_task(_drive(worker, source, games)) for worker in self._workers]
        try:
            running = len(drivers)
            while running:
                played = await games.get()
                if isinstance(played, Exception):
                    raise played
                if played is None:
                    running -= 1
                else:
                    yield played
        finally:
            for driver in drivers:
                driver.cancel()
            await asyncio.gather(*drivers, return_exceptions=True)


async def _drive(
    worker: ProcessWorker,
    source: Iterator[Pairing],
    games: asyncio.Queue[PlayedGame | Exception | None],
) -> None:
    """Give one process game after game; any failure ends the match."""
    try:
        for pairing in source:
            games.put_nowait(await worker.ask(pairing))
    except Exception as error:
        games.put_nowait(error)
    else:
        games.put_nowait(None)
