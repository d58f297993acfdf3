"""The list of commands over the other screens; and each screen closes itself alone, and once."""

from __future__ import annotations

import pytest
from every_screen import OPENERS
from makachess.play.settings import load_settings
from makachess.tui.keys import SCREENS
from makachess.tui.lists import Menu
from makachess.tui.screens.base import ask_text
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.library import LibraryScreen
from makachess.tui.screens.palette import CommandScreen, goals
from sampling import sampled
from textual import events
from tui_harness import game, opened, playing, two_people


@pytest.mark.parametrize("size", sampled([(40, 12), (80, 24), (300, 100)], [(40, 12)]))
async def test_a_command_is_found_and_run(size):
    async with opened(game, size) as hands:
        before = hands.screen
        await hands.press("colon")
        await hands.sees("▌ pick")
        await hands.press('"fli"')
        await hands.sees("▌ flip ")
        await hands.press("enter")
        await hands.until(lambda: hands.screen is before, "the game")
        await hands.until(lambda: before.board.geometry.flipped, "a flipped board")


@pytest.mark.parametrize(
    ("typed", "sees"),
    [
        ("new game maka", "< Maka Dai Dai Shogi >"),
        ("new game", "< Chess >"),
        ("lesson 4", "4 of"),
        ("lesson 1 macadamia", "Macadamia Shogi"),
        ("Puzzle", "Chess "),
        ("theme blue", "Theme: blue"),
    ],
)
async def test_a_goal_is_understood(home, typed, sees):
    home.mkdir()
    (home / "settings.toml").write_text('variant = "chess"\n')
    async with opened(HomeScreen) as hands:
        before = hands.screen
        await hands.press("colon")
        hands.screen.post_message(events.Paste(typed))
        await hands.sees(f"▌ {typed.lower()} ")
        await hands.press("enter")
        await hands.sees(sees)
        if typed.startswith("theme"):
            assert load_settings().settings.theme == "blue"
        else:
            await hands.press("escape")
        await hands.until(lambda: hands.screen is before, "the home screen")


async def test_no_other_game_is_begun_from_one_that_is_played():
    async with playing(two_people()) as hands:
        await hands.press('colon "theme" space "green" enter')
        await hands.sees("Theme: green")
        await hands.press("colon")
        hands.screen.post_message(events.Paste("new game maka"))
        await hands.sees("There is no such command here")
    for typed in ("new game maka", "lesson 4", "puzzle"):
        assert [*goals(typed, "chess", playing=False)]
        assert not [*goals(typed, "chess", playing=True)]


async def test_the_list_names_the_key_in_force_and_wins_no_key_that_is_typed(home):
    home.mkdir()
    (home / "settings.toml").write_text('[keys]\nflip = "~"\n')
    async with opened(game) as hands:
        await hands.press('colon "flip"')
        await hands.until(lambda: any("▌ flip  " in r and " ~ " in r for r in hands.rows), "a key")
        await hands.press("ctrl+u tilde")
        await hands.sees("Command: ~", "prompt")
        await hands.sees("There is no such command here")
        await hands.press("enter backspace")
        await hands.sees("▌ pick")


@pytest.mark.slow
async def test_the_list_says_all_of_each_command():
    async with opened(HomeScreen) as hands:
        for actions in SCREENS.values():
            listing = CommandScreen(actions, print)
            await hands.pilot.app.push_screen(listing)
            cut = [listing.menu.cut_text(at) for at in range(len(listing.menu.items))]
            assert cut
            assert not [*filter(None, cut)]
            hands.pilot.app.pop_screen()


async def test_a_command_for_what_has_the_focus_does_nothing_where_nothing_has_it():
    async with opened(HomeScreen) as hands:
        await hands.pilot.resize_terminal(30, 9)
        assert hands.screen.focused is None
        hands.screen.run_soon("focused.choose")
        await hands.pilot.pause()
        await hands.press("down")
        await hands.sees("30x9")


async def test_keys_that_follow_at_once_reach_the_screen_that_is_meant():
    async with playing(two_people()) as hands:
        game = hands.screen
        for key in ("colon", *"flip", "enter", *"e4", "enter"):
            hands.pilot.app.simulate_key(key)
        await hands.until(lambda: list(game.game_shown().sans) == ["e4"], "the move")
        await hands.until(lambda: game.board.geometry.flipped, "a flipped board")


async def test_it_opens_over_a_text_being_typed_and_leaves_the_text_as_it_is():
    async with opened(LibraryScreen) as hands:
        ask_text(hands.screen, "Name: ", "Anna", print)
        await hands.pilot.pause()
        await hands.sees("Name: Anna", "prompt")
        await hands.press('alt+x "redraw" enter')
        await hands.sees("Name: Anna", "prompt")
        await hands.press('alt+x "go" enter')
        await hands.sees_no("Name: Anna")


async def test_a_click_beside_the_list_closes_it_and_does_nothing_else():
    async with opened(HomeScreen) as hands:
        before = hands.screen
        await hands.press("colon")
        await hands.sees("Command:", "prompt")
        await hands.pilot.click(offset=(8, 5))
        await hands.until(lambda: hands.screen is before, "the screen")
        await hands.sees("▌ New game")


AT_ONCE = 4  # times that something is done before the app has heard of the first


WITH_MENUS = ("home", "settings", "keys", "engines", "training", "new game", "open a table")


@pytest.mark.parametrize("name", sampled(WITH_MENUS, {"home", "settings"}))
async def test_what_is_chosen_twice_at_once_opens_one_screen(name):
    async with opened(HomeScreen) as hands:
        app = hands.pilot.app
        screen = OPENERS[name]()
        await app.push_screen(screen)
        await hands.pilot.pause()
        if name == "settings":
            await hands.press("end up up up")  # a page of its own
        menu, depth = screen.query_one(Menu), len(app.screen_stack)
        for _ in range(AT_ONCE):
            menu.action_choose()
        await hands.until(lambda: app.screen is not screen, "what was chosen")
        await hands.pilot.pause()
        assert len(app.screen_stack) <= depth + 1


async def test_a_screen_below_another_neither_closes_nor_gives_way():
    async with opened(HomeScreen) as hands:
        below = hands.screen
        await hands.press("f9")
        above = hands.screen
        assert above is not below
        assert not below.close()
        assert below.give_way(HomeScreen) is None
        await hands.pilot.pause()
        assert hands.screen is above
        assert above.close()
        await hands.until(lambda: hands.screen is below, "the screen below")


async def test_a_click_runs_a_command():
    async with opened(HomeScreen) as hands:
        await hands.press("colon")
        await hands.sees("help   ")
        row = next(at for at, text in enumerate(hands.rows) if "help   " in text)
        await hands.pilot.click(offset=(60, row))
        await hands.sees("Keys")
