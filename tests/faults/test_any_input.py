"""Promise 4: whatever is typed, pasted, sent or given, the program does not end by it."""

from __future__ import annotations

import fcntl
import random
import struct
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from faults.playing import (
    check_time,
    moves_on_disk,
    random_moves,
    send,
    start_game,
    type_moves,
    wait_for_plies,
)
from pty_harness import Terminal, environment

BROKEN = 70  # the exit status after a fault of ours
LEAVING = b"\x11\x03"  # ^Q and ^C


def is_alive(terminal: Terminal) -> bool:
    """Whether the program still answers keys, after whatever was typed."""
    terminal.resize(30, 8)
    terminal.wait_for("This window is 30x8")
    return True


@pytest.mark.cases(200, 3)
def test_random_bytes(home: Path, seed: int) -> None:
    with start_game(home) as terminal:
        data = random.Random(seed).randbytes(500).translate(None, LEAVING)
        send(terminal, data)
        assert is_alive(terminal)


@pytest.mark.cases(20, 1)
@pytest.mark.parametrize("bracketed", [True, False], ids=["bracketed", "plain"])
def test_a_large_paste(home: Path, bracketed: bool, seed: int) -> None:
    with start_game(home) as terminal:
        chance = random.Random(seed)
        data = bytes(chance.choices(b"e2 e4\n\xe9\xff\x00abc", k=1_000_000))
        send(terminal, b"\x1b[200~" + data + b"\x1b[201~" if bracketed else data)
        assert is_alive(terminal)


def in_the_line(terminal: Terminal) -> None:
    """Before the program has begun, while the line still echoes."""


def in_one_cell(terminal: Terminal) -> None:
    """When keys are the app's, in a window that has always been so small."""
    terminal.wait_until(lambda: b"\x1b[?2004h" in terminal.output, "an app that reads keys")


def after_a_large_one(terminal: Terminal) -> None:
    """Once the app has been told to draw a window larger than any screen."""
    in_one_cell(terminal)
    for width, height in ((1, 65535), (65535, 1), (1, 1)):
        size = struct.pack("HHHH", height, width, 0, 0)
        fcntl.ioctl(terminal.descriptor, termios.TIOCSWINSZ, size)
        terminal.drain()


@pytest.mark.cases(20, 1)
@pytest.mark.parametrize("when", [in_the_line, in_one_cell, after_a_large_one])
def test_a_paste_without_an_end_in_one_cell(
    home: Path, when: Callable[[Terminal], None], seed: int
) -> None:
    env = environment(MAKACHESS_HOME=str(home))
    with Terminal("play", "chess", "--side", "both", width=1, height=1, env=env) as terminal:
        when(terminal)
        data = random.Random(seed).choice((b"x", b"e2e4\n", b"\x1b[20", b"\xe9"))
        send(terminal, b"\x1b[200~" + data * (100_000 // len(data)))
        began = time.monotonic()
        assert is_alive(terminal)
        check_time(time.monotonic() - began, 5.0)
        if when is not in_the_line:
            terminal.resize(80, 24)
            terminal.wait_for("Move: |That has [0-9,]+ characters")  # after a pause


@pytest.mark.cases(20, 1)
def test_a_fault_of_ours(home: Path, seed: int) -> None:
    """An exception that nobody expects: the game is on disk, and the report is where it says."""
    flag = home / "flag"
    typed = random_moves(seed, 4)
    with start_game(home, faults=[f"crash={flag}"]) as terminal:
        type_moves(terminal, typed[:3])
        wait_for_plies(terminal, 3)
        flag.touch()
        type_moves(terminal, typed[3:])
        assert terminal.wait_exit() == BROKEN
        assert b"Traceback" not in terminal.output
    assert moves_on_disk(home) == typed[:3]
