"""The other end of `process`: reads questions, searches, answers; ends when its input does."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from functools import partial
from queue import Queue
from typing import Any

from makachess.core import Position
from makachess.core.engine import BestMove, Engine, Info, Limits, choose
from makachess.play.engines.wire import format_info, shortened
from makachess.variants import load

INSIST = 0.01  # seconds after which a search that is to stop is told again


class Child:
    """One engine at a time; the reader stops it while it thinks."""

    def __init__(self) -> None:
        self._questions: Queue[dict[str, Any]] = Queue()
        self._engine: Engine | None = None
        self._rules: object = None
        self._answering = 0  # the number of the question at hand
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
            self._insist(message["stop"])
        os._exit(0)

    def _insist(self, number: int) -> None:
        """A search that is just beginning may overhear a stop, so it is told until it has ended."""
        while self._answering == number:
            if self._engine is not None:
                self._engine.stop()
            time.sleep(INSIST)

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        best = BestMove(None)
        self._answering = question["number"]  # before the look at what is given up
        if question["number"] > self._stopped:
            best = self._search(question)
        self._answering = 0
        return {
            "number": question["number"],
            "move": str(best.move) if best.move else None,
            "lines": [format_info(info) for info in best.lines],
        }

    def _search(self, question: dict[str, Any]) -> BestMove:
        variant = load(question["variant"], **question["options"])
        if self._engine is None or self._rules is not variant:
            self._engine, self._rules = Engine(variant), variant
        position = Position(variant, question["fen"])
        for text in question["moves"]:
            position.push(position.parse(text))
        if "limits" in question:
            tell = partial(_tell, question["number"])
            return self._engine.search(position, Limits(**question["limits"]), tell)
        level, seed, seconds = question["level"], question["seed"], question["seconds"]
        best = choose(self._engine, position, level, seed, seconds)
        return BestMove(best.move, tuple(map(shortened, best.lines[:1])))


def _tell(number: int, info: Info) -> None:
    """Pass on a line of an analysis while it goes on."""
    print(json.dumps({"number": number, "info": format_info(info)}), flush=True)


if __name__ == "__main__":
    Child().run()
