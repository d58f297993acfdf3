"""Saving a game elsewhere by ^S."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from makachess.saves import load_games
from makachess.tui.output import short_path
from tui_harness import playing, two_people

WIDE = (200, 30)


@pytest.fixture(autouse=True)
def short(tmp_path, monkeypatch):
    """Paths below the test's folder are written from ~, however deep in the system it lies."""
    monkeypatch.setenv("HOME", str(tmp_path))


async def save_as(hands, name: str) -> None:
    await hands.press("ctrl+s ctrl+u")
    await hands.pilot.press(*name, "enter")


async def test_a_bare_name_goes_there_and_a_path_where_it_leads(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    async with playing(two_people(), size=WIDE) as hands:
        await save_as(hands, "mine.pgn")
        await hands.sees("Saved as ~/home/games/mine.pgn", "prompt")
        await save_as(hands, "./mine.pgn")
        await hands.sees("Saved as ~/here/mine.pgn", "prompt")
    assert os.listdir(tmp_path / "here") == ["mine.pgn"]


async def test_it_is_said_where_the_game_is_before_a_copy_is_saved():
    async with playing(two_people(), size=WIDE) as hands:
        await hands.press('"e4" enter ctrl+s')
        name = hands.screen.setup.autosave.path.name
        await hands.sees(f"Saved as {name}; ^S again saves a copy elsewhere", "prompt")
        await save_as(hands, "mine.pgn")
        await hands.sees("Saved as ~/home/games/mine.pgn", "prompt")


@pytest.mark.parametrize(("answer", "moves"), [("n", ("e4",)), ("y", ("e4", "e5"))])
async def test_saving_twice_asks_before_it_overwrites(tmp_path, monkeypatch, answer, moves):
    monkeypatch.chdir(tmp_path)
    async with playing(two_people(), size=WIDE) as hands:
        await hands.press('"e4" enter ctrl+s')
        await save_as(hands, "./mine.pgn")
        await hands.sees("Saved as", "prompt")
        await hands.press('"e5" enter')
        await save_as(hands, "./mine.pgn")
        await hands.sees("mine.pgn exists already. Overwrite it?", "prompt")
        await hands.press(answer)
        await hands.sees("Not saved" if answer == "n" else "Saved as", "prompt")
    assert load_games(tmp_path / "mine.pgn")[0].sans == moves


@pytest.mark.parametrize(
    ("name", "words", "role"),
    [
        ("", "Not saved", ""),
        ("/nowhere/x.pgn", "No such file", "alert"),
        ("~nobody-here/x", "Not saved", "alert"),
    ],
)
async def test_what_cannot_be_saved_is_told(name, words, role):
    async with playing(two_people(), size=WIDE) as hands:
        await save_as(hands, name)
        await hands.sees(words, "prompt")
        assert hands.screen.prompt.lines[0][0].role == role


def test_paths_outside_of_home_stay_whole(monkeypatch):
    monkeypatch.setenv("HOME", "/home/anna")
    assert short_path(Path("/srv/games/x.pgn")) == "/srv/games/x.pgn"
    assert short_path(Path("/home/anna/x.pgn")) == "~/x.pgn"
