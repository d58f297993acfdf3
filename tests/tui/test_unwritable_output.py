"""Standard output that cannot be written: one rule for every command."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from cli_calls import PROGRAM
from sampling import mostly_slow

FULL = Path("/dev/full")
CLOSED_PIPE = 128 + signal.SIGPIPE
NOT_WRITTEN = 74


# What commands are asked for that print, deliver a file, talk, and speak a protocol.
CALLS = {
    "": ["--version"],
    "convert": ["game.pgn", "--to", "pgn"],
    "engine": [],
    "play": ["veteran", "--plain"],
}


def run(name: str, stdout: int, folder: Path) -> tuple[int, str]:
    """Exit status and standard error of a command that writes to a descriptor."""
    (folder / "game.pgn").write_text("1. e4 e5 *\n")
    done = subprocess.run(
        [*PROGRAM, *name.split(), *CALLS[name]],
        cwd=folder,
        input="uci\nquit\n" if name == "engine" else "a2a3\n" * 3,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"MAKACHESS_HOME": str(folder / "home")},
    )
    return done.returncode, done.stderr.rstrip("\n")


@pytest.mark.parametrize("name", mostly_slow(CALLS, ("convert", "play")))
def test_a_closed_pipe_ends_a_command_without_a_word(name: str, tmp_path: Path):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        status, told = run(name, writing, tmp_path)
    finally:
        os.close(writing)
    assert (status, told) == (CLOSED_PIPE, "")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("name", mostly_slow(CALLS, ("convert", "play")))
def test_output_that_does_not_fit_is_told_in_one_line(name: str, tmp_path: Path):
    with FULL.open("w") as full:
        status, told = run(name, full.fileno(), tmp_path)
    assert told == "makachess: standard output cannot be written: No space left on device"
    assert status == NOT_WRITTEN
