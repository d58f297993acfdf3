"""The built-in opponent: search driver, evaluation from a variant's data, levels of play."""

from makachess.core.engine.evaluation import piece_values
from makachess.core.engine.levels import (
    LEVELS,
    accepts_draw,
    choose,
    level_limits,
    offers_draw,
    play,
)
from makachess.core.engine.report import BestMove, Info, Limits, Score
from makachess.core.engine.review import as_white, expected_share
from makachess.core.engine.run import Engine
from makachess.core.engine.stopping import StopToken
from makachess.core.engine.timing import ClockLimits

__all__ = [
    "LEVELS",
    "BestMove",
    "ClockLimits",
    "Engine",
    "Info",
    "Limits",
    "Score",
    "StopToken",
    "accepts_draw",
    "as_white",
    "choose",
    "expected_share",
    "level_limits",
    "offers_draw",
    "piece_values",
    "play",
]
