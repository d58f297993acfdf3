"""What lies in the folder that one stands in is neither run nor read, unless it was named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import PROGRAM
from planted import Planted
from pty_harness import COMMAND, Terminal, environment
from sampling import sampled

# It starts processes of its own.
WORKING = ("match", "nodes:50", "nodes:50", "--games", "2", "--max-plies", "2")
BEGINNING = ("re", "makachess.tui.program")  # what a program that pip installs imports first


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    folder = Planted(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(folder.watching))
    return folder


@pytest.mark.slow
def test_no_process_of_a_command_touches_what_lies_in_the_current_folder(planted):
    call = [*PROGRAM, *WORKING]
    done = subprocess.run(call, cwd=planted.folder, capture_output=True, text=True)
    assert (done.returncode, planted.touched) == (0, []), done.stderr
    assert len(planted.begun) > 1


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
