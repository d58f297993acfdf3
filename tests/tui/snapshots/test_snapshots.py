"""Every screen in four sizes and three kinds of colour, against what it looked like before.

`make snapshots` takes what it looks like now; read the difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

import pytest
from every_screen import OPENERS
from makachess.play.session.setup import new_setup
from makachess.tui.screens.game import GameScreen
from makachess.variants import load
from rendering import describe, join, shots, split
from tui_harness import opened

GAME = """[Date "2026.01.31"]
[White "Anna"]
[Black "Computer, level 3"]
[Result "1-0"]
[Variant "veteran"]

1. Nc3 e6 2. e3 Le7 3. Nb5 g6 4. Nxc7=M# 1-0
"""
FOLDER = Path(__file__).parent / "screens"
# What is read after a screen has opened, or has been made so wide.
READY = {("saved games", 80): "1-0        7", ("saved games", 120): "1-0, 7 plies"}
RENEWED = "RENEW_SNAPSHOTS" in os.environ


def maka() -> GameScreen:
    return GameScreen(new_setup(load("maka"), "both"))


ALL = OPENERS | {"game of Maka": maka}


def path_of(name: str) -> Path:
    return FOLDER / f"{name.replace(',', '').replace(' ', '-').lower()}.txt"


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A terminal that shows all characters, and folders whose names are always the same."""
    for name in ("NO_COLOR", "COLORTERM", "COLORFGBG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("HOME", str(tmp_path))
    games = tmp_path / "home" / "games"
    games.mkdir(parents=True)
    (games / "anna.pgn").write_text(GAME)


@pytest.mark.parametrize("name", ALL)
async def test_a_screen_looks_as_it_did(name: str) -> None:
    drawn = await drawn_of(name, thorough=RENEWED)
    if RENEWED:
        FOLDER.mkdir(exist_ok=True)
        path_of(name).write_text(join(drawn), encoding="utf-8")
    compare(name, drawn)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
async def test_a_screen_looks_as_it_did_in_all_colours(name: str) -> None:
    compare(name, await drawn_of(name, thorough=True))


async def drawn_of(name: str, *, thorough: bool) -> dict[str, str]:
    """The screen, by size and kind of colour."""
    sections: dict[str, str] = {}
    async with opened(ALL[name], (80, 24)) as hands:
        for width in (80, 120):
            await hands.pilot.resize_terminal(width, 24)
            await hands.sees(READY.get((name, width), ""))
        plain: dict[tuple[int, int], list[str]] = {}
        async for shot in shots(hands, thorough=thorough):
            title, text = describe(shot, plain.get(shot.size))
            sections[title] = text
            plain.setdefault(shot.size, shot.rows)
    return sections


def compare(name: str, drawn: Mapping[str, str]) -> None:
    """Fail with the rows that differ."""
    kept = split(path_of(name).read_text(encoding="utf-8")) if path_of(name).exists() else {}
    found = [
        line
        for title, text in drawn.items()
        for line in unified_diff(
            kept.get(title, "").splitlines(), text.splitlines(), title, "now", lineterm="", n=1
        )
    ]
    if found:
        pytest.fail("\n".join([*found, "", "As it should be? Then: make snapshots"]), pytrace=False)


@pytest.mark.skipif(RENEWED, reason="other processes are still writing them")
def test_there_is_no_picture_of_a_screen_that_is_gone() -> None:
    assert {path_of(name) for name in ALL} == set(FOLDER.glob("*.txt"))
