"""Hints and analysis through a pseudo-terminal, with the real engine behind them."""

from __future__ import annotations

import pytest
from pty_harness import Terminal, environment

FORK = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"


@pytest.fixture
def env(tmp_path):
    return environment(MAKACHESS_HOME=str(tmp_path))


@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}, {"TERM": "xterm"}])
def test_a_hint_is_marked_and_explained_in_any_colours(env, colour):
    with Terminal("play", "veteran", "--side", "both", "--fen", FORK, env=env | colour) as terminal:
        terminal.wait_for("White to move")
        for keys in (["ctrl+g"], ["hint", "enter"]):
            terminal.press(*keys)
            terminal.wait_for("Hint: Nxd5=M - wins the Pawn; the Knight becomes a Mounted Veteran")
            terminal.find(r"\( p \)")
            terminal.press("escape")
            terminal.wait_gone(r"\( p \)")
            terminal.wait_gone("Hint:")


def test_analysis_beside_the_largest_board_and_off_again(env):
    with Terminal("play", "maka", "--side", "both", env=env) as terminal:
        terminal.wait_for("White to move")
        terminal.find(r"Queen")
        terminal.press("ctrl+e")
        terminal.wait_for(r"depth \d+")
        terminal.wait_until(
            lambda: sum(row[61:].strip().startswith(("+", "-")) for row in terminal.rows) == 3,
            "three lines",
        )
        terminal.find("W █+░+ B$")
        terminal.press("ctrl+e")
        terminal.wait_gone("░")
        terminal.find(r"Queen")
