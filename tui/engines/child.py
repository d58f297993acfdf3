"""The other end of `process`: reads questions, searches, answers; ends when its input does."""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import Queue
from typing import Any

from makachess.core import Position
from makachess.core.engine import BestMove, Engine, choose
from makachess.variants import load


class Child:
    """One engine at a time; the reader stops it while it thinks."""

    def __init__(self) -> None:
        self._questions: Queue[dict[str, Any]] = Queue()
        self._engine: Engine | None = None
        self._rules: object = None
        self._stopped = 0  # questions up to this number are given up

    def run(self) -> None:
        """Answer for ever."""
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            question = self._questions.get()
            print(json.dumps(self._answer(question)), flush=True)

    def _read(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            if "stop" not in message:
                self._questions.put(message)
                continue
            self._stopped = message["stop"]
            if self._engine is not None:
                self._engine.stop()
        os._exit(0)

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        best = BestMove(None)
        if question["number"] > self._stopped:
            best = self._search(question)
        score = best.info.score if best.info else None
        return {
            "number": question["number"],
            "move": str(best.move) if best.move else None,
            "centipawns": score.centipawns if score else None,
            "mate": score.mate if score else None,
        }

    def _search(self, question: dict[str, Any]) -> BestMove:
        variant = load(question["variant"], **question["options"])
        if self._engine is None or self._rules is not variant:
            self._engine, self._rules = Engine(variant), variant
        position = Position(variant, question["fen"])
        for text in question["moves"]:
            position.push(position.parse(text))
        return choose(
            self._engine, position, question["level"], question["seed"], question["seconds"]
        )


if __name__ == "__main__":
    Child().run()
