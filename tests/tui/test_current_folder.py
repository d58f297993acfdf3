"""What lies in the folder that one stands in is neither run nor read, unless it was named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import PROGRAM, every_command
from planted import Planted
from pty_harness import COMMAND, Terminal, environment
from sampling import sampled

BRIEF = ["--games", "2", "--nodes", "10", "--processes", "1", "--work", "{files}"]
# What each command is asked for, so that it starts whatever it starts; named files lie elsewhere.
CALLS = {
    "apply": ["veteran", "a2a3"],
    "balance": ["chess", "--games", "1", "--nodes", "10"],
    "bench": ["--help"],
    "check": ["{files}/mine.toml"],
    "convert": ["{files}/game.pgn", "--to", "pgn"],
    "doctor": [],
    "engine": [],
    "host": ["--socket", "{files}/t.sock", "--folder", "{files}/tables", "--idle-exit", "1"],
    "join": ["--socket", "{files}/t.sock", "--status"],
    "match": ["nodes:50", "nodes:50", "--games", "2", "--max-plies", "2"],
    "moves": ["veteran"],
    "perft": ["veteran", "1"],
    "pieces": ["veteran"],
    "play": ["veteran", "--plain", "--level", "1"],
    "recover": ["{files}/game.pgn"],
    "replay": ["{files}/game.pgn", "--plain"],
    "review": ["{files}/game.pgn", "-o", "{files}/reviewed.pgn", "--nodes", "100"],
    "serve": ["--help"],  # what it starts is in test_serving
    "train all": ["--help"],  # its steps, one after the other
    "train play": ["chess", *BRIEF],
    "train fit": ["chess", "--work", "{files}"],
    "train net": ["chess", "--work", "{files}"],
    "train verify": ["chess", *BRIEF, "--new", "{files}/no-model"],
    "train book": ["chess", "--positions", "2", *BRIEF[2:], "--out", "{files}/book"],
    "train puzzles": ["--help"],  # which plays long games
    "variants": ["--verbose"],
    "variants new": ["mine", "--from", "veteran"],
    "variants page": ["veteran"],
}
# Without games to learn from, or NumPy, these go no further than to say so.
REFUSED = {name for name in CALLS if name.startswith("train ")}
WORKERS = {"balance", "match", "review", "train play"}  # start processes
SPOKEN = {"engine": "uci\nposition startpos\ngo nodes 1\nquit\n", "play": "quit\n"}

BEGINNING = ("re", "makachess.tui.program")  # what a program that pip installs imports first


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    files = tmp_path / "files"
    files.mkdir()
    (files / "game.pgn").write_text("1. e4 e5 *\n")
    (files / "mine.toml").write_text('extends = "veteran"\n')
    folder = Planted(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(folder.watching))
    return folder


def command(planted: Planted, name: str) -> list[str]:
    files = planted.folder.parent / "files"
    return [*PROGRAM, *name.split(), *(text.format(files=files) for text in CALLS[name])]


def test_every_command_is_asked():
    known = {name for name in every_command() if not name.startswith("host ")}
    assert set(CALLS) == known - {"train"}  # which is `train all`


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(CALLS, {"match"}))
def test_no_command_touches_what_lies_in_the_current_folder(name, planted):
    options = {"cwd": planted.folder, "text": True, "stderr": subprocess.PIPE}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command(planted, name), **options, **pipes) as process:
        _, told = process.communicate(SPOKEN.get(name, ""))
    assert planted.touched == []
    assert len(planted.begun) > (name in WORKERS)
    assert name in REFUSED or process.returncode == 0, told


@pytest.mark.slow
@pytest.mark.parametrize("unnamed", sampled([":", "::{0}", "{0}:"], ["::{0}"]))
def test_an_empty_entry_of_the_path_is_no_folder(unnamed, tmp_path, monkeypatch):
    """By the time the program begins Python itself has imported some modules from there."""
    listed = f"import sys, {', '.join(BEGINNING)}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True)
    planted = Planted(tmp_path, but=[*loaded.stdout.split(), "sitecustomize"])
    monkeypatch.setenv("PYTHONPATH", unnamed.format(planted.watching))
    call = [COMMAND, "balance", "chess", "--games", "1", "--nodes", "10"]
    done = subprocess.run(call, cwd=planted.folder, capture_output=True, text=True)
    assert (done.returncode, planted.ran) == (0, []), done.stderr


@pytest.mark.slow
def test_an_engine_of_the_current_folder_is_no_program_of_the_path(planted, monkeypatch):
    monkeypatch.setenv("PATH", f":.:{os.environ['PATH']}")
    call = [*PROGRAM, "match", "nodes:50", "planted-engine", "--games", "1"]
    done = subprocess.run(call, cwd=planted.folder, capture_output=True, text=True)
    assert (done.returncode, planted.touched) == (2, [])
    assert "no such program" in done.stderr


@pytest.mark.slow
def test_the_host_that_tables_begin_touches_nothing_of_the_current_folder(planted, home):
    home.mkdir()
    env = environment(MAKACHESS_HOME=str(home))
    with Terminal(command=PROGRAM, cwd=str(planted.folder), env=env) as terminal:
        terminal.wait_for("Tables")
        terminal.press("t", "enter")
        terminal.wait_for("There are no tables yet")
        terminal.press("ctrl+q")
    assert any("host" in words for words in planted.begun)
    assert planted.touched == []
