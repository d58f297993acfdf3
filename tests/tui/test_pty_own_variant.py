"""A game of one's own, from its file to the end: played, saved, replayed, matched and served."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_calls import call
from makachess.variants import load_file, relative_names, rules_digest
from pty_harness import Terminal, environment

pytestmark = pytest.mark.terminal

MINI = """
extends = "veteran"
title = "Mini Veteran"
summary = "Veteran Chess on a small board."
files = 6
ranks = 6
start = "rnlkbr/pppppp/6/6/PPPPPP/RNLKBR w - - 0 1"

[pieces.P]
betza = "fmWfcF"
"""
SAFE = ("a3", "b3")  # whatever Black replies, both can be played and the game goes on


@pytest.fixture(autouse=True)
def mini(home: Path) -> None:
    """Puts `mini.toml` among the variants."""
    (home / "variants").mkdir(parents=True)
    (home / "variants" / "mini.toml").write_text(MINI)


def start(home: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, env=environment(MAKACHESS_HOME=str(home)))


def run(*arguments: str) -> str:
    """What a command prints that ends well."""
    result = call(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def reply(terminal: Terminal, number: int) -> str | None:
    """Black's move with a number, from the list beside the board."""
    found = re.search(rf"^.*\b{number} \S+ +([a-zA-Z]\S+)", terminal.text, re.MULTILINE)
    return found[1] if found else None


def play_on_screen(terminal: Terminal, *sans: str) -> None:
    """Make some moves by typing them, each as soon as the one before it has been answered."""
    for number, san in enumerate(sans, start=1):
        terminal.press(san, "enter")
        terminal.wait_for(rf"move {number + 1} White to move")
        terminal.wait_until(lambda n=number: reply(terminal, n) is not None, f"reply {number}")


def test_a_game_of_ones_own_from_the_file_to_the_end(home):
    variant = load_file(home / "variants" / "mini.toml")
    with start(home) as terminal:
        terminal.wait_for("▌ New game")
        terminal.press("enter")
        terminal.wait_for("▌ Start")
        terminal.press("home", *["left"] * (1 + len(relative_names())))  # before the relatives
        terminal.wait_for("Mini Veteran")
        terminal.wait_for("Opponent +< level 3 >")
        terminal.press(*["down"] * 4)
        terminal.wait_for("▌ Start")
        terminal.press("enter")
        terminal.wait_for("Mini Veteran move 1 White to move")
        play_on_screen(terminal, *SAFE)
        terminal.press("ctrl+r")
        terminal.wait_for(r"Resign\?")
        terminal.press("y")
        terminal.wait_for("White resigned: Black wins")
        terminal.press("ctrl+q")
        terminal.wait_for("New game")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0

    (file,) = (home / "games").glob("*_mini_*.pgn")
    assert '[Variant "mini"]' in file.read_text()
    assert f'[RulesDigest "{rules_digest(variant)}"]' in file.read_text()
    assert '[Black "makachess level 3"]' in file.read_text()
    assert run("check", str(file)) == ""
    with start(home, "replay", str(file)) as terminal:
        terminal.wait_for(r"0 of 4\b")
        terminal.press("end")
        terminal.wait_for(r"4 of 4\b")
        terminal.wait_for("White resigned: Black wins")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


def test_a_game_by_path_says_that_it_cannot_be_read_again(home, tmp_path):
    path = tmp_path / "other.toml"
    path.write_text(MINI)
    with start(home, "play", str(path), "--level", "1") as terminal:
        terminal.wait_for("move 1 White to move")
        terminal.wait_for("it cannot be read again: 'other' is not")
        terminal.press("b3", "enter")
        terminal.wait_for("move 2 White to move")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
    (file,) = (home / "games").glob("*.pgn")
    folder = str(home / "variants")
    wanted = f"'other' is not among your variants (put other.toml into {folder!r})"
    assert wanted in call("check", str(file)).stderr
    path.rename(home / "variants" / "other.toml")
    assert run("check", str(file)) == ""
