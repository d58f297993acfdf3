"""The window is resized while an engine thinks, while another screen is open, and to any size."""

from __future__ import annotations

import pytest
from every_screen import OPENERS
from fitting import assert_fits, through_all_sizes
from makachess.play.lessons import load_courses
from makachess.play.session.setup import new_setup
from makachess.saves import Game, Library
from makachess.tui.screens.exercise import ExerciseScreen
from makachess.tui.screens.home import HomeScreen
from makachess.variants import load
from sampling import sampled
from tui_harness import Scripted, game, opened, playing

VETERAN = load("veteran")


@pytest.mark.slow
async def test_a_game_while_the_engine_thinks():
    opponent = Scripted("e5")
    async with playing(new_setup(VETERAN, "white"), opponent) as hands:
        await hands.press('"e4" enter')
        await hands.until(lambda: opponent.thoughts, "a thought")
        await through_all_sizes(hands, "left right f1 f1")
        assert (opponent.thoughts, opponent.stops) == (1, 0)
        opponent.go_on.set()
        await hands.has_played("e4", "e5")


@pytest.mark.parametrize(
    ("first", "opening"),
    [
        (game, "colon"),
        pytest.param(game, "f3", marks=pytest.mark.slow),
        pytest.param(HomeScreen, "f9", marks=pytest.mark.slow),
    ],
)
async def test_a_screen_below_another(first, opening):
    async with opened(first) as hands:
        below, before = hands.screen, hands.rows
        for size in ((40, 12), (120, 40), (80, 24)):
            await hands.press(opening)
            await hands.pilot.resize_terminal(*size)
            await hands.press("escape")
            await hands.until(lambda: hands.screen is below, "the screen below")
            assert_fits(hands)
        assert hands.rows == before


# The least size of a window is 40x10; below it nothing is shown, and lists have no height.
ODD_SIZES = ((30, 9), (20_000, 1), (40, 10))
MOVING = "tab pagedown end up home"


# Tried each time are one of each kind of list, and of each kind of board.
KINDS = ("home", "commands", "game")
SLOW = ("saved games", "settings", "new game", "learn", "position")


@pytest.mark.parametrize("name", sampled(OPENERS, KINDS, slow=SLOW))
async def test_the_keys_of_lists_do_no_harm_in_a_window_of_any_size(name, home):
    Library().new_file(Game(VETERAN))  # so that home and the list of games have one to offer
    async with opened(OPENERS[name], ODD_SIZES[0]) as hands:  # opened where it has never had room
        for size in ODD_SIZES:
            await hands.pilot.resize_terminal(*size)
            assert hands.pilot.app.size == size
            if size[1] > 1:
                await hands.press(MOVING)


async def test_the_text_of_a_lesson_can_be_read_where_it_has_no_room_beside_the_board():
    lessons = next(c for c in load_courses() if c.title.startswith("Maka")).lessons
    async with opened(lambda: ExerciseScreen("lessons", "Maka", lessons), (40, 12)) as hands:
        await hands.sees("PgDn text", "keys")
        assert lessons[0].text.split()[0] not in hands.text
        reading = hands.screen.text
        await hands.press_until("pagedown", lambda: reading.display, "the text")
        await hands.sees("1 of 15", 0)
        await hands.sees(lessons[0].steps[0].task[:20], 1)
        await hands.sees(lessons[0].title)
        await hands.sees(" ".join(lessons[0].text.split()[:3]))
        await hands.press_until("pagedown", lambda: hands.screen.board.display, "the board")
