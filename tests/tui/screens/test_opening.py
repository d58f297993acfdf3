"""What is asked before a damaged game is played on, and what the home screen offers after it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from makachess.play.settings import Settings
from makachess.saves import Library
from makachess.saves.storage import replace_text
from makachess.tui.screens import replay
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.opening import elsewhere_screen, read_setup, screen_of
from tui_harness import Hands, opened

TAGS = '[Variant "chess"]\n[White "Player"]\n[WhiteType "human"]\n'
WHOLE = f"{TAGS}\n1. d4 d5 *\n"
DAMAGED = f"{TAGS}\n1. e4 e5 2. a1=N,a2a3K *\n"
UNREADABLE = '[Variant "nosuch"]\n[WhiteType "human"]\n\n1. e4 *\n'


def keep(name: str, text: str, age: int = 0) -> Path:
    """Put a file into the folder of games."""
    path = Library().folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_a_damaged_game_is_played_on_only_after_a_question(size):
    path = keep("odd.pgn", DAMAGED)
    async with opened(HomeScreen, size) as hands:
        await hands.press("enter")
        await hands.sees("A damaged game")
        await hands.sees("'odd.pgn' is damaged: line 5")
        await hands.press("enter")
        await hands.has_played("e4", "e5")
        await hands.press('"f1c4" enter')
        await hands.has_played("e4", "e5", "Bc4")
    assert path.read_text() == DAMAGED
    (new,) = set(path.parent.glob("*.pgn")) - {path}
    assert "2. Bc4" in new.read_text()


async def test_a_damaged_game_says_what_is_wrong_and_what_will_happen():
    keep("odd.pgn", DAMAGED.replace("2. a1", "(1... e9) 2. a1"))
    async with opened(HomeScreen, (120, 40)) as hands:
        await hands.press("enter")
        await hands.sees("line 5, column 16: 'e9' is not")
        await hands.sees("; 1 more fault")
        await hands.sees(
            "as far as ply 2. If you play on, the game goes on from there in a new file"
        )
        await hands.press("down enter")
        await hands.sees("2 of 2", "status")


@pytest.mark.slow
async def test_a_damaged_game_that_was_left_is_not_offered_again():
    keep("whole.pgn", WHOLE, age=1)
    keep("odd.pgn", DAMAGED)
    async with opened(HomeScreen) as hands:
        await hands.press("enter")
        await hands.sees("A damaged game")
        await hands.press("escape enter")
        await hands.has_played("d4", "d5")
        await hands.press("ctrl+q s enter")
        await hands.sees("damaged")
        await hands.press("home enter")
        await hands.sees("A damaged game")


async def test_a_game_that_cannot_be_opened_makes_room_for_the_next():
    keep("whole.pgn", WHOLE, age=1)
    keep("odd.pgn", UNREADABLE)
    async with opened(HomeScreen, (200, 24)) as hands:
        await hands.press("enter")
        await hands.sees("this is a game of Nosuch, which is not played here", "prompt")
        await hands.until(lambda: hands.screen._last.path.name == "whole.pgn", "the next game")
        await hands.press("enter")
        await hands.has_played("d4", "d5")


async def test_back_leaves_the_app_where_the_question_is_its_only_screen():
    path = keep("odd.pgn", DAMAGED)
    async with opened(lambda: screen_of(read_setup(path, Settings()), path)) as hands:
        await hands.sees("▌ Play on")
        await hands.press("end enter")
        await hands.until(lambda: not hands.pilot.app.is_running, "the end of the app")


async def test_a_style_that_is_not_known_is_told_of_with_the_first_reply(home):
    home.mkdir()
    (home / "settings.toml").write_text("thinking-time = false\n")
    black = '[Black "makachess level 1"]\n[BlackStyle "odd"]\n'
    keep("styled.pgn", TAGS + black + "\n1. d4 *\n")
    async with opened(HomeScreen, (120, 40)) as hands:
        await hands.press("enter")
        await hands.sees("Played on in the balanced style: 'odd' is not a style", "prompt")
        assert len(hands.sans) == 2


@pytest.fixture
async def watched(monkeypatch):
    """The file of a game of two moves, and the screen on which it is watched."""
    monkeypatch.setattr(replay, "FOLLOWING", 0.05)  # later than what the pilot waits for
    path = keep("a.pgn", WHOLE)
    async with opened(lambda: elsewhere_screen(path, "It is open")) as hands:
        await hands.press("enter")
        await hands.sees("2 of 2", "status")
        yield path, hands


def put(path: Path, moves: str) -> None:
    """Write the file as the program does that plays it."""
    replace_text(path, f"{TAGS}\n1. {moves}\n")


async def look(hands: Hands) -> None:
    """Let the screen look at the file once more."""
    hands.screen.call_next(hands.screen._follow)
    await hands.pilot.pause()


async def test_a_game_that_is_watched_is_followed_to_its_end(watched):
    path, hands = watched
    put(path, "d4 d5 2. c4 *")
    await hands.sees("3 of 3", "status")
    path.write_text("")  # as a program does that writes it bit by bit
    await look(hands)
    assert hands.screen.game.node.ply == 3
    put(path, "d4 d5 2. c4 dxc4 3. e4 0-1")
    await hands.sees("5 of 5", "status")


async def test_who_looks_back_meanwhile_stays_there(watched):
    path, hands = watched
    await hands.press("left")
    await hands.sees("1 of 2", "status")
    put(path, "d4 d5 2. c4 *")
    await hands.sees("1 of 3", "status")
    await hands.press("end")
    await hands.sees("3 of 3", "status")


async def test_moves_taken_back_are_gone_when_watched_too(watched):
    path, hands = watched
    put(path, "d4 *")
    await hands.sees("1 of 1", "status")


async def test_a_comment_that_is_typed_is_not_lost_to_what_is_played(watched):
    path, hands = watched
    await hands.press("semicolon")
    await hands.sees("Comment:", "prompt")
    put(path, "d4 d5 2. c4 *")
    await look(hands)
    await hands.press('"why" enter')
    await hands.until(lambda: hands.screen.game.node.comments == ["why"], "the comment")
    assert "2. c4" in path.read_text()
    assert "why" not in path.read_text()
