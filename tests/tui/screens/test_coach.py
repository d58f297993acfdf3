"""A game with a coach, on the screen and in line mode: it asks before a piece is given away."""

from __future__ import annotations

import pytest
from makachess.play.exercises import Progress
from makachess.play.lessons import load_courses
from makachess.play.session.setup import Setup, new_setup, resumed_setup
from makachess.play.settings import Settings, load_settings
from makachess.tui.plain.conversation import Conversation, make_hints
from makachess.tui.screens.home import HomeScreen
from makachess.variants import load
from tui_harness import Scripted, opened, playing

HANGING = "3k4/8/8/3p4/8/8/4Q3/4K3 w - - 0 1"
SAID = "Qe4 lets dxe4, which wins the Queen."


def coached(fen: str | None = HANGING, **chosen) -> Setup:
    return new_setup(load("chess"), "white", fen=fen, coach=True, **chosen)


async def test_a_move_that_gives_a_piece_away_can_be_thought_over():
    async with playing(coached(), Scripted("Kd7")) as hands:
        await hands.press('"Qe4" enter')
        await hands.sees(SAID, "prompt")
        await hands.sees("think again", "prompt")
        await hands.press("escape")
        assert not hands.sans
        await hands.sees_no(SAID)
        # The same move is not asked about again, though another is.
        await hands.press('"Qc4" enter')
        await hands.sees("Qc4 lets dxc4", "prompt")
        await hands.press("enter")
        assert not hands.sans
        await hands.press('"Qc4" enter')
        await hands.has_played("Qc4")


async def test_taking_back_at_its_question_takes_back_no_other_move():
    opponent = Scripted("Kd7")
    opponent.go_on.set()
    async with playing(coached(), opponent) as hands:
        await hands.press('"Kd2" enter')
        await hands.has_played("Kd2", "Kd7")
        await hands.press('"Qe4" enter')
        await hands.sees("think again", "prompt")
        await hands.press("ctrl+z")
        await hands.sees_no("think again")
        assert hands.sans == ("Kd2", "Kd7")


async def test_a_move_that_is_entered_twice_before_the_coach_has_answered_is_made_once():
    async with playing(coached(), Scripted("Kd7")) as hands:
        screen = hands.screen
        move = screen.session.game.position.parse("Qe3")
        screen.make_move(move)
        screen.make_move(move)
        await hands.has_played("Qe3")


@pytest.mark.slow
async def test_it_is_played_all_the_same_or_another_move_in_its_place():
    async with playing(coached(), Scripted("Kd7")) as hands:
        await hands.press('"Qe4" enter')
        await hands.sees(SAID, "prompt")
        await hands.press('"Qd3" enter')
        await hands.has_played("Qd3")
    async with playing(coached(), Scripted("Kd7")) as hands:
        await hands.pick("e2", "e4")
        await hands.sees(SAID, "prompt")
        assert {*map(str, hands.screen.hinted())} == {"d5", "e4"}
        await hands.press("y")
        await hands.has_played("Qe4")
        assert not hands.screen.hinted()


async def test_what_the_opponent_gives_away_is_there_to_take_until_one_has_looked_on():
    fen = "3k4/1q6/8/8/2P5/3P4/8/3K4 w - - 0 1"
    opponent = Scripted("Qd5", "Kc7")
    async with playing(coached(fen), opponent) as hands:
        await hands.press('"Ke1" enter')
        await hands.has_played("Ke1")
        opponent.go_on.set()
        await hands.sees("There is something to take", "prompt")
        await hands.press('"cxd5" enter')
        await hands.has_played("Ke1", "Qd5", "cxd5", "Kc7")
        await hands.sees_no("something to take")
        await hands.press("ctrl+z")
        await hands.sees("Taken back. There is something to take", "prompt")


async def test_keys_that_come_at_once_wait_for_the_coach():
    async with playing(coached(), Scripted("Kd7")) as hands:
        await hands.pilot.press(*"Qe4", "enter", "y")
        await hands.has_played("Qe4")
    async with playing(coached(), Scripted("Kd7")) as hands:
        await hands.pilot.press(*"Qd3", "enter", "ctrl+q")
        await hands.until(lambda: hands.pilot.app._exit, "the end of the app")
        assert hands.sans == ("Qd3",)


async def test_it_is_turned_off_for_good_and_the_game_says_so(home):
    async with playing(coached(), Scripted("Kd7")) as hands:
        await hands.sees("The coach is on")
        await hands.press("f6")
        await hands.sees("The coach is off", "prompt")
        assert not load_settings().settings.coach
        await hands.press('"Qe4" enter')
        await hands.has_played("Qe4")
    (file,) = (home / "games").glob("*.pgn")
    assert '[Coach "turned off"]' in file.read_text()


async def test_a_saved_game_goes_on_with_its_coach(home):
    opponent = Scripted("Kd7")
    opponent.go_on.set()
    async with playing(coached(), opponent) as hands:
        await hands.press('"Qd3" enter')
        await hands.has_played("Qd3", "Kd7")
    (file,) = (home / "games").glob("*.pgn")
    async with playing(resumed_setup(file, Settings()), Scripted("Kd6")) as hands:
        await hands.press('"Qxd5" enter')
        await hands.has_played("Qd3", "Kd7", "Qxd5+")
        await hands.press("ctrl+z")
        await hands.has_played("Qd3", "Kd7")
        await hands.press('"Qe4" enter')
        await hands.sees(SAID, "prompt")


@pytest.mark.parametrize(("chosen", "coach"), [({"clock": "5+3"}, True), ({}, False)])
async def test_where_there_is_none_moves_are_made_at_once(chosen, coach):
    setup = new_setup(load("chess"), "white", fen=HANGING, coach=coach, **chosen)
    async with playing(setup, Scripted("Kd7")) as hands:
        await hands.press('"Qe4" enter')
        await hands.has_played("Qe4")
        if chosen:
            await hands.press("f6")
            await hands.sees("without a clock", "prompt")
            assert load_settings().settings.coach


async def test_line_mode_asks_as_well():
    said: list[str] = []
    talk = Conversation(coached(), make_hints, said.append)
    talk.begin()
    for line, answer in (
        ("Qe4", f"{SAID}\n  no: think again\n  yes: play it"),
        ("no", None),
        ("Qc4", "Qc4 lets dxc4, which wins the Queen.\n  no: think again\n  yes: play it"),
        ("coach", "The coach is off"),
        ("coach", "The coach is on"),
        ("Qe4", f"{SAID}\n  no: think again\n  yes: play it"),
        ("yes", "White: Qe4"),
    ):
        said.clear()
        talk.take(line)
        await talk.settle()
        assert [text for text in said if "dropped" not in text] == [answer] * (answer is not None)
    await talk.close()


@pytest.mark.slow
async def test_a_first_win_is_told_once_and_home_goes_on_from_there(home):
    for told in (True, False):
        opponent = Scripted("f6", "g5")
        opponent.go_on.set()
        async with playing(coached(None), opponent) as hands:
            await hands.press('"e4" enter')
            await hands.has_played("e4", "f6")
            await hands.press('"d4" enter')
            await hands.has_played("e4", "f6", "d4", "g5")
            await hands.press('"Qh5#" enter')
            await hands.sees("Chess, 3 moves")
            assert hands.shows("Your first win at level 3", "prompt") == told
    async with opened(HomeScreen) as hands:
        await hands.sees("Begin lesson 1")
        await hands.press("down enter")
        await hands.sees("Take a Pawn with your Veteran.")
        for lesson in load_courses()[0].lessons:
            Progress().solve("lessons", lesson.key)
        await hands.press("escape")
        await hands.sees("Begin level 1")
        await hands.press("enter")
        await hands.sees("makachess level 1", "players")
        await hands.sees("The coach is on")
