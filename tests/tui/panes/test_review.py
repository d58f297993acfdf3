"""The panel of a review: which plies a column of its graph stands for, and how it is painted."""

from __future__ import annotations

import pytest
from makachess.core.engine.review import Verdict
from makachess.play.review import ReviewData
from makachess.saves import read_games
from makachess.tui.panes.review import ReviewPanel, mean_points, spread_plies, worst_mistake
from makachess.tui.screens.replay import ReplayScreen
from textual.geometry import Size
from tui_harness import opened


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


[GAME] = read_games(["1. e4 e5 2. Nf3 *"])


async def test_a_panel_that_has_grown_is_painted_before_it_hears_of_its_new_size(monkeypatch):
    async with opened(lambda: ReplayScreen(GAME, 0)) as hands:
        panel = hands.pilot.app.screen.query_one(ReviewPanel)
        monkeypatch.setattr(ReviewPanel, "size", Size(8, 6))
        panel.show(ReviewData(3, {1: 0.6, 2: 0.4, 3: 0.9}), 1)
        monkeypatch.setattr(ReviewPanel, "size", Size(30, 12))
        rows = [panel.render_line(y).text for y in range(12)]
        assert any("█" in row[20:] for row in rows)
