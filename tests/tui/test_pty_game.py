"""The program in a real pseudo-terminal of 80x24, used as a person uses it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from makachess.core import Square
from makachess.tui.board import CellSize, Geometry
from pty_harness import COMMAND, Terminal, environment

BOARD = Geometry(8, 8, CellSize(6, 3))  # of 8x8 in 80x24
LEFT = 1  # its first column


def start(home: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, env=environment(MAKACHESS_HOME=str(home)))


def click(terminal: Terminal, *squares: str) -> None:
    """Click the middle of each square."""
    for name in squares:
        x, y = BOARD.corner(Square.parse(name))
        terminal.click(LEFT + x + BOARD.cell.width // 2, y + BOARD.cell.height // 2)


def test_moves_by_keys_mouse_and_text_then_resigning_and_replaying(tmp_path):
    with start(tmp_path, "play", "veteran", "--side", "both") as terminal:
        terminal.wait_for("move 1 White to move")
        terminal.press("enter", "up", "up", "enter")  # the cursor begins on e2
        terminal.wait_for("move 1 Black to move")
        click(terminal, "d7", "d5")
        terminal.wait_for("move 2 White to move")
        terminal.press("Nc3")
        column, row = terminal.find("Move: Nc3")
        # Input methods open their windows at the terminal's own cursor.
        end = column + len("Move: Nc3"), row
        terminal.wait_until(lambda: terminal.place == end, "the cursor behind it", quiet=True)
        terminal.press("enter")
        terminal.wait_for("move 2 Black to move")
        terminal.press("e6", "enter")
        terminal.wait_for("move 3 White to move")
        click(terminal, "c3", "d5")
        terminal.wait_for(r"Promote\?")
        terminal.press("M", "enter")
        terminal.wait_for("3 Nxd5=M")
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
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


@pytest.mark.slow
def test_a_dropped_line_ends_a_program_that_is_not_told_of_it(tmp_path):
    # Under nohup, and in some terminals, the signal does not come through.
    command = ["sh", "-c", 'trap \'\' HUP; exec "$0" "$@"', COMMAND]
    with Terminal(env=environment(MAKACHESS_HOME=str(tmp_path)), command=command) as terminal:
        terminal.wait_for("Quit")
        terminal.hang_up()
        assert terminal.status == 128 + signal.SIGHUP
