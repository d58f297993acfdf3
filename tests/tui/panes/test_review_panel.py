"""The review's panel on the screen."""

from __future__ import annotations

from makachess.play.review import ReviewData
from makachess.saves import read_games
from makachess.tui.panes.review import ReviewPanel
from makachess.tui.screens.replay import ReplayScreen
from textual.geometry import Size
from tui_harness import opened

[GAME] = read_games(["1. e4 e5 2. Nf3 *"])


async def test_a_panel_that_has_grown_is_painted_before_it_hears_of_its_new_size(monkeypatch):
    async with opened(lambda: ReplayScreen(GAME, 0)) as hands:
        panel = hands.pilot.app.screen.query_one(ReviewPanel)
        monkeypatch.setattr(ReviewPanel, "size", Size(8, 6))
        panel.show(ReviewData(3, {1: 0.6, 2: 0.4, 3: 0.9}), 1)
        monkeypatch.setattr(ReviewPanel, "size", Size(30, 12))
        rows = [panel.render_line(y).text for y in range(12)]
        assert any("█" in row[20:] for row in rows)
