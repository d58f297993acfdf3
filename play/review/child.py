"""The other end of `process`: reads one game, writes its judgements, ends when its input does."""

from __future__ import annotations

import os
import pickle
import sys
import threading

from makachess.core.engine import Engine
from makachess.core.engine.review import Review
from makachess.play.review.process import pack
from makachess.variants import load


def main() -> None:
    """Review one game."""
    length = int.from_bytes(sys.stdin.buffer.read(4))
    question = pickle.loads(sys.stdin.buffer.read(length))
    threading.Thread(target=_watch, daemon=True).start()
    engine = Engine(load(question["variant"], **question["options"]))
    review = Review(engine, question["moves"], question["fen"], question["nodes"])
    for judgement in review.generate_judgements():
        _send(judgement)
    _send(None)


def _send(value: object) -> None:
    sys.stdout.buffer.write(pack(value))
    sys.stdout.buffer.flush()


def _watch() -> None:
    """End with whoever has asked."""
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
