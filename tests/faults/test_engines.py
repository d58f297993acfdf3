"""Promise 7: whatever an engine does, you can play on, and leave within a second."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest
from faults.playing import check_time, start, type_moves, wait_for_plies
from hostility import CASES, Case, end_escaped
from processes import processes_of
from pty_harness import Terminal

LEAVING = 1.0  # seconds
PATIENCE = 120.0  # seconds in which White must have moved, on a busy machine


def play_against(home: Path, case: Case) -> Terminal:
    """A game in which the engine has the first move; at this level it should think briefly."""
    command = case.command(home / "escaped")
    arguments = ("--side", "black", "--level", "1", "--engine", command)
    return start(home, "play", "chess", *arguments)


ORDER = random.Random(1).sample(CASES, len(CASES))
"""The case of each seed."""


def leave(terminal: Terminal, home: Path) -> float:
    """Leave, and look that nothing is left running; the seconds that leaving took."""
    terminal.press("ctrl+q")
    begun = time.monotonic()
    status = terminal.wait_exit()
    taken = time.monotonic() - begun
    assert status == 0, f"exit status {status}"
    escaped = end_escaped(home / "escaped")  # each time the engine is started, one more
    left = [pid for pid in processes_of(home) if pid not in escaped]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left
    return taken


@pytest.mark.cases(len(CASES), 6)
def test_leaving_at_any_time(home: Path, seed: int) -> None:
    with play_against(home, ORDER[seed]) as terminal:
        terminal.wait_for(r"move 1\b")
        stop = time.monotonic() + random.Random(seed).uniform(0, 1.5)
        while (rest := stop - time.monotonic()) > 0:
            terminal.read(rest)
        check_time(leave(terminal, home), LEAVING)


@pytest.mark.cases(len(CASES), 2)
def test_playing_on(home: Path, seed: int) -> None:
    """White moves, itself or by the built-in engine, or resigns; and the answer can be played."""
    with play_against(home, ORDER[seed]) as terminal:
        terminal.wait_for(r"move 1 Black to move|wins", patience=PATIENCE)
        if not terminal.said("wins"):
            type_moves(terminal, ["a7a6"])
            wait_for_plies(terminal, 2)
        leave(terminal, home)
