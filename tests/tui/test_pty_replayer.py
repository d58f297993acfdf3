"""A replayer's story: tries moves in a game of a damaged file, and finds them again."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.saves import load_games
from pty_harness import Terminal, environment

pytestmark = pytest.mark.terminal

DAMAGED = """\
[Variant "veteran"]
[White "Anna"]
[Black "Bo"]

1. e4 e5 2. Ke4 Ke5 1-0

[Variant "veteran"]
[White "Cleo"]
[Black "Dirk"]

1. e4 e5 2. Nf3 Nc6 0-1

[Variant "veteran"]
[White "Emil"]

1. d4 *
"""
LEFT, TOP, CELL = 3, 0, (6, 3)  # of a board of 8x8 in 80x24


def click(terminal: Terminal, square: str) -> None:
    file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
    terminal.click(LEFT + file * CELL[0] + 2, TOP + (7 - rank) * CELL[1])


def test_a_replayer_tries_moves_in_a_game_of_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "three.pgn"
    file.write_text(DAMAGED)
    env = environment(MAKACHESS_HOME=str(tmp_path / "home"))
    with Terminal("replay", file.name, env=env, cwd=str(tmp_path)) as terminal:
        terminal.wait_for("0 of 2(?s:.*)game 1 of 3")
        terminal.wait_for("Anna")
        terminal.wait_for("three.pgn:5:13: 'Ke4'")
        terminal.press("]")
        terminal.wait_for("0 of 4(?s:.*)game 2 of 3")
        terminal.wait_for("Cleo")
        terminal.press("right")
        terminal.wait_for("game 2 of 3")
        terminal.press("c5", "enter")  # typed
        terminal.wait_for("three.pgn is damaged and stays as it is; your game")
        terminal.wait_for("2 of 2(?s:.*)variation")
        terminal.wait_for(r"  \(1\.\.\.c5\)")
        terminal.wait_for(r"now; 1\.\.\. c5 begins a variation")
        terminal.press("tab")  # by the cursor, which is on e3
        terminal.wait_for("The arrows move the cursor")
        terminal.press("right", "right", "down", "down", "enter")
        terminal.wait_for("Enter go  ?Esc back")
        terminal.press("up", "up", "left", "enter")
        terminal.wait_for("3 of 3(?s:.*)variation")
        terminal.wait_for(r"\(1\.\.\.c5 2\.Nf3\)")
        click(terminal, "d7")  # with the mouse
        terminal.wait_for("Pick where it goes|Pawn")
        click(terminal, "d6")
        terminal.wait_for("4 of 4(?s:.*)variation")
        terminal.wait_for(r"\(1\.\.\.c5 2\.Nf3 d6\)")
        terminal.press(";")
        terminal.wait_for("Comment:")
        terminal.press("an open Sicilian", "enter")
        terminal.wait_for("Comment saved")
        terminal.wait_for(r'2\.Nf3 d6"\)')
        terminal.press("ctrl+s")
        terminal.wait_for(r"Saved as")
        terminal.press("ctrl+q")
        terminal.wait_exit()
        assert terminal.status == 0
    assert file.read_text() == DAMAGED
    [saved] = (tmp_path / "home" / "games").glob("*.pgn")
    [game] = load_games(saved)
    assert game.sans == ("e4", "e5", "Nf3", "Nc6")
    assert game.result == "0-1"
    with Terminal("replay", str(saved), env=env) as terminal:
        terminal.wait_for("0 of 4")
        terminal.wait_for("Cleo")
        terminal.wait_for(r'\(1\.\.\.c5 2\.Nf3 d6"\)')
        terminal.press("right", "right", "(", "end")
        terminal.wait_for("4 of 4(?s:.*)variation")
        terminal.wait_for("an open Sicilian")
