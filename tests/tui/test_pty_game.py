"""The program in a real pseudo-terminal of 80x24, used as a person uses it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from makachess.core import Position, Square
from makachess.tui.board.geometry import CellSize
from makachess.variants import load
from pty_hand import Eye, Hand
from pty_harness import COMMAND, Terminal, environment

VETERAN = load("veteran")
CELL = CellSize(6, 3)  # of a board of 8x8 in 80x24


def start(home: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, env=environment(MAKACHESS_HOME=str(home)))


def look(terminal: Terminal) -> Eye:
    return Eye(terminal, VETERAN, CELL)


def by_keys(terminal: Terminal, *squares: str) -> None:
    """Go to each square with the arrow keys, and pick it with Enter."""
    hand, eye = Hand(terminal, VETERAN), look(terminal)
    terminal.wait_until(lambda: eye.cursor() is not None, "the cursor")
    hand.stands_on(eye.cursor())
    for name in squares:
        hand.go(name)
        square = Square.parse(name)
        terminal.wait_until(lambda at=square: eye.has_cursor(at), f"the cursor on {name}")
        terminal.press("enter")


def by_mouse(terminal: Terminal, *squares: str) -> None:
    for name in squares:
        look(terminal).click(Square.parse(name))


def wait_for_pieces(terminal: Terminal, *sans: str) -> None:
    """Wait until the board shows the pieces as they stand after some moves."""
    position = Position(VETERAN)
    for san in sans:
        position.push(position.parse(san))
    pieces, eye = {str(at): piece for at, piece in position.pieces().items()}, look(terminal)
    terminal.wait_until(lambda: eye.pieces() == pieces, f"the pieces of {position.fen()}")


def test_moves_by_keys_mouse_and_text_then_resigning_and_replaying(tmp_path):
    moves = ("e4", "d5", "Nc3", "e6", "Nxd5=M")
    with start(tmp_path, "play", "veteran", "--side", "both") as terminal:
        terminal.wait_for("move 1 White to move")
        by_keys(terminal, "e2", "e4")
        terminal.wait_for("move 1 Black to move")
        by_mouse(terminal, "d7", "d5")
        terminal.wait_for("move 2 White to move")
        terminal.press("Nc3", "enter")
        terminal.wait_for("move 2 Black to move")
        by_keys(terminal, "e7", "e6")
        terminal.wait_for("move 3 White to move")
        by_mouse(terminal, "c3", "d5")
        terminal.wait_for(r"Promote\?")
        terminal.press("M", "enter")
        terminal.wait_for("move 3 Black to move")
        wait_for_pieces(terminal, *moves)
        terminal.press("ctrl+r")
        terminal.wait_for(r"Resign\?")
        terminal.press("y")
        terminal.wait_for("Black resigned: White wins")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
    (file,) = (tmp_path / "games").glob("*.pgn")
    with start(tmp_path, "replay", str(file)) as terminal:
        terminal.wait_for(r"0 of 5\b")
        terminal.press("right")
        terminal.wait_for(r"1 of 5\b")
        terminal.press("end")
        terminal.wait_for("Black resigned: White wins")
        wait_for_pieces(terminal, *moves)
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


@pytest.mark.terminal
def test_a_dropped_line_ends_a_program_that_is_not_told_of_it(tmp_path):
    # Under nohup, and in some terminals, the signal does not come through.
    command = ["sh", "-c", 'trap \'\' HUP; exec "$0" "$@"', COMMAND]
    with Terminal(env=environment(MAKACHESS_HOME=str(tmp_path)), command=command) as terminal:
        terminal.wait_for("Quit")
        terminal.hang_up()
        assert terminal.status == 128 + signal.SIGHUP
