"""Numbers of the command line, each between the limits within which it means something."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from makachess.core.engine.model import MOST_UNITS, UNITS_STEP

MOST = 10**9


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() else -1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r}: a whole number from {least} to {most}")
        return value

    return read


def _real(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r}: a number from {least:g} to {most:g}")
        return value

    return read


count = _whole(1, MOST)
seed = _whole(0, MOST)
processes = _whole(1, 256)
positions = _whole(1, 30_000)  # so many are half of what a book's file can hold
share = _real(0, 1)
positive = _real(1e-6, 1e6)
decay = _real(0, 1e6)
seconds = _real(0.01, 3600)


def units(text: str) -> int:
    """How many units a net has."""
    found = _whole(UNITS_STEP, MOST_UNITS)(text)
    if found % UNITS_STEP:
        raise argparse.ArgumentTypeError(f"{text!r}: a multiple of {UNITS_STEP}")
    return found


def elos(text: str) -> tuple[float, float]:
    """The two differences between which a sequential test decides, such as `0,20`."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 < low < high < 1000:
        raise argparse.ArgumentTypeError(f"{text!r}: two numbers, the smaller one first")
    return low, high
