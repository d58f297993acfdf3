"""The evaluation graph as text: which plies a column stands for, and how high it is."""

from __future__ import annotations

import pytest
from makachess.core.engine.review import Verdict
from makachess.tui.panes.review import mean_points, spread_plies, worst_mistake


@pytest.mark.parametrize(
    ("count", "width", "columns"),
    [
        (4, 4, [[1], [2], [3], [4]]),
        (2, 4, [[1], [1], [2], [2]]),
        (3, 4, [[1], [1], [2], [3]]),
        (8, 4, [[1, 2], [3, 4], [5, 6], [7, 8]]),
        (5, 2, [[1, 2], [3, 4, 5]]),
        (0, 4, []),
    ],
)
def test_columns_share_the_plies(count: int, width: int, columns: list[list[int]]) -> None:
    assert [list(plies) for plies in spread_plies(count, width)] == columns


def test_a_column_shows_the_mean_of_what_is_known() -> None:
    assert mean_points({1: 0.25, 2: 0.75}, range(1, 4)) == 0.5
    assert mean_points({}, range(1, 4)) is None


def test_a_column_shows_the_worst_mistake() -> None:
    faults = {2: Verdict.INACCURACY, 3: Verdict.BLUNDER, 9: Verdict.MISTAKE}
    assert worst_mistake(faults, range(1, 5)) is Verdict.BLUNDER
    assert worst_mistake(faults, range(4, 6)) is None
