"""Looking back in a game on the screen: the game goes on, and nobody moves in the past."""

from __future__ import annotations

import pytest
from makachess.play.session.setup import new_setup
from makachess.variants import load
from tui_harness import Scripted, playing, two_people

MOVES = '"e4" enter "e5" enter "Nf3" enter "Nc6" enter'


async def test_one_looks_back_by_keys_clicks_and_numbers_and_returns():
    async with playing(two_people()) as hands:
        game = hands.screen.session.game
        await hands.press(MOVES)
        board = hands.board
        await hands.press("<")
        await hands.sees("LOOKING BACK at 2. Nf3", "status")
        await hands.sees("< earlier  > later", "keys")
        assert not hands.part("prompt")
        assert hands.board != board
        row = next(y for y, line in enumerate(hands.rows) if "1 e4" in line)
        await hands.pilot.click(offset=(hands.rows[row].index("e5"), row))
        await hands.sees("LOOKING BACK at 1... e5", "status")
        await hands.press('"2..." enter')
        await hands.sees_no("LOOKING BACK")
        await hands.press('"1" enter')
        await hands.sees("LOOKING BACK at 1. e4", "status")
        await hands.press("home")
        await hands.sees("LOOKING BACK at the start", "status")
        await hands.press("end")
        await hands.sees_no("LOOKING BACK")
        assert hands.board == board
        assert len(game.moves) == 4
        assert game.node is game.end


@pytest.mark.parametrize("leave", ["end", "escape", "> > > >"])
async def test_no_move_can_be_made_there_and_the_attempt_says_so(leave):
    async with playing(two_people()) as hands:
        await hands.press(MOVES + " < < <")
        for attempt in ('"d4" enter', "enter"):
            await hands.press(attempt)
            await hands.sees("You are looking back at 1. e4: End returns", "prompt")
        await hands.click("e7")
        await hands.sees("You are looking back at 1. e4: End returns", "prompt")
        await hands.press(leave)
        await hands.sees_no("LOOKING BACK")
        await hands.press('"d4" enter')
        await hands.sees("3 d4")


async def test_the_opponents_move_is_told_while_one_looks_back():
    opponent = Scripted("e5")
    setup = new_setup(load("veteran"), "white", clock="5+3")
    async with playing(setup, opponent) as hands:
        await hands.press('"e4" enter < ')
        await hands.sees("LOOKING BACK at the start", "status")
        assert hands.screen.session.clock.running == "black"
        opponent.go_on.set()
        await hands.sees("1... e5 was played; You are looking back at the start: End", "prompt")
        await hands.sees("LOOKING BACK at the start", "status")
        assert hands.screen.session.clock.running == "white"
        await hands.press("ctrl+z")
        await hands.sees_no("LOOKING BACK")
        await hands.sees("Taken back", "prompt")
