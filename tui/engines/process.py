"""The built-in engine in a process of its own, asked over pipes: one JSON object a line."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Info, Score
from makachess.core.spec import Variant
from makachess.tui.engines.opponent import Opponent

CHILD = "makachess.tui.engines.child"


class ProcessOpponent(Opponent):
    """Asks `child`; an answer to a question that was given up is dropped by its number."""

    def __init__(self, variant: Variant, level: int, seed: int | None) -> None:
        super().__init__()
        self._variant = variant
        self._level, self._seed = level, seed
        self._number = 0
        self._process: Process | None = None

    async def _think(self, position: Position, seconds: float | None) -> BestMove:
        self._number += 1
        number = self._number
        process = await self._started()
        question = {
            "number": number,
            "variant": self._variant.name,
            "options": dict(self._variant.chosen),
            "fen": position.start_fen,
            "moves": [str(move) for move in position.moves],
            "level": self._level,
            "seed": self._seed,
            "seconds": seconds,
        }
        _send(process, question)
        return await self._answer(process, number, position)

    async def _answer(self, process: Process, number: int, position: Position) -> BestMove:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if answer["number"] == number:
                return _best_move(answer, position)
        self._process = None
        raise MakachessError("its process has ended")

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", CHILD, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        return self._process

    def stop(self) -> None:
        """End the search under way."""
        if self._process is not None:
            _send(self._process, {"stop": self._number})

    async def close(self) -> None:
        """End the process; without input it ends by itself, should this never be reached."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _send(process: Process, message: dict[str, object]) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(json.dumps(message).encode() + b"\n")


def _best_move(answer: dict[str, str | int | None], position: Position) -> BestMove:
    """The child's answer; of what it searched only the score is passed on."""
    text, cp, mate = answer["move"], answer["centipawns"], answer["mate"]
    if not isinstance(text, str):
        return BestMove(None)
    move = position.parse(text)
    score = Score(
        cp if isinstance(cp, int) else None,
        mate if isinstance(mate, int) else None,
    )
    return BestMove(move, (Info(0, score, 0, 0.0, (move,)),))
