"""A collector's story: one of 10,000 games is found, renamed, deleted and brought back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pty_harness import Terminal, environment

pytestmark = pytest.mark.terminal

COUNT = 10_000
USUAL = '[White "Anna"]\n[Black "Berta"]\n[Date "2020.01.01"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
RARE = USUAL.replace("Anna", "Zenobia").replace("e4 e5", "d4 d5 2. c4")


def fill(folder: Path) -> None:
    """Nearly all games are one file under many names, which takes a tenth of the time."""
    folder.mkdir(parents=True)
    (folder / "0.pgn").write_text(USUAL)
    for number in range(1, COUNT - 1):
        os.link(folder / "0.pgn", folder / f"{number}.pgn")
    (folder / "rare.pgn").write_text(RARE)


def test_a_collector_finds_renames_deletes_and_restores_one_of_many(tmp_path: Path) -> None:
    games = tmp_path / "games"
    fill(games)
    with Terminal(env=environment(MAKACHESS_HOME=str(tmp_path))) as terminal:
        terminal.wait_for("▌ New game")
        terminal.press("s")
        terminal.wait_for("▌ Saved games")
        terminal.press("enter")
        terminal.wait_for("10,000 games")
        terminal.wait_for("^ *Anna - Berta +1-0\\b.*\n +Chess, 2020-01-01 +2\\b")
        terminal.press("down")
        terminal.wait_until(lambda: terminal.rows[6].startswith(" ▌ Anna"), "a step")
        terminal.press("down")
        terminal.wait_until(lambda: terminal.rows[9].startswith(" ▌ Anna"), "another step")
        terminal.press("z")
        terminal.wait_for("1 of 10,000")
        terminal.wait_for("▌ Zenobia - Berta +1-0\\b.*\n.+Chess, 2020-01-01 +3\\b")
        terminal.press("enobia")
        terminal.wait_for("Find: zenobia")
        terminal.press("\x1bOQ")  # F2
        terminal.wait_for("Rename to: rare")
        terminal.press("ctrl+u", "queen's gambit", "enter")
        terminal.wait_for(r"Renamed to queen's gambit\.pgn")
        assert (games / "queen's gambit.pgn").read_text() == RARE
        terminal.press("\x1b[3~")  # Delete
        terminal.wait_for(r"Deleted queen's gambit\.pgn; \^Z brings it back")
        terminal.wait_for("0 of 9,999")
        assert not (games / "queen's gambit.pgn").exists()
        terminal.press("ctrl+z")
        terminal.wait_for(r"Brought back queen's gambit\.pgn")
        terminal.wait_for("▌ Zenobia - Berta")
        assert (games / "queen's gambit.pgn").read_text() == RARE
