"""The window is resized while an engine thinks, while another screen is open, and to any size."""

from __future__ import annotations

import pytest
from fitting import assert_fits, through_all_sizes
from makachess.core import Position
from makachess.core.engine import Info, Score
from makachess.play.session.setup import new_setup
from makachess.tui.screens.home import HomeScreen
from makachess.variants import load
from rendering import take
from told_engine import Told
from tui_harness import Scripted, game, opened, playing, replay

VETERAN = load("veteran")


async def test_a_game_while_the_engine_thinks():
    opponent = Scripted("e5")
    async with playing(new_setup(VETERAN, "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await hands.until(lambda: opponent.thoughts, "a thought")
        await through_all_sizes(hands, "left right f1 f1")
        assert (opponent.thoughts, opponent.stops) == (1, 0)
        opponent.go_on.set()
        await hands.has_played("e4", "e5")


@pytest.mark.parametrize("first", [game, replay])
async def test_an_analysis_goes_on(first, monkeypatch):
    analyst, position = Told(), Position(VETERAN)
    monkeypatch.setattr("makachess.tui.screens.board.make_engine", lambda *_: analyst)
    async with opened(first) as hands:
        await hands.press("ctrl+e")
        await hands.until(lambda: analyst.asked, "a question")
        analyst.handlers[0](Info(1, Score(30), 1, 0.0, (position.parse("d4"),)))
        await hands.sees("+0.30 d4")
        await through_all_sizes(hands, "f1 f1")
        assert (len(analyst.asked), analyst.stops) == (1, 0)
        analyst.handlers[0](Info(2, Score(40), 1, 0.0, (position.parse("e4"),)))
        await hands.sees("+0.40 e4")


@pytest.mark.parametrize(
    ("first", "opening"), [(game, "f3"), (game, "colon"), (HomeScreen, "f1"), (HomeScreen, "f9")]
)
async def test_a_screen_below_another(first, opening):
    async with opened(first) as hands:
        below, before = hands.screen, hands.rows
        for size in ((40, 12), (120, 40), (80, 24)):
            await hands.press(opening)
            await hands.pilot.resize_terminal(*size)
            await hands.press("escape")
            await hands.until(lambda: hands.screen is below, "the screen below")
            assert_fits(hands, take(hands))
        assert hands.rows == before


async def test_the_moves_are_drawn_for_the_width_they_have_got():
    async with opened(replay) as hands:
        before = hands.rows
        await hands.press("f1")
        await hands.pilot.resize_terminal(60, 20)
        await hands.press("f1")
        await hands.pilot.resize_terminal(80, 24)
        assert hands.rows == before


async def test_a_window_larger_than_any_screen():
    async with opened(game, (500, 200)) as hands:
        assert_fits(hands, take(hands))
