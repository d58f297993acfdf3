"""A folder that cannot be entered, or is gone, ends no screen."""

from __future__ import annotations

import builtins
import errno
import io
import os
from pathlib import Path
from typing import Any

import pytest
from every_screen import OPENERS
from makachess.play.settings import Settings, offers
from makachess.tui.preferences import Preferences
from makachess.tui.screens.home import is_newcomer
from makachess.variants.catalogue import known_names, list_games
from sampling import sampled
from tui_harness import opened

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


@pytest.mark.parametrize("name", sampled(OPENERS, ["home"]))
async def test_settings_open_over_every_screen_without_the_folders(name, monkeypatch, home):
    home.mkdir(exist_ok=True)
    close(monkeypatch, home)
    async with opened(OPENERS[name]) as hands:
        await hands.press("f9")
        await hands.sees("Settings")
