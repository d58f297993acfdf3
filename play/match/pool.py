"""Several games at once, each in a process of its own, so that engines do not share a core."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict

from makachess.core import MakachessError
from makachess.play.match.game import Record, Task, record_from_json

WORKER = "makachess.play.match.worker"
LONGEST_LINE = 1 << 24


class Pool:
    """Processes that play; use it with `async with`."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._processes: list[Process] = []

    async def __aenter__(self) -> Pool:
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all processes, finished or not."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def play(self, tasks: Iterable[Task]) -> AsyncIterator[Record]:
        """The records of games in the order in which they end; raises MakachessError."""
        source = iter(tasks)
        records: asyncio.Queue[Record | MakachessError | None] = asyncio.Queue()
        drivers = [asyncio.create_task(self._drive(source, records)) for _ in range(self._size)]
        try:
            running = len(drivers)
            while running:
                record = await records.get()
                if isinstance(record, MakachessError):
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
        self, source: Iterator[Task], records: asyncio.Queue[Record | MakachessError | None]
    ) -> None:
        """Give one process game after game."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", WORKER, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        self._processes.append(process)
        assert process.stdin is not None
        assert process.stdout is not None
        for task in source:
            process.stdin.write(json.dumps(asdict(task)).encode() + b"\n")
            answer = json.loads(
                await process.stdout.readline() or '{"error": "a worker has ended"}'
            )
            if "error" in answer:
                await records.put(MakachessError(answer["error"]))
                return
            await records.put(record_from_json(answer))
        await records.put(None)
