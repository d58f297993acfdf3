"""Accuracy of both sides of a game in percent, as lichess counts it.

The formulas are those of https://lichess.org/page/accuracy and of `AccuracyPercent` in lichess's
source. In games other than chess an average piece counts for as much as one of chess does there.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from statistics import fmean, pstdev

from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.report import Score
from makachess.core.spec import COLORS, Variant

START = Score(15)  # of the array: what the first move is worth
CEILING = 3.68208  # beyond it all is won: ten Pawns in chess
STEEPNESS = 0.88  # with the average piece of chess this makes 0.00368208 a centipawn
WINDOWS = (2, 8)  # positions of which the changes of fortune are measured together
WEIGHTS = (0.5, 12.0)


def accuracies(
    variant: Variant,
    scores: Sequence[Score],
    first: str = "white",
    nulls: Collection[int] = (),
) -> dict[str, float | None]:
    """The accuracy of each side, None if it has made no move; `nulls` are the null moves, from 0.

    The scores are White's, that of the beginning first. A side's accuracy lies between two means
    of its moves' accuracies: one counts those more that were made in a sharp position, the harmonic
    one the worst of them.
    """
    chances = [win_percent(variant, score) for score in scores]
    weights = _weights(chances)
    found: dict[str, float | None] = {}
    for color in COLORS:
        sign = 1 if color == "white" else -1
        own = [at for at in range(int(color != first), len(weights), 2) if at not in nulls]
        kept = [move_accuracy(sign * chances[at], sign * chances[at + 1]) for at in own]
        found[color] = _mean(kept, [weights[at] for at in own]) if kept else None
    return found


def win_percent(variant: Variant, score: Score) -> float:
    """White's chances, from 2.5 to 97.5.

    >>> from makachess.variants import load
    >>> chess = load("chess")
    >>> [round(win_percent(chess, one), 1) for one in (Score(0), Score(100), Score(None, 3))]
    [50.0, 59.1, 97.5]
    """
    if score.mate is not None:
        units = CEILING if score.mate > 0 else -CEILING
    else:
        units = STEEPNESS * score.value / average_piece(variant)
    return 100 / (1 + math.exp(-_within(units, (-CEILING, CEILING))))


def move_accuracy(before: float, after: float) -> float:
    """The accuracy of a move by its side's chances before and after it.

    >>> [round(move_accuracy(50, after)) for after in (60, 50, 45, 40, 30)]
    [100, 100, 81, 65, 41]
    """
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411
    return _within(raw + 1, (0.0, 100.0))  # a point because no evaluation is perfect


def _weights(chances: Sequence[float]) -> list[float]:
    """How sharp the game was at each move: the deviation of the chances in a window there."""
    size = int(_within((len(chances) - 1) // 10, WINDOWS))
    windows = [chances[:size]] * (min(size, len(chances)) - 2)
    windows += [chances[at : at + size] for at in range(len(chances) - size + 1)]
    return [_within(pstdev(window), WEIGHTS) for window in windows]


def _mean(kept: Sequence[float], weights: Sequence[float]) -> float:
    harmonic = len(kept) / sum(1 / max(one, 1.0) for one in kept)
    return (fmean(kept, weights) + harmonic) / 2


def _within(value: float, bounds: tuple[float, float]) -> float:
    return min(max(value, bounds[0]), bounds[1])
