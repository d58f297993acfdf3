"""Whatever a path that somebody names leads to, nothing is waited for."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_calls import call
from makachess.variants import files
from makachess.variants.files import open_file

NAMED = [
    ["moves", "{}.toml"],
    ["moves", "veteran", "--batch", "{}"],
    ["check", "{}"],
    ["check", "{}.toml"],
    ["convert", "{}", "--to", "text"],
    ["recover", "{}"],
    ["review", "{}", "-o", "reviews"],
    ["replay", "{}", "--plain"],
    ["play", "{}", "--plain"],
    ["play", "veteran", "--plain", "--model", "{}"],
    ["play", "veteran", "--plain", "--book", "{}"],
    ["bench", "veteran", "--model", "{}"],
    ["match", "level:1", "level:2", "--variant", "veteran", "--openings", "{}"],
    ["match", "level:1,model={}", "level:2", "--variant", "veteran"],
    ["match", "level:1,book={}", "level:2", "--variant", "veteran"],
    ["match", "level:1", "level:2", "--variant", "veteran", "--resume", "--save", "{}"],
    ["host", "--add", "anna", "--key", "{}", "--keys", "keys"],
]


def refused(command: list[str], path: Path) -> str:
    """What is said of a path, in one line."""
    result = call(*(word.replace("{}", str(path)) for word in command))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    return result.output


def silent_pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [silent_pipe, device, os.mkdir], ids=["pipe", "device", "folder"])
@pytest.mark.parametrize("command", NAMED, ids=" ".join)
def test_what_is_no_ordinary_file_is_refused_wherever_it_is_named(
    command: list[str],
    make: Callable[[Path], object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    trap = tmp_path / "trap.pgn"
    for name in (trap, tmp_path / "trap.pgn.toml"):
        make(name)
    told = refused(command, trap)
    assert "not an ordinary file" in told or "Is a directory" in told or "is a directory" in told


@pytest.fixture
def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that looks ordinary and has nothing to be read yet, like some of the kernel's."""
    path = tmp_path / "kmsg"
    os.mkfifo(path)
    monkeypatch.setattr(files, "_NOT_FILES", ())
    return path


def test_a_file_that_would_have_to_be_waited_for_is_refused(waiting: Path) -> None:
    writer = os.open(waiting, os.O_RDWR)
    try:
        with open_file(waiting) as file:
            for read in (file.read, file.readline, lambda: file.read(100)):
                with pytest.raises(OSError, match="without waiting") as told:
                    read()
                assert (told.value.errno, told.value.filename) == (errno.EAGAIN, str(waiting))
    finally:
        os.close(writer)
