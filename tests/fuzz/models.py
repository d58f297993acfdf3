"""Files of learned models as a target of the fuzzer."""

from __future__ import annotations

import re
from functools import cache

from learned import random_model
from makachess.core import Position
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.search_board import searchable_board
from makachess.core.errors import ModelError
from makachess.core.kernel.packed import MOST_WORTH
from makachess.variants import load
from makachess.variants.models import FORMAT, format_model, parse_model
from signing import signed

from fuzz.positions import QUOTED

VETERAN = load("veteran")


def call_model(data: bytes) -> str:
    """A model file, as it is and with the checksum that it should have; a sound one is used."""
    return f"{_answer(data)}, {_answer(signed(FORMAT, data))}"


def _answer(data: bytes) -> str:
    try:
        file = parse_model(data, "fuzz.model")
        model = file.read(VETERAN)
    except ModelError as error:
        return QUOTED.sub("", str(error))[:80]
    assert parse_model(format_model(VETERAN, model, {}), "").read(VETERAN) == model
    board = searchable_board(Position(VETERAN), build_worth(VETERAN, model))
    assert board.centipawns() == 0
    assert abs(board.net_score(0)) <= MOST_WORTH + 1
    return "sound"


@cache
def _sound() -> bytes:
    model = random_model(VETERAN, units=8)
    return format_model(VETERAN, model, {"date": "2026-11-22", "games": "4200"})


def model_samples() -> list[bytes]:
    """A sound file, and parts of it."""
    whole = _sound()
    text, _, packed = whole.partition(b"\n\n")
    return [whole, text + b"\n\n", text + b"\n\n" + packed[:40], b"makachess model 2\n\n"]


def model_words() -> list[bytes]:
    """The lines of its header, and pieces of them."""
    text = _sound().partition(b"\n\n")[0]
    return [*re.findall(rb"^[a-z]+: |[^:\n]+\n", text, re.MULTILINE), b"\n\n", b"x\x9c", b": "]
