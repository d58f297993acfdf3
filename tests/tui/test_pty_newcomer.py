"""A story: a newcomer is welcomed, looks the Lion up, does its lesson, and plays Maka."""

import pytest
from makachess.variants import load
from pty_hand import Hand
from pty_harness import Terminal, environment

pytestmark = pytest.mark.terminal


def test_a_newcomer_learns_what_a_lion_does_and_plays(tmp_path):
    home = tmp_path / "home"
    env = environment(MAKACHESS_HOME=str(home))
    with Terminal(env=env) as terminal:
        terminal.wait_for("─ Welcome ─")
        terminal.press("escape")
        terminal.wait_gone("Welcome")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
    (home / "settings.toml").write_text("level = 1\nthinking-time = false\n")
    with Terminal(env=env) as terminal:
        terminal.wait_for("▌ New game")
        assert "Welcome" not in terminal.text
        look_the_lion_up(terminal)
        do_its_lesson(terminal)
        start_maka(terminal)
        look_up_what_stands_opposite(terminal)
        terminal.press("ctrl+q")
        terminal.wait_for("▌ Continue")
        terminal.press("enter")
        terminal.wait_for("1 Pj7")
        terminal.wait_for("move 2 White to move")


def look_the_lion_up(terminal):
    terminal.press("r", "enter")
    terminal.wait_for("type a name or words")
    terminal.wait_for("H. G. Muller's chess")
    terminal.press("lion")
    terminal.wait_for(r"▌ Lion \(Decimaka\)")
    terminal.press("down")
    terminal.wait_for("獅子/師子 +shishi")
    terminal.wait_for("Or takes a neighbour and makes one more")
    terminal.wait_for("Berserker")
    terminal.press("tab")
    terminal.wait_for("Space put a piece")
    terminal.press("escape")
    terminal.wait_for("▌ Rules and pieces")


def do_its_lesson(terminal):
    terminal.press("l")
    terminal.wait_for("▌ Lessons")
    terminal.press("enter")
    terminal.wait_for("▌ Veteran Chess +0 of 6")
    terminal.press(*["down"] * 6, "enter")
    terminal.wait_for("Straight ahead")
    for title in ("Spoils that", "The Lion jumps", "The Lion takes two"):
        terminal.press("ctrl+n")
        terminal.wait_for(title)
    terminal.press("j5l7=", "enter")
    terminal.wait_for("There was a second Pawn to be had")
    terminal.press("j5k6,k6l7=", "enter")
    terminal.wait_for("Solved!")
    terminal.press("escape")
    terminal.wait_for("▌ Maka Dai Dai Shogi +1 of 1")
    terminal.press("escape")
    terminal.wait_for("▌ Lessons")


def start_maka(terminal):
    terminal.press("n")
    terminal.wait_for("▌ New game")
    terminal.press("enter")
    terminal.wait_for("▌ Start")
    terminal.press("home")
    terminal.wait_for("▌ Game")

    def game() -> str:  # what is beside it may follow later
        return next(row[:38] for row in terminal.rows if "▌ Game" in row)

    while "< Maka Dai Dai Shogi >" not in game():
        before = game()
        terminal.press("left")
        terminal.wait_until(lambda row=before: game() != row, "another game")
    terminal.press("enter")
    terminal.wait_for("Maka Dai Dai Shogi +move 1 White to move")
    terminal.press("Pj7", "enter")
    terminal.wait_for("move 2 White to move")


def look_up_what_stands_opposite(terminal):
    Hand(terminal, load("maka")).go("j17")
    terminal.press("f3")
    terminal.wait_for("Rules and pieces of Maka Dai Dai Shogi")
    terminal.wait_for("Jumps to any square within two King")
    terminal.press("escape")
    terminal.wait_for("move 2 White to move")
