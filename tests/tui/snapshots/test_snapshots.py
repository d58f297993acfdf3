"""Every screen fits every window, and looks in two sizes and three kinds of colour as it did.

`RENEW_SNAPSHOTS=1 .venv/bin/pytest tests/tui/snapshots`, or `make snapshots`, takes what it looks
like now; read the difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from difflib import unified_diff
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import makachess.tui
import pytest
from every_screen import OPENERS
from fitting import assert_fits, through_all_sizes
from makachess.play.session.setup import new_setup
from makachess.tui.lists import Menu
from makachess.tui.preferences import Waits
from makachess.tui.screens.base import PageScreen
from makachess.tui.screens.game import GameScreen
from makachess.variants import load
from rendering import MODES, Shot, describe, join, show_in, split, styles, take
from sampling import sampled
from textual.screen import Screen
from tui_harness import UNHURRIED, Hands, opened

GAME = """[Date "2026.01.31"]
[White "Anna"]
[Black "Computer, level 3"]
[Result "1-0"]
[Variant "veteran"]

1. Nc3 e6 2. e3 Le7 3. Nb5 g6 4. Nxc7=M# 1-0
"""
FOLDER = Path(__file__).parent / "screens"
# What is read after a screen has opened, or has been made so wide.
READY = {("saved games", width): "1-0, 7 plies" for width in (80, 120, 200, 300)}
READY |= {("training", width): "Take a Pawn with your Veteran." for width in (80, 120, 200, 300)}
READY |= {("home", width): "Black to move: mate in 2." for width in (80, 120, 200, 300)}
# Keys that leave a screen as it was, where a step down and one up do not.
THERE_AND_BACK = {"exercise": "up down", "key": ""}
FIRST = (80, 24)
LEAST = (40, 12)  # of which there is no picture
SIZES = (LEAST, FIRST, (120, 40))
# Screens that others show as well, which are laid out alike.
ALIKE = ("open a table", "practice", "finished games")
# In the first size, and only what is not the same: NO_COLOR mostly looks as 16 colours do.
FEWER_COLOURS = ("16 colours", "NO_COLOR")
STILL = replace(UNHURRIED, rest=3600.0)
TOO_SMALL = ((20, 5), (1, 1))
RENEWED = "RENEW_SNAPSHOTS" in os.environ
RENEW = "RENEW_SNAPSHOTS=1 .venv/bin/pytest tests/tui/snapshots"  # however it is installed
unless_renewed = pytest.mark.skipif(RENEWED, reason="other processes are still writing them")


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


def assert_margins(hands: Hands) -> None:
    """The title of a page and its list stand where they do on all others."""
    if isinstance(page := hands.screen, PageScreen):
        titles = [title for title in page.query("#title, #banner") if title.display]
        assert {title.region.offset for title in titles} <= {(2, 0)}
        assert {menu.region.x for menu in page.query(Menu) if menu.display} <= {1}


@pytest.mark.parametrize("name", ALL)
async def test_a_screen_fits_and_looks_as_it_did(name: str) -> None:
    drawn: dict[str, str] = {}
    async with opened(ALL[name], FIRST, waits=waits_of(name)) as hands:
        await is_ready(hands, name)
        await hands.press(THERE_AND_BACK.get(name, "down up"))
        assert_margins(hands)
        before = hands.rows
        for size in SIZES:
            await hands.pilot.resize_terminal(*size)
            await is_ready(hands, name)
            assert_fits(hands)
            if size != LEAST and (size == FIRST or name not in ALIKE):
                shot = take(hands)
                drawn[titled(shot)] = describe(shot)
        await hands.pilot.resize_terminal(*FIRST)
        assert hands.rows == before
        for mode in FEWER_COLOURS:
            show_in(hands.pilot.app, MODES[mode])
            await hands.pilot.pause()
            shot = take(hands)
            text = describe(shot, before)
            if text not in drawn.values():
                drawn[titled(shot)] = text
    if RENEWED:
        FOLDER.mkdir(exist_ok=True)
        path_of(name).write_text(join(drawn), encoding="utf-8")
    compare(name, drawn)


@pytest.mark.parametrize("name", sampled(ALL, ["game"], slow=("home", "saved games")))
async def test_a_screen_fits_every_size_and_comes_back(name: str) -> None:
    async with opened(ALL[name], FIRST, waits=waits_of(name)) as hands:
        await is_ready(hands, name)
        keys = THERE_AND_BACK.get(name, "down up")
        await through_all_sizes(hands, keys, lambda: is_ready(hands, name))
        before = hands.rows
        for size in TOO_SMALL:
            await hands.pilot.resize_terminal(*size)
            assert hands.rows[0] in ("This window is 20x5;", "…")
        await hands.pilot.resize_terminal(*FIRST)
        assert hands.rows == before


def titled(shot: Shot) -> str:
    width, height = shot.size
    return f"{width}x{height}, {shot.mode}"


def waits_of(name: str) -> Waits:
    """Nothing follows a key, unless it is waited for."""
    return UNHURRIED if name == "saved games" else STILL


async def is_ready(hands: Hands, name: str) -> None:
    """Wait for what is read after a screen has opened, or has been made wider."""
    if words := READY.get((name, hands.pilot.app.size.width)):
        await hands.sees(words)


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
        pytest.fail("\n".join([*found, "", f"As it should be? Then: {RENEW}"]), pytrace=False)


@unless_renewed
def test_there_is_no_picture_of_a_screen_that_is_gone() -> None:
    assert {path_of(name) for name in ALL} == set(FOLDER.glob("*.txt"))


@unless_renewed
@pytest.mark.parametrize("mode", FEWER_COLOURS)
async def test_a_terminal_of_few_colours_gets_what_the_snapshots_show(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("makachess.tui.colors._colors_of", lambda term: 16)
    monkeypatch.setenv(*{"16 colours": ("TERM", "xterm-16color")}.get(mode, ("NO_COLOR", "1")))
    async with opened(ALL["game"], FIRST, waits=STILL) as hands:
        await hands.press("down up")
        shot = take(hands)
    kept = split(path_of("game").read_text(encoding="utf-8"))[f"80x24, {mode}"].splitlines()
    at = kept.index("--- styles")
    assert kept[at:] == list(styles(shot))
    for row in kept[:at]:
        number, _, text = row.partition("|")
        assert shot.rows[int(number) - 1] == text


async def test_there_is_a_snapshot_of_every_screen() -> None:
    async with opened(OPENERS["home"]):
        shown = {type(opener()) for opener in OPENERS.values()}
    assert all_screens() <= shown


def all_screens() -> set[type[Screen[Any]]]:
    """The screens of the app, without those that are only what others have in common."""
    for module in walk_packages(makachess.tui.__path__, "makachess.tui."):
        import_module(module.name)
    classes, found = [Screen], set()
    while classes:
        children = classes.pop().__subclasses__()
        classes += children
        found |= {one for one in children if one.__module__.startswith("makachess.")}
    return {one for one in found if not set(one.__subclasses__()) & found}
