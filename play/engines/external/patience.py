"""How long a program is waited for, step by step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, none of them without end; shorter ones are for tests."""

    silence: float = 1.0  # before a silent program is tried in UCI, too
    answer: float = 10.0  # to answer at all, as XBoard gives
    features: float = 2.0  # for further features
    late_features: float = 60.0  # if it asks for more time with done=0
    ready: float = 5.0  # to answer `uci` and `isready`
    echo: float = 10.0  # to answer `ping`, and so to have read all that it was sent
    grace: float = 3.0  # beyond its time: then it is told to move, and so much later given up
    insist: float = 0.2  # between two commands to move: one just starting may miss the first
    farewell: float = 0.25  # to end by itself


USUAL = Patience()
