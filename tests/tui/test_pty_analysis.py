"""Hints and analysis through a pseudo-terminal, with the real engine behind them."""

from __future__ import annotations

import pytest
from makachess.core import Square
from makachess.tui.board.geometry import CellSize
from makachess.variants import load
from pty_hand import Eye
from pty_harness import Char, Terminal, environment

CELL = CellSize(6, 3)  # of a board of 8x8 in 80x24
FORK = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"
MATE = "rnb1kbnr/pppplp1p/4p1p1/1N6/8/4P3/PPPP1PPP/R1BLKBNR w KQkq - 6 4"  # found at once


@pytest.fixture
def env(tmp_path):
    return environment(MAKACHESS_HOME=str(tmp_path))


def start(env, fen: str) -> Terminal:
    return Terminal("play", "veteran", "--side", "both", "--fen", fen, env=env)


def looks_of(terminal: Terminal, square: str) -> list[Char]:
    """What a square looks like, with its colours, once all that was written has been read."""
    terminal.drain()
    x, y = Eye(terminal, load("veteran"), CELL).corner(Square.parse(square))
    across, down = range(x, x + CELL.width), range(y, y + CELL.height)
    chars = [terminal.char_at(column, row) for row in down for column in across]
    return [char._replace(ink="") if char.text == " " else char for char in chars]


def test_a_hint_is_marked_and_explained(env):
    with start(env, FORK) as terminal:
        terminal.wait_for("White to move")
        plain = looks_of(terminal, "d5")
        terminal.press("ctrl+g")
        terminal.wait_for("Hint: Nxd5=M - wins the Pawn; the Knight becomes a Mounted Veteran")
        terminal.wait_until(lambda: looks_of(terminal, "d5") != plain, "a mark on d5")


@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}, {"TERM": "xterm"}])
def test_a_hint_is_asked_for_by_key_or_word_in_any_colours_and_put_away(env, colour):
    with start(env | colour, MATE) as terminal:
        terminal.wait_for("White to move")
        plain = looks_of(terminal, "c7")
        for keys in (["ctrl+g"], ["hint", "enter"]):
            terminal.press(*keys)
            terminal.wait_for("Hint: Nxc7=M#")
            terminal.wait_until(lambda: looks_of(terminal, "c7") != plain, "a mark on c7")
            if colour:
                terminal.find(r"\( ▛▜ \)")
            terminal.press("escape")
            terminal.wait_until(lambda: looks_of(terminal, "c7") == plain, "no mark on c7")
            terminal.wait_gone("Hint:")


def test_analysis_beside_the_largest_board_and_off_again(env):
    with Terminal("play", "maka", "--side", "both", env=env) as terminal:

        def bar() -> str:
            return "".join(row[:1] for row in terminal.rows[2:20])

        terminal.wait_for("White to move")
        terminal.find(r"Queen")
        terminal.press("ctrl+e")
        terminal.wait_for(r"depth \d+")
        terminal.wait_until(
            lambda: sum(row[61:].strip().startswith(("+", "-")) for row in terminal.rows) == 3,
            "three lines",
        )
        terminal.wait_until(lambda: "█" in bar(), "the chances")
        terminal.press("ctrl+e")
        terminal.wait_until(lambda: not bar().strip(), "no chances")
        terminal.find(r"Queen")
