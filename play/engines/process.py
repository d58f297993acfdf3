"""The built-in engine in a process of its own, asked over pipes: one JSON object a line."""

from __future__ import annotations

import json
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Limits
from makachess.core.spec import Variant
from makachess.play.children import end_child, start_child
from makachess.play.engines.analyst import Analyst, InfoHandler
from makachess.play.engines.delegating import Delegating
from makachess.play.engines.opponent import Opponent
from makachess.play.engines.wire import parse_info

CHILD = "makachess.play.engines.child"


class EngineProcess:
    """Asks `child`; an answer to a question that was given up is dropped by its number."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._number = 0
        self._process: Process | None = None

    async def ask(
        self, position: Position, question: Mapping[str, object], on_info: InfoHandler | None = None
    ) -> BestMove:
        """The answer to a question about a position; raises MakachessError if the child dies."""
        self._number += 1
        number = self._number
        process = await self._started()
        head = {
            "number": number,
            "variant": self._variant.name,
            "options": dict(self._variant.chosen),
            "fen": position.start_fen,
            "moves": [str(move) for move in position.moves],
        }
        _send(process, {**head, **question})
        return await self._answer(process, number, position, on_info)

    async def _answer(
        self, process: Process, number: int, position: Position, on_info: InfoHandler | None
    ) -> BestMove:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if answer["number"] != number:
                continue
            if "lines" in answer:
                return _best_move(answer, position)
            if on_info is not None:
                on_info(parse_info(position, answer["info"]))
        self._process = None
        raise MakachessError("its process has ended")

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start_child(CHILD)
        return self._process

    def stop(self) -> None:
        """End the search under way."""
        if self._process is not None:
            _send(self._process, {"stop": self._number})

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        await end_child(process)


class ProcessOpponent(Delegating, Opponent):
    """The built-in opponent in a process."""

    def __init__(self, variant: Variant, level: int, seed: int | None) -> None:
        super().__init__()
        self._level, self._seed = level, seed
        self._engine: EngineProcess = EngineProcess(variant)

    async def _think(self, position: Position, seconds: float | None) -> BestMove:
        question = {"level": self._level, "seed": self._seed, "seconds": seconds}
        return await self._engine.ask(position, question)


class ProcessAnalyst(Delegating, Analyst):
    """The built-in analyst in a process."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self._engine: EngineProcess = EngineProcess(variant)

    async def _search(
        self, position: Position, limits: Limits, on_info: InfoHandler | None
    ) -> BestMove:
        return await self._engine.ask(position, {"limits": asdict(limits)}, on_info)


def _send(process: Process, message: Mapping[str, object]) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(json.dumps(message).encode() + b"\n")


def _best_move(answer: Mapping[str, Any], position: Position) -> BestMove:
    text = answer["move"]
    lines = tuple(parse_info(position, told) for told in answer["lines"])
    return BestMove(position.parse(text) if text else None, lines)
