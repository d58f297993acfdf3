"""What a newcomer is told, once, and what the box leads to."""

from __future__ import annotations

from typing import NoReturn

import pytest
from makachess.core import MakachessError
from makachess.play.settings import load_settings
from makachess.tui.app import MakachessApp
from makachess.tui.host_address import HostAddress
from makachess.tui.screens.exercise import TrainingScreen
from makachess.tui.screens.home import HomeScreen, is_newcomer
from makachess.tui.screens.new_game import NewGameScreen
from sampling import sampled
from textual import events
from tui_harness import opened


def welcoming() -> HomeScreen:
    return HomeScreen(welcomes=True)


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """Folders of data and settings that are not there yet."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_only_the_first_start_is_a_newcomers(nowhere):
    assert [is_newcomer(), is_newcomer()] == [True, False]
    assert [path.name for path in nowhere.iterdir()] == ["welcome"]


@pytest.mark.parametrize("name", ["settings.toml", "games"])
def test_who_has_set_or_played_something_is_no_newcomer(nowhere, name):
    (nowhere / name).mkdir(parents=True)
    assert not is_newcomer()


def test_where_nothing_can_be_remembered_nobody_is_welcomed_each_time(monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", "/dev/null/home")
    assert not is_newcomer()


@pytest.mark.parametrize(
    "size", sampled([(40, 10), (40, 12), (80, 24), (200, 60)], [(40, 10), (80, 24)])
)
async def test_the_box_is_whole_in_every_window_and_esc_leads_home(size):
    async with opened(welcoming, size) as hands:
        await hands.sees("─ Welcome ─")
        await hands.sees("Veteran Chess is a good start.")
        for words in ("▌ Lessons", "New game", "Terminal     < auto >", "F1 shows"):
            await hands.sees(words)
        assert [row for row in hands.rows if "╰─" in row and "─╯" in row]
        home = hands.pilot.app.screen_stack[-2]
        covered = [home.letters, home.banner, home.motto, *home.pictures]
        box = hands.screen.box.region
        assert not any(box.overlaps(part.region) for part in covered if part.display)
        assert "Puzzles" not in hands.text
        await hands.press("escape")
        await hands.until(lambda: isinstance(hands.screen, HomeScreen), "home")
        assert "Welcome" not in hands.text
        await hands.sees("Puzzles")
        await hands.press("f1 escape")  # home is back, and welcomes no second time
        await hands.until(lambda: isinstance(hands.screen, HomeScreen), "home")


async def test_who_comes_through_a_hosts_door_is_led_to_the_tables_in_every_window():
    async def nobody_answers() -> NoReturn:
        raise MakachessError

    async with opened(welcoming, (40, 10), HostAddress(dial=nobody_answers)) as hands:
        await hands.sees("▌ Tables        play people")
        await hands.sees("F1 shows")
        assert [row for row in hands.rows if "╰─" in row and "─╯" in row]


@pytest.mark.parametrize(
    ("keys", "screen"),
    [("enter", TrainingScreen), ("down enter", NewGameScreen), ("l enter", HomeScreen)],
)
async def test_a_choice_opens_in_the_place_of_the_box(keys, screen):
    async with opened(welcoming) as hands:
        await hands.sees("Welcome")
        await hands.press(keys)
        await hands.until(lambda: isinstance(hands.screen, screen), screen.__name__)
        if screen is not HomeScreen:
            await hands.press("escape")
            await hands.until(lambda: isinstance(hands.screen, HomeScreen), "home")


@pytest.mark.slow
async def test_colours_are_tried_at_once_and_remembered():
    async with opened(welcoming) as hands:
        app = hands.pilot.app
        assert isinstance(app, MakachessApp)
        await hands.sees("Welcome")
        before = app.theme
        await hands.press("down down right right")
        await hands.sees("< light >")
        await hands.sees("dark, light, or only 16 colours", "prompt")
        assert app.theme != before
        await hands.press("enter")  # the next one, as in the settings
        await hands.sees("< 16-colours >")
    assert load_settings().settings.terminal == "16-colours"


@pytest.mark.parametrize(
    ("pasted", "told"),
    [
        ("1. e4 e5 *", "Imported as chess.pgn"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "The game begins with this position"),
        ("https://example.org", "Paste games as PGN, or a position as FEN"),
    ],
)
async def test_what_is_pasted_before_anything_else_is_taken(pasted, told):
    async with opened(welcoming) as hands:
        await hands.sees("─ Welcome ─")
        hands.screen.post_message(events.Paste(pasted))
        await hands.sees(told, "prompt")
        await hands.sees_no("─ Welcome ─")
