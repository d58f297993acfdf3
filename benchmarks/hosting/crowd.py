"""A process with the players of many tables."""

import asyncio
import resource
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from hosting.players import Match, Tally, play_match
from hosting.scripts import script


@dataclass(frozen=True, slots=True)
class Share:
    """The tables of one process, by their numbers; `interval` seconds lie between moves."""

    socket: Path
    numbers: range
    variants: tuple[str, ...]
    plies: int
    interval: float
    kills: bool  # one player of each table
    patience: float  # seconds after which the tables that are left are given up


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the tables of one process; `cpu` is what its players took, in seconds."""

    tallies: list[Tally]
    cpu: float
    given_up: int


def run_crowd(share: Share, pipe: Connection) -> None:
    """Say when all sit, be told when to begin, and say what came of it."""
    asyncio.run(_run(share, pipe))


async def _run(share: Share, pipe: Connection) -> None:
    games = {n: share.variants[n % len(share.variants)] for n in share.numbers}
    scripts = {n: script(name, share.plies, n % 5) for n, name in games.items()}
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    ready = asyncio.Barrier(len(games) + 1)
    start: asyncio.Future[float] = asyncio.get_running_loop().create_future()
    matches = {n: Match(scripts[n], share.interval) for n in games}
    tasks = [
        asyncio.create_task(
            play_match(share.socket, n, games[n], matches[n], ready, start, _kill_at(share, n))
        )
        for n in games
    ]
    await ready.wait()
    pipe.send("ready")
    start.set_result(await asyncio.to_thread(pipe.recv))
    before = time.process_time()
    _, left = await asyncio.wait(tasks, timeout=share.patience)
    cpu = time.process_time() - before
    for task in left:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    pipe.send(Result([matches[n].tally for n in games], cpu, len(left)))


def _kill_at(share: Share, number: int) -> int:
    """The ply after which a player of a table is cut off; -1 for never."""
    return share.plies // 3 + number % 5 if share.kills else -1
