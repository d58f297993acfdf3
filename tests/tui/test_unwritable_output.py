"""Standard output that cannot be written: one rule for every command."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from cli_calls import PROGRAM, every_command
from sampling import sampled

FULL = Path("/dev/full")
CLOSED_PIPE = 128 + signal.SIGPIPE
NOT_WRITTEN = 74

PROGRESS = re.compile(r"\d+/\d+ |.* saved$")  # lines that stderr has in any case

# What each command is asked for; those whose own output takes long share the rule by one's help.
CALLS = {
    "": ["--version"],
    "apply": ["veteran", "a2a3"],
    "convert": ["game.pgn", "--to", "pgn"],
    "engine": [],
    "doctor": [],
    "match": ["nodes:50", "nodes:50", "--games", "2", "--max-plies", "1"],
    "moves": ["veteran"],
    "perft": ["veteran", "1"],
    "pieces": ["veteran"],
    "play": ["veteran", "--plain"],
    "recover": ["game.pgn"],
    "replay": ["game.pgn", "--plain"],
    "review": ["game.pgn", "-o", "reviewed.pgn", "--nodes", "100"],
    "train": ["--help"],
    "variants": ["--verbose"],
    "variants new": ["mine", "--from", "veteran"],
    "variants page": ["veteran"],
}
SLOW = {"balance", "bench", "check", "host", "join", "serve"}


def run(name: str, stdout: int, folder: Path) -> tuple[int, str]:
    """Exit status and standard error of a command that writes to a descriptor."""
    (folder / "game.pgn").write_text("1. e4 e5 *\n")
    (folder / "mine.toml").write_text('from = "veteran"\n')
    done = subprocess.run(
        [*PROGRAM, *name.split(), *CALLS[name]],
        cwd=folder,
        input="uci\nquit\n" if name == "engine" else "a2a3\n" * 3,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"MAKACHESS_HOME": str(folder / "home")},
    )
    told = [line for line in done.stderr.splitlines() if not PROGRESS.match(line)]
    return done.returncode, "\n".join(told)


def test_every_command_is_asked():
    known = {"", *every_command()}
    others = {name for name in known if name.startswith(("train ", "host "))}
    assert known - set(CALLS) - SLOW == others
    assert set(CALLS) | SLOW <= known


SOME = sampled(CALLS, ["", "engine"])


@pytest.mark.parametrize("name", SOME)
def test_a_closed_pipe_ends_a_command_without_a_word(name: str, tmp_path: Path):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        status, told = run(name, writing, tmp_path)
    finally:
        os.close(writing)
    assert (status, told) == (CLOSED_PIPE, "")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("name", SOME)
def test_output_that_does_not_fit_is_told_in_one_line(name: str, tmp_path: Path):
    with FULL.open("w") as full:
        status, told = run(name, full.fileno(), tmp_path)
    assert told == "makachess: standard output cannot be written: No space left on device"
    assert status == NOT_WRITTEN
