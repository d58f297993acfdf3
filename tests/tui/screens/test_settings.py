"""The screens of settings, keys and engines: what is changed there, and that it is saved."""

from __future__ import annotations

import shlex
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from external_programs import FAKE
from makachess.core import COMPILED
from makachess.play.settings import Settings, offers
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.settings import EnginesScreen, KeysScreen, SettingsScreen
from sampling import sampled
from tui_harness import Hands, game, opened


def written(home: Path) -> dict[str, object]:
    return tomllib.loads((home / "settings.toml").read_text())


async def highlight(hands: Hands, label: str) -> None:
    """Highlight a row of the menu by its label."""
    menu = hands.screen.menu
    menu.highlight(next(at for at, item in enumerate(menu.items) if item.label == label))
    await hands.sees(f"▌ {label}")


@pytest.mark.parametrize("size", sampled([(40, 12), (300, 100)], [(40, 12)]))
async def test_every_setting_is_there_and_says_what_it_means(size):
    async with opened(HomeScreen, size) as hands:
        await hands.press("f9")
        await hands.sees("▌ Pieces")
        for offer in offers():
            await hands.sees(f"▌ {offer.title}")
            await hands.sees(offer.told(getattr(Settings(), offer.name))[:12], "prompt")
            await hands.press("down")
        for row in ("Engines", "Keys", "Saved games", "Your variants", "Settings file"):
            await hands.sees(f"▌ {row}")
            await hands.press("down")


async def test_a_change_is_written_at_once(home):
    async with opened(SettingsScreen) as hands:
        await highlight(hands, "Level")
        await hands.press("right right left enter")
        await hands.sees("< 5 >")
        assert written(home) == {"level": 5}
        await highlight(hands, "Auto flip")
        await hands.press("space")
        assert written(home) == {"level": 5, "auto-flip": True}


async def test_a_name_is_typed_and_a_wrong_one_refused(home):
    async with opened(SettingsScreen) as hands:
        await highlight(hands, "Your name")
        await hands.press("enter ctrl+u")
        await hands.press('"Anna" enter')
        await hands.sees("Your name       Anna")
        assert written(home) == {"player": "Anna"}
        await hands.press("enter ctrl+u enter")
        await hands.sees("'' must be a name in one line", "prompt")
        await hands.press('enter "x" escape')
        await hands.sees("Your name       Anna")
        assert written(home) == {"player": "Anna"}


@pytest.mark.slow
async def test_a_game_below_follows_the_settings(home, monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with opened(game) as hands:
        board = hands.screen.board
        colours = board.render_line(1)
        before = board.piece_set
        await hands.press("f9 right down down right right right escape")
        await hands.until(lambda: board.piece_set != before, "other pieces")
        assert board.render_line(1) != colours
        assert set(written(home)) == {"pieces", "theme"}


@pytest.mark.slow
async def test_another_key_is_pressed_and_works_at_once(home):
    async with opened(game, (120, 24)) as hands:
        screen = hands.screen
        await hands.press("f9")
        await highlight(hands, "Keys")
        await hands.press("enter")
        await highlight(hands, "flip")
        await hands.press("enter")
        await hands.sees("Press the key for 'flip', now ^F", "prompt")
        await hands.press("tilde")
        await hands.sees("'flip' is ~ now", "prompt")
        await hands.sees("*~")
        assert written(home) == {"keys": {"flip": "~"}}
        await hands.press("escape")
        await hands.sees("1 changed")
        await hands.press("escape")
        await hands.until(lambda: hands.screen is screen, "the game")
        await hands.press("tilde")
        await hands.until(lambda: screen.board.geometry.flipped, "a flipped board")
        await hands.press("ctrl+f")
        assert screen.board.geometry.flipped


async def test_the_declared_key_comes_back(home):
    home.mkdir()
    (home / "settings.toml").write_text('[keys]\nflip = "~" # mine\nundo = "^F"\n')
    async with opened(KeysScreen) as hands:
        await highlight(hands, "flip")
        await hands.press("delete")
        await hands.sees("^F is 'undo'", "prompt")
        await highlight(hands, "undo")
        await hands.press("delete")
        await hands.sees("'undo' is ^Z now", "prompt")
        await highlight(hands, "flip")
        await hands.press("delete enter escape")
        assert written(home) == {"keys": {}}


@pytest.mark.slow
async def test_an_engine_is_added_tried_edited_and_removed(home):
    command = shlex.join([sys.executable, str(FAKE), "cecp", "none"])
    async with opened(EnginesScreen, (300, 24)) as hands:
        await hands.press('enter "fake" enter "nothing" enter')
        await hands.sees("fake is saved", "prompt")
        assert written(home) == {"engines": {"fake": "nothing"}}
        await hands.press("home enter t")
        await hands.sees("fake does not work: ", "prompt")
        await hands.press("enter e ctrl+u")
        await hands.pilot.press(*command, "enter")
        assert written(home) == {"engines": {"fake": command}}
        await hands.press("enter t")
        await hands.sees("works: it opens with", "prompt")
        await hands.press("enter r")
        await hands.sees("fake is removed", "prompt")
        assert written(home) == {"engines": {}}
        await hands.press("enter escape")
        await hands.sees("▌ Add an engine")


async def test_a_change_that_cannot_be_written_is_told_as_an_alarm(home):
    async with opened(SettingsScreen) as hands:
        await hands.sees("▌ Pieces")
        assert hands.screen.prompt.lines[0][0].role == ""
        (home / "settings.toml").mkdir(parents=True)
        await hands.press("right")
        await hands.sees("not remembered: ", "prompt")
        assert hands.screen.prompt.lines[0][0].role == "alert"


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="uncompiled, one thread searches")
async def test_cores_that_cannot_be_written_hold_for_every_engine_of_the_app(home, monkeypatch):
    """The opponent's, the one that analyses, and that of the next game."""
    monkeypatch.setattr("makachess.play.settings.usable_cores", lambda: 8)
    home.mkdir()
    (home / "settings.toml").write_text("level = \n")  # broken: nothing is written to it

    def cores(hands: Hands) -> tuple[int, int]:
        screen = hands.screen
        return screen.session.seats["black"].engine.cores, screen.study._make().cores

    async with opened(HomeScreen) as hands:
        await hands.press("f9")
        await highlight(hands, "Cores")
        await hands.press("right right right")
        await hands.sees("< 3 >")
        await hands.press("escape n enter home enter")
        await hands.sees("Veteran Chess  move 1  White to move", "status")
        assert cores(hands) == (3, 3)
        hands.pilot.app.preferences.remember(cores=5)  # while the game goes on
        assert cores(hands) == (3, 5)
        hands.screen.session.resign("white")
        await hands.press("ctrl+n")
        await hands.sees("move 1  White to move", "status")
        assert cores(hands) == (5, 5)
    assert (home / "settings.toml").read_text() == "level = \n"


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        ("veteran", (40, 12)),
        ("maka", (80, 24)),
        pytest.param("veteran", (120, 40), marks=pytest.mark.long),
    ],
)
async def test_a_theme_and_a_set_of_pieces_are_chosen_beside_a_board_that_shows_them(
    home, monkeypatch, variant, size
):
    monkeypatch.setenv("COLORTERM", "truecolor")
    home.mkdir()
    (home / "settings.toml").write_text(f'variant = "{variant}"\n')
    async with opened(SettingsScreen, size) as hands:
        await hands.sees("▌ Pieces")
        board = hands.screen.board
        if size == (40, 12):
            assert not board.is_on_screen
            return
        await hands.until(lambda: board.is_on_screen, "the board")
        assert hands.screen.region.contains_region(board.region)

        def drawn():
            return [board.render_line(y) for y in range(board.size.height)]

        seen = [drawn()]
        await highlight(hands, "Theme")
        await hands.press("right right")
        await hands.sees("< blue >")
        seen.append(drawn())
        await highlight(hands, "Shogi pieces" if variant == "maka" else "Pieces")
        await hands.press("right right" if variant == "maka" else "right")
        seen.append(drawn())
        assert all(one != other for one, other in pairwise(seen))
