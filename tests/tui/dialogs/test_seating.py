"""Playing on: games that another program plays, programs that are not known here, who watches."""

from __future__ import annotations

import fcntl
import shlex
import sys
from pathlib import Path

import pytest
from makachess.play.session.opponents import Opponent
from makachess.play.session.setup import new_setup, resumed_setup
from makachess.play.settings import Settings, load_settings
from makachess.saves.locks import LOCK
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from tui_harness import Scripted, opened, playing


@pytest.fixture
def file(home: Path) -> Path:
    """A game of a person against a program of which only this file knows."""
    path = home / "games" / "game.pgn"
    path.parent.mkdir(parents=True)
    path.write_text(
        '[White "Player"]\n[Black "gambiter"]\n[WhiteType "human"]\n[BlackType "program"]\n'
        '[Variant "veteran"]\n[TimeControl "300+3"]\n\n1. e4 {[%clk 0:04:10]} *\n'
    )
    return path


def resuming(file: Path):
    return opened(lambda: GameScreen(resumed_setup(file, Settings())))


async def test_an_unknown_program_is_asked_about_before_anybody_thinks(file):
    async with resuming(file) as hands:
        await hands.sees("'gambiter' is not known here", "prompt")
        await hands.sees("4:10")
        assert not hands.screen.session.thinking
        assert hands.screen.session.clock.running is None


@pytest.mark.parametrize("answer", ['p "e5" enter', "b ctrl+u 1 enter"])
async def test_the_next_game_does_not_ask_again(file, answer):
    async with resuming(file) as hands:
        await hands.sees("not known here", "prompt")
        await hands.press(answer)
        await hands.until(lambda: len(hands.sans) == 2, "a reply")
        await hands.press("ctrl+r y ctrl+n")
        await hands.has_played()
        assert hands.screen.session.vacant is None
        await hands.sees_no("not known here", "prompt")


async def test_a_program_that_cannot_start_does_not_lend_its_name_to_its_stand_in():
    setup = new_setup(load("veteran"), "white", Opponent(1, "/no/such/gambiter", "gambiter"))
    async with opened(lambda: GameScreen(setup)) as hands:
        await hands.sees("Black gambiter")
        await hands.press('"e4" enter')
        await hands.until(lambda: len(hands.sans) == 2, "the stand-in's move")
        await hands.sees_no("Black gambiter")
        await hands.sees("Black makachess")
        assert hands.screen.session.game.tags["Black"] == "makachess level 1"


@pytest.mark.slow
async def test_a_game_that_another_program_plays_can_be_watched_or_copied(file):
    before = file.read_bytes()
    with open(file.with_name(f".{file.name}{LOCK}"), "ab") as held_elsewhere:
        fcntl.flock(held_elsewhere, fcntl.LOCK_EX)
        async with opened(HomeScreen) as hands:
            await hands.press("enter")
            await hands.sees("This game is open in another program")
            await hands.press("enter")
            await hands.sees("1 of 1")
            assert isinstance(hands.screen, ReplayScreen)
            await hands.press("ctrl+q")
            await hands.sees("▌ Continue")
            await hands.press("enter down enter")
            await hands.sees("not known here", "prompt")
            await hands.press('p "e5" enter')
            await hands.has_played("e4", "e5")
            await hands.press("ctrl+q")
            await hands.sees("▌ Continue")
    assert file.read_bytes() == before
    assert len(list(file.parent.glob("*.pgn"))) == 2


async def test_who_watches_is_told_so_whatever_is_typed():
    async with playing(new_setup(load("veteran"), "none"), Scripted("e4")) as hands:
        await hands.press('"gambit" enter')
        await hands.sees("'gambit' is not a command. You are watching: Enter stops", "prompt")
        await hands.sees_no("opponent")
        await hands.press("enter")
        await hands.press('"e4" enter')
        await hands.sees("You are watching: Enter continues the game", "prompt")


async def test_after_a_failure_it_says_how_to_go_on():
    class Failing(Scripted):
        async def _think(self, position, clock):
            raise ZeroDivisionError("oops")

    async with playing(new_setup(load("veteran"), "white"), Failing()) as hands:
        await hands.press('"e4" enter')
        await hands.sees("No move (Enter tries again)", "prompt")
        await hands.sees("stopped", "status")
        await hands.press('"e5" enter')
        await hands.sees("Enter asks again", "prompt")


FAKE = Path(__file__).parents[2] / "fake_engine.py"


@pytest.mark.slow
async def test_its_command_is_asked_for_and_remembered(file):
    command = shlex.join([sys.executable, str(FAKE), "cecp", "none"])
    async with resuming(file) as hands:
        await hands.sees("not known here", "prompt")
        await hands.press("c")
        await hands.sees("Command:", "prompt")
        await hands.pilot.press(*command, "enter")
        await hands.until(lambda: len(hands.sans) == 2, "the program's move")
    assert load_settings().settings.engines == {"gambiter": command}
    assert resumed_setup(file, load_settings().settings).engine == command
