"""The special moves of the large shogi games, entered by keys in a terminal of 80x24."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.variants import load
from pty_hand import Hand
from pty_harness import Terminal, environment

MACADAMIA = load("macadamia")
LION = "6k6/13/13/13/6p6/5p7/4L!8/13/13/13/13/13/6K6 w"
G9 = 22, 4  # column and row on the screen
EMPEROR = "6k6/13/13/5g7/6p6/13/13/13/13/2+K10/13/13/13 w"


def start(home: Path, fen: str) -> Terminal:
    """A game of two people from a position."""
    arguments = ("play", "macadamia", "--side", "both", "--fen", fen)
    terminal = Terminal(*arguments, env=environment(MAKACHESS_HOME=str(home)))
    terminal.wait_for("White to move")
    return terminal


def test_a_lion_captures_twice_in_one_move(tmp_path):
    with start(tmp_path, LION) as terminal:
        hand = Hand(terminal, MACADAMIA)
        hand.pick("e7", "f8")
        terminal.wait_for("end the move here, or go on")
        hand.go("g9")
        terminal.wait_for("xPx")  # the first victim is marked before the move is made
        terminal.wait_for("Lion takes Pawn on g9")
        terminal.press("enter")
        terminal.wait_for(r"L! stays Lion")
        terminal.press("l", "enter")
        terminal.wait_for(r"1 L!xf8xg9")
        terminal.wait_for("Black to move")


def test_a_lion_captures_without_moving(tmp_path):
    with start(tmp_path, LION) as terminal:
        hand = Hand(terminal, MACADAMIA)
        hand.pick("e7", "f8", "e7")
        terminal.wait_for("becomes Berserker")
        terminal.press("l", "enter")
        terminal.wait_for(r"1 L!xf8-e7")


def test_a_step_is_taken_back_with_escape(tmp_path):
    with start(tmp_path, LION) as terminal:
        hand = Hand(terminal, MACADAMIA)
        hand.pick("e7", "f8")
        terminal.wait_for("end the move here, or go on")
        terminal.press("escape")
        terminal.wait_for("Lion takes Pawn on f8")
        hand.pick("d6")
        terminal.wait_for("1 L!d6")


def test_a_lion_passes_on_its_own_square(tmp_path):
    with start(tmp_path, LION) as terminal:
        hand = Hand(terminal, MACADAMIA)
        hand.pick("e7")
        terminal.wait_for("Pick the Lion again to pass")
        hand.go("e4")
        terminal.wait_for("its own square to pass")
        hand.pick("e7")
        terminal.wait_for("-- pass")
        terminal.press("enter")
        terminal.wait_for("1 L!e7--")
        terminal.wait_for("Black to move")


@pytest.mark.parametrize("by_mouse", [False, True])
def test_an_emperor_is_refused_a_protected_piece_and_told_by_whom(tmp_path, by_mouse):
    with start(tmp_path, EMPEROR) as terminal:
        hand = Hand(terminal, MACADAMIA)
        hand.pick("c4")
        terminal.wait_for(r"Emperor \+K")
        if by_mouse:
            terminal.click(*G9)
        else:
            hand.pick("g9")
        terminal.wait_for("The Pawn on g9 is protected by the Gold on f10")
        terminal.press("+Kxg9", "enter")
        terminal.wait_for(r"'\+Kxg9' is not possible: the Pawn on g9 is protected by the Gold")


def test_royals_in_danger_and_two_royals_are_told(tmp_path):
    fen = "2r3k6/13/13/5+e7/13/13/13/13/13/2K10/13/13/13 w"
    with start(tmp_path, fen) as terminal:
        terminal.wait_for("White's King is in danger")
        terminal.wait_for("Prince, King")
        hand = Hand(terminal, MACADAMIA)
        hand.pick("c4", "d4")
        terminal.wait_for("Black has two royals: Prince, King")
        assert "danger" not in terminal.rows[0]
