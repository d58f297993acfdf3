"""The list of commands over the other screens."""

from __future__ import annotations

import pytest
from every_screen import OPENERS
from makachess.tui.keys import SCREENS
from makachess.tui.screens.base import ask_text
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.library import LibraryScreen
from tui_harness import game, opened, playing, replay, two_people


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (300, 100)])
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
    ("first", "closing"), [(HomeScreen, "escape"), (game, "alt+x"), (replay, "ctrl+q")]
)
async def test_it_opens_and_closes_over_every_screen(first, closing):
    async with opened(first) as hands:
        before = hands.screen
        await hands.press("alt+x")
        await hands.sees("Command:", "prompt")
        assert hands.screen is not before
        await hands.press(closing)
        await hands.until(lambda: hands.screen is before, "the screen")


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


@pytest.mark.parametrize("name", [name for name in SCREENS if name != "commands"])
async def test_the_list_says_all_of_each_command(name):
    async with opened(OPENERS[name]) as hands:
        await hands.press("alt+x")
        listing = hands.screen
        cut = [listing.menu.cut_text(at) for at in range(len(listing.menu.items))]
        assert not [*filter(None, cut)]


async def test_a_click_runs_a_command():
    async with opened(HomeScreen) as hands:
        await hands.press("colon")
        await hands.sees("help   ")
        row = next(at for at, text in enumerate(hands.rows) if "help   " in text)
        await hands.pilot.click(offset=(60, row))
        await hands.sees("Keys")


async def test_a_command_for_what_has_the_focus_does_nothing_where_nothing_has_it():
    async with opened(HomeScreen) as hands:
        await hands.pilot.resize_terminal(30, 9)
        assert hands.screen.focused is None
        hands.screen.run_soon("focused.choose")
        await hands.pilot.pause()
        await hands.press("down")
        await hands.sees("30x9")


async def test_the_list_has_help_of_its_own():
    async with opened(HomeScreen) as hands:
        await hands.press("colon f1")
        await hands.sees("run the command")
        await hands.press("escape escape")
        await hands.sees("New game")


async def test_keys_that_follow_at_once_reach_the_screen_that_is_meant():
    async with playing(two_people()) as hands:
        game = hands.screen
        for key in ("colon", *"flip", "enter", *"e4", "enter"):
            hands.pilot.app.simulate_key(key)
        await hands.until(lambda: list(game.game_shown().sans) == ["e4"], "the move")
        await hands.until(lambda: game.board.geometry.flipped, "a flipped board")


@pytest.mark.parametrize(("size", "label"), [((40, 12), ": all"), ((50, 20), ": all")])
async def test_a_click_opens_it_where_there_is_no_room_for_hints(size, label):
    async with opened(replay, size) as hands:
        assert hands.part("keys").endswith(label)
        board = hands.screen.board
        await hands.pilot.click(offset=(size[0] - 2, size[1] - 1))
        await hands.press('"flip" enter')
        await hands.until(lambda: board.geometry.flipped, "a flipped board")


async def test_it_opens_over_a_text_being_typed_and_leaves_the_text_as_it_is():
    async with opened(LibraryScreen) as hands:
        ask_text(hands.screen, "Name: ", "Anna", print)
        await hands.pilot.pause()
        await hands.sees("Name: Anna", "prompt")
        await hands.press('alt+x "redraw" enter')
        await hands.sees("Name: Anna", "prompt")
        await hands.press('alt+x "go" enter')
        await hands.sees_no("Name: Anna")


async def test_of_two_keys_in_one_hint_each_can_be_clicked():
    async with opened(HomeScreen) as hands:
        await hands.sees("Up Down choose", "keys")
        first, second, *_ = hands.screen.menu.items
        await hands.pilot.click("#hints", offset=(4, 0))
        await hands.sees(f"▌ {second.label}")
        await hands.pilot.click("#hints", offset=(0, 0))
        await hands.sees(f"▌ {first.label}")


async def test_a_click_beside_the_list_closes_it_and_does_nothing_else():
    async with opened(HomeScreen) as hands:
        before = hands.screen
        await hands.press("colon")
        await hands.sees("Command:", "prompt")
        await hands.pilot.click(offset=(8, 5))
        await hands.until(lambda: hands.screen is before, "the screen")
        await hands.sees("▌ New game")


async def test_what_is_said_when_nothing_is_found_is_no_choice():
    async with opened(HomeScreen) as hands:
        await hands.press('colon "zz" down')
        await hands.sees("There is no such command here")
        row = next(text for text in hands.rows if "There is no such" in text)
        assert "▌" not in row
        await hands.press("ctrl+u")
        await hands.sees("▌ help")


async def test_the_list_says_no_word_twice():
    async with opened(HomeScreen) as hands:
        await hands.press('colon "leave"')
        await hands.sees("▌ leave")
        (row,) = (text for text in hands.rows if "▌ leave" in text)
        assert row.split("▌")[1].strip(" │").split() == ["leave", "^Q"]


@pytest.mark.parametrize(
    "words", ["▌ sort ^O sort by the next column", "▌ reverse ^V reverse the order"]
)
async def test_sorting_and_reversing_each_say_what_they_do(words):
    async with opened(LibraryScreen) as hands:
        await hands.press(f'colon "{words.split()[1]}"')
        await hands.until(lambda: words in " ".join(hands.text.split()), words)
