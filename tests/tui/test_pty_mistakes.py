"""A story: a player loses a short game, reviews it, and learns from the mistake that lost it."""

from pathlib import Path

import pytest
from pty_harness import Terminal, environment

pytestmark = pytest.mark.terminal

EQUAL = "r5k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1"  # as long as the Rook guards the first rank


def test_a_player_learns_from_a_game_that_was_lost(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("thinking-time = false\n")
    env = environment(MAKACHESS_HOME=str(tmp_path))
    game = ("play", "chess", "--side", "white", "--level", "10", "--fen", EQUAL)
    with Terminal(*game, env=env) as terminal:
        lose(terminal)
        review(terminal)
        find_a_better_move(terminal)
        keep_it(terminal)
        terminal.press("ctrl+q")
        terminal.wait_for("─ You lost")
        terminal.wait_for("Accuracy: W ")
        terminal.wait_for(r"Turning point: 1\. Rb7\?\?")
        terminal.press("ctrl+q")
        terminal.wait_exit()
    with Terminal(env=env) as terminal:
        solve_it_again(terminal)


def lose(terminal: Terminal) -> None:
    terminal.wait_for("move 1 White to move")
    terminal.press("Rb7", "enter")
    terminal.wait_for("1 Rb7 +Ra1")
    terminal.press("Rb1", "enter")
    terminal.wait_for("─ You lost")
    terminal.wait_for("Checkmate: Black wins")
    terminal.wait_for(r"Alt\+N rematch")
    terminal.wait_for(r"\^O review")
    terminal.wait_for(r"\^N new game")


def review(terminal: Terminal) -> None:
    terminal.press("ctrl+o")
    terminal.wait_for("< shows the key moments")
    terminal.wait_for(r"W \d+%  0\?! 0\? 1\?\?")
    terminal.wait_for(r"B 100%  0\?! 0\? 0\?\?")
    terminal.press("<")
    terminal.wait_for(r"1\. Rb7\?\?")
    terminal.wait_for("Blunder")
    terminal.wait_for("key moment 1 of 1")


def find_a_better_move(terminal: Terminal) -> None:
    terminal.press("ctrl+r")
    terminal.wait_for("Mistakes of White")
    terminal.wait_for("Find a better move than")
    terminal.press("Rb8", "enter")
    terminal.wait_for(r"Rb8\+ is a blunder: it allows Rxb8")
    terminal.press("h3", "enter")
    terminal.wait_for("Solved!")


def keep_it(terminal: Terminal) -> None:
    terminal.press("ctrl+s")
    terminal.wait_for("It is kept in Puzzles")
    terminal.press("escape")
    terminal.wait_for("key moment 1 of 1")


def solve_it_again(terminal: Terminal) -> None:
    terminal.wait_for("▌ ")
    terminal.press("p")
    terminal.wait_for("▌ Puzzles")
    terminal.press("enter")
    terminal.wait_for("▌ My mistakes +1 of 1")
    terminal.press("enter")
    terminal.wait_for("1 of 1, solved")
    terminal.press("Rb7", "enter")
    terminal.wait_for("That is the move that was")
    terminal.press("h3", "enter")
    terminal.wait_for("Solved!")
    terminal.press("escape")
    terminal.wait_for("▌ My mistakes +1 of 1")
