"""What the settings say when the app or `makachess play` begins, and what both write there."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from makachess.core.engine.book import NO_BOOK
from makachess.play.session.clock import parse_clock
from makachess.play.session.setup import Setup, new_setup, resumed_setup
from makachess.play.settings import Settings, change_settings, load_settings, toml_key
from makachess.saves import Game, Library
from makachess.tui.cli import cli
from makachess.tui.keymap import read_keymap
from makachess.tui.keys import ACTIONS
from makachess.tui.screens.home import HomeScreen
from makachess.tui.terminal.holding import Terminal
from makachess.variants import load
from tui_harness import opened, playing, two_people


@pytest.mark.slow
async def test_a_new_game_begins_with_what_was_chosen_last(home):
    home.mkdir()
    (home / "settings.toml").write_text('# mine\nside = "random"  # fair\nclock = "7+2"\n')
    async with opened(HomeScreen) as hands:
        await hands.press("n enter")
        for words in ("< random >", "< 7+2 >", "< level 3 >"):
            await hands.sees(words)
        await hands.press("home right down left left left down right enter")
        await hands.sees("to move", "status")
        await hands.press("ctrl+q n enter")
        for words in ("< a person here >", "< yes >"):
            await hands.sees(words)
    assert (home / "settings.toml").read_text() == (
        '# mine\nside = "both"  # fair\nclock = "7+2"\nvariant = "chess"\nauto-flip = true\n'
    )


@pytest.mark.slow
async def test_a_game_against_an_engine_is_resumed_with_its_command(home):
    home.mkdir()
    (home / "settings.toml").write_text('[engines]\n"The Best" = "no-such-program"\n')
    tags = {"White": "Player", "WhiteType": "human", "Black": "The Best", "BlackType": "program"}
    Library().autosave(Game(load("veteran"), None, tags)).save()
    for sentence in ("enter", "s enter enter"):
        async with opened(HomeScreen) as hands:
            await hands.press(sentence)
            await hands.sees("Black The Best")
            assert hands.screen.setup.engine == "no-such-program"


async def test_each_kind_of_games_has_a_set_of_pieces_of_its_own():
    change_settings(pieces="letters", shogi_pieces="kanji")
    for variant, name in (("macadamia", "kanji"), ("veteran", "letters")):
        async with playing(two_people(variant=variant)) as hands:
            assert hands.screen.board.piece_set.name == name


@pytest.fixture
def start(monkeypatch):
    """Run `makachess play` up to where the app would open; the game it would open with."""
    opened: list[Setup] = []

    def make(*words: object, **options: Any) -> Setup:
        opened.append(new_setup(*words, **options))
        return opened[-1]

    def run(*words: str) -> Setup:
        result = CliRunner().invoke(cli, ["play", "chess", *words], obj=True)
        assert result.exit_code == 0, result.output
        return opened.pop()

    monkeypatch.setattr("makachess.play.session.setup.new_setup", make)
    monkeypatch.setattr("makachess.tui.app.run_app", lambda *words, **options: 0)
    monkeypatch.setattr("makachess.tui.commands.play.open_terminal", Terminal)
    return run


USUAL = 'side = "black"\nlevel = 7\nclock = "5+3"\nplayer = "Anna"\n'


def test_play_without_options_takes_the_settings(home, start):
    assert start().people == {"white"}
    home.mkdir()
    (home / "settings.toml").write_text(USUAL)
    setup = start()
    assert (setup.people, setup.level) == ({"black"}, 7)
    assert setup.game.tags["Black"] == "Anna"
    assert setup.control == parse_clock("5+3")


def test_options_of_play_win_and_are_not_written(home, start):
    home.mkdir()
    (home / "settings.toml").write_text(USUAL)
    setup = start("--side", "white", "--level", "2", "--time", "none")
    assert (setup.people, setup.level, setup.control) == ({"white"}, 2, None)
    assert (home / "settings.toml").read_text() == USUAL


def test_the_style_of_the_opponent_stands_in_the_game(home, start):
    setup = start("--style", "wild", "--book", "none")
    assert setup.opponents["black"].book is NO_BOOK
    assert setup.game.tags["BlackStyle"] == "wild"
    again = resumed_setup(setup.autosave.save(), Settings()).opponents["black"]
    assert again.style == "wild"


def test_the_example_of_settings_can_be_copied(home):
    text = (Path(__file__).parents[3] / "docs" / "settings.md").read_text()
    examples = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (example,) = [example for example in examples if "[keys]" in example]
    home.mkdir()
    (home / "settings.toml").write_text(example)
    file = load_settings()
    keymap, faults = read_keymap(file)
    assert (*file.faults, *faults) == ()
    named = {toml_key(field.name) for field in fields(Settings)}
    hint = "the example in docs/settings.md has not the fields of play/settings.py: Settings"
    assert set(tomllib.loads(example)) == named, hint
    assert keymap.own


def test_the_page_of_settings_names_every_action():
    text = (Path(__file__).parents[3] / "docs" / "settings.md").read_text()
    listed = text[text.index("## Actions") :]
    assert {action for action in ACTIONS if f"`{action}`" not in listed} == set()
