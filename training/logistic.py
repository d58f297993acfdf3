"""Scores and expected points: the logistic function, and what a wrong expectation costs."""

from __future__ import annotations

import numpy as np

NEWTON = 12  # steps to find the slope


def logistic(x: np.ndarray) -> np.ndarray:
    """The points expected of scores in average men."""
    return 0.5 * (1 + np.tanh(0.5 * x))


def surprise(scores: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The cross entropy of expected points, less what they would cost if they were known."""
    known = np.clip(points, 1e-6, 1 - 1e-6)
    least = -(known * np.log(known) + (1 - known) * np.log(1 - known))
    return np.logaddexp(0.0, scores) - points * scores - least


def find_slope(scores: np.ndarray, points: np.ndarray) -> float:
    """How much steeper than usual the points rise with the scores, by Newton's method."""
    slope = 1.0
    for _ in range(NEWTON):
        share = logistic(slope * scores)
        change = ((share - points) * scores).sum()
        bend = (share * (1 - share) * scores**2).sum()
        slope = min(max(slope - change / max(bend, 1e-9), slope / 2), 2 * slope)
    return float(slope)
