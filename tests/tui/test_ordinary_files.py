"""Whatever a path leads to, nothing is waited for, and a closed folder ends no screen."""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_calls import call
from every_screen import OPENERS
from makachess.play.settings import Settings, offers
from makachess.tui.preferences import Preferences
from makachess.tui.screens.home import is_newcomer
from makachess.variants.catalogue import known_names, list_games
from sampling import sampled
from tui_harness import opened

NAMED = [
    ["moves", "{}.toml"],
    ["moves", "veteran", "--batch", "{}"],
    ["check", "{}"],
    ["convert", "{}", "--to", "text"],
    ["replay", "{}", "--plain"],
    ["play", "{}", "--plain"],
    ["play", "veteran", "--plain", "--model", "{}"],
    ["play", "veteran", "--plain", "--book", "{}"],
    ["match", "level:1", "level:2", "--variant", "veteran", "--openings", "{}"],
    ["match", "level:1", "level:2", "--variant", "veteran", "--resume", "--save", "{}"],
    ["host", "--folder", "tables", "add", "anna", "--key", "{}"],
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


ASKING = ("stat", "lstat", "listdir", "scandir", "open", "mkdir", "readlink", "unlink", "rename")


def close(monkeypatch: pytest.MonkeyPatch, closed: Path) -> None:
    """Let nothing below a folder be reached, nor the folder be read or written."""

    def guarded(real: Any) -> Any:
        def call(path: Any = ".", *rest: Any, **named: Any) -> Any:
            if not isinstance(path, int):
                whole = os.path.abspath(os.fspath(path))
                if closed in (Path(whole), *Path(whole).parents):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return real(path, *rest, **named)

        return call

    for name in ASKING:
        monkeypatch.setattr(os, name, guarded(getattr(os, name)))
    monkeypatch.setattr(builtins, "open", guarded(open))
    monkeypatch.setattr(io, "open", guarded(io.open))


def usual() -> object:
    return offers(Settings().engines)


@pytest.mark.parametrize("ask", [known_names, list_games, is_newcomer, Preferences, usual])
def test_what_is_asked_of_folders_has_an_answer_without_them(ask, monkeypatch, home):
    home.mkdir(exist_ok=True)
    close(monkeypatch, home)
    ask()


# All but the one that takes any key for its answer.
@pytest.mark.parametrize("name", sampled(sorted({*OPENERS} - {"key"}), ["home"]))
async def test_settings_open_over_every_screen_without_the_folders(name, monkeypatch, home):
    home.mkdir(exist_ok=True)
    close(monkeypatch, home)
    async with opened(OPENERS[name]) as hands:
        await hands.press("f9")
        await hands.sees("Settings")
