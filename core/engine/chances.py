"""From evaluations to expected points."""

from __future__ import annotations

import math

from makachess.core.engine.evaluation import average_man
from makachess.core.engine.report import Score
from makachess.core.spec import Variant


def expected_share(variant: Variant, score: Score) -> float:
    """From 0 (the side to move loses) to 1 (it wins): logistic in men of average worth ahead.

    An average man ahead promises 73 %, two men 88 %, in any game.

    >>> from makachess.variants import load
    >>> expected_share(load("chess"), Score(0)), expected_share(load("chess"), Score(None, -3))
    (0.5, 0.0)
    """
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    return (1 + math.tanh(score.value / average_man(variant) / 2)) / 2


def as_white(score: Score, turn: str) -> Score:
    """The evaluation of a side to move as White's."""
    if turn == "white":
        return score
    if score.mate is not None:
        return Score(None, -score.mate)
    return Score(-score.value)
