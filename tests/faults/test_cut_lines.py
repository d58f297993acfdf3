"""Promise 9: when the line drops, the program and all that it has started end."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from external_programs import fake
from faults.playing import CLOSING, check_time, end, start
from processes import processes_of
from pty_harness import Terminal

LIMIT = 5.0  # seconds until nothing is left
PATIENCE = 60.0


def at_home(home: Path) -> Terminal:
    terminal = start(home)
    terminal.wait_for("New game")
    return terminal


def while_the_engine_thinks(home: Path) -> Terminal:
    slow = ("--level", "10", "--time", "300+0", "--book", "none")
    terminal = start(home, "play", "veteran", "--side", "black", *slow)
    terminal.wait_for("thinking")
    return terminal


def while_a_hint_is_sought(home: Path) -> Terminal:
    terminal = start(home, "play", "veteran", "--side", "both")
    terminal.wait_for("move 1 White to move")
    terminal.press("ctrl+g")
    terminal.wait_for("Looking for a good move")
    return terminal


def while_it_analyses(home: Path) -> Terminal:
    terminal = start(home, "play", "veteran", "--side", "both")
    terminal.wait_for("move 1 White to move")
    terminal.press("ctrl+e")
    terminal.wait_for(r"depth \d")
    return terminal


def while_a_program_thinks(home: Path) -> Terminal:
    command = fake("cecp", "sleepy")
    terminal = start(home, "play", "chess", "--side", "black", "--engine", command)
    terminal.wait_for("thinking")
    return terminal


@pytest.mark.cases(20, 1)
@pytest.mark.parametrize(
    "reach",
    [
        at_home,
        while_the_engine_thinks,
        while_a_hint_is_sought,
        while_it_analyses,
        while_a_program_thinks,
    ],
)
def test_a_cut_line_leaves_no_process(
    home: Path, reach: Callable[[Path], Terminal], seed: int
) -> None:
    with reach(home) as terminal:
        assert terminal.pid in processes_of(home)
        begun = time.monotonic()
        end(terminal, CLOSING)
        while (left := processes_of(home)) and time.monotonic() < begun + PATIENCE:
            time.sleep(0.05)
        taken = time.monotonic() - begun
        for pid in left:
            os.kill(pid, 9)
        assert not left
        check_time(taken, LIMIT)
