"""The moves that Devingt Chess alone has, entered by keys in a terminal of 80x24."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.tui.board.geometry import CellSize
from makachess.variants import load
from pty_hand import Eye, Hand
from pty_harness import Terminal, environment

DEVINGT = load("devingt")
CELL = CellSize(5, 2)  # of its board in 80x24
CASTLING = "2k7/10/10/10/10/10/10/10/10/R3K4R w KQ - 0 10"
FREED_ROOK = "1P8/9k/10/5b4/10/7R2/10/10/10/RKQ1NNBBSS b - - 0 30"
FREED_MATE = "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 30"
ONE_KNIGHT_TWO_PAWNS = "1P1P6/9k/10/5b4/10/7N2/10/10/10/RKQRN1BBSS b - - 0 30"


def start(home: Path, *arguments: str) -> Terminal:
    """A game of two people."""
    arguments = ("play", "devingt", "--side", "both", *arguments)
    terminal = Terminal(*arguments, env=environment(MAKACHESS_HOME=str(home)))
    terminal.wait_for("(White|Black) to move")
    return terminal


def test_a_first_move_of_three_pawns(tmp_path):
    with start(tmp_path) as terminal:
        hand = Hand(terminal, DEVINGT)
        hand.pick("g2", "g3")
        terminal.wait_for("Pick g3 again to end the move, or another Pawn to step")
        hand.pick("b2", "b3")
        terminal.wait_for("Now pick another Pawn to step")
        hand.pick("e2", "e3")
        terminal.wait_for("1 b3,e3,g3")
        terminal.wait_for("Black to move")


def test_a_first_move_ends_after_any_step_and_goes_back_one_step_at_a_time(tmp_path):
    with start(tmp_path) as terminal:
        hand = Hand(terminal, DEVINGT)
        hand.pick("g2", "g4", "b2")
        terminal.wait_for("Pick where it goes")
        terminal.press("escape")
        hand.go("a4")
        terminal.wait_for("Pick g4 again to end the move")
        hand.pick("g4")
        terminal.wait_for("1 g4$")


@pytest.mark.parametrize(("goal", "rook"), [("h1", "g1"), ("b1", "c1")])
def test_the_longer_castling(tmp_path, goal, rook):
    with start(tmp_path, "--fen", CASTLING) as terminal:
        Hand(terminal, DEVINGT).pick("e1", goal)
        terminal.wait_for(f"10 K{goal}")
        pieces = Eye(terminal, DEVINGT, CELL).pieces()
        assert (pieces.get(goal), pieces.get(rook)) == ("K", "R")


def test_a_delayed_promotion_is_chosen_before_the_move(tmp_path):
    with start(tmp_path, "--fen", ONE_KNIGHT_TWO_PAWNS) as terminal:
        hand = Hand(terminal, DEVINGT)
        hand.pick("f7", "h5")
        terminal.wait_for("A waiting Pawn becomes:.*b10=N")
        terminal.press("d", "enter")
        terminal.wait_for("d10=N: now make your move")
        terminal.press("escape")  # and asked again
        terminal.wait_for("A waiting Pawn becomes:")
        terminal.press("right", "enter")
        terminal.wait_for("d10=N: now make your move")
        hand.pick("e1", "d3")
        terminal.wait_for("d10=N,N.*d3")
        terminal.wait_for("Black to move")


def test_a_promotion_that_happens_of_itself_is_told_in_words(tmp_path):
    with start(tmp_path, "--fen", FREED_ROOK) as terminal:
        Hand(terminal, DEVINGT).pick("f7", "h5")
        terminal.wait_for("The Pawn on b10 becomes a Rook: a Rook has been captured")
        terminal.wait_for("reserve -")


def test_a_promotion_that_mates_is_told_in_words(tmp_path):
    with start(tmp_path, "--fen", FREED_MATE) as terminal:
        Hand(terminal, DEVINGT).pick("i6", "h5")
        terminal.wait_for("Checkmate: White wins")
        terminal.wait_for("The Pawn on b10 becomes a Rook, which is mate")
