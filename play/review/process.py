"""A review in a process of its own: the game goes in, judgements come out.

Both ends are this program, so that values go through the pipe as Python pickles them, each behind
its length in four bytes.
"""

from __future__ import annotations

import asyncio
import pickle
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from typing import Any

from makachess.core import MakachessError
from makachess.core.engine.review import Judgement
from makachess.play.children import end_child, start_child
from makachess.play.review.reviewer import Reviewer, Task

CHILD = "makachess.play.review.child"


class ProcessReviewer(Reviewer):
    """Asks `child`, and ends it when nobody wants to know any more."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def judge(self, task: Task) -> AsyncIterator[Judgement]:
        """The judgements as they are made."""
        process = self._process = await start_child(CHILD)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(pack(_question(task)))
        while (item := await _receive(process.stdout)) is not None:
            yield item
        await self.close()

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        await end_child(process)


def _question(task: Task) -> dict[str, object]:
    return {
        "variant": task.variant.name,
        "options": dict(task.variant.chosen),
        "fen": task.start_fen,
        "moves": task.moves,
        "nodes": task.nodes,
    }


async def _receive(stream: asyncio.StreamReader) -> Any:
    """The next value, None when there are no more."""
    try:
        length = int.from_bytes(await stream.readexactly(4))
        return pickle.loads(await stream.readexactly(length))
    except asyncio.IncompleteReadError as error:
        raise MakachessError("the review's process has ended") from error


def pack(value: object) -> bytes:
    """A value as it goes through the pipe."""
    data = pickle.dumps(value)
    return len(data).to_bytes(4) + data
