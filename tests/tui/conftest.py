"""Tests of the app keep their games in a folder of their own."""

from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import textual.app
import textual.pilot
import textual.screen
from makachess.play import record
from settling import settle
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.geometry import Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MAKACHESS_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> date:
    """The day on which all tests are run, whose puzzle is one of Veteran Chess."""
    day = date(2026, 11, 29)
    monkeypatch.setattr(record, "today", lambda: day)
    return day


@pytest.fixture(autouse=True)
def settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot go on as soon as the app has done what a key asked for.

    Most of its waiting was for the next of 60 pictures a second.
    """
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", settle)
    monkeypatch.setattr(textual.pilot.Pilot, "_wait_for_screen", settle)
    monkeypatch.setattr(textual.screen, "UPDATE_PERIOD", 0.001)


RULES: defaultdict[frozenset[tuple[str, str]], dict[Any, list[RuleSet]]] = defaultdict(dict)


@pytest.fixture(autouse=True)
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse the styles of a widget once for all apps, as one app does, not once for each."""
    begin, change = Stylesheet.__init__, Stylesheet.set_variables

    def share(sheet: Any) -> None:
        sheet._parse_cache = RULES[frozenset(sheet._variables.items())]

    def __init__(sheet: Any, *, variables: dict[str, str] | None = None) -> None:
        begin(sheet, variables=variables)
        share(sheet)

    def set_variables(sheet: Any, variables: dict[str, str]) -> None:
        sheet._parse_cache = {}  # to be cleared
        change(sheet, variables)
        share(sheet)

    monkeypatch.setattr(Stylesheet, "__init__", __init__)
    monkeypatch.setattr(Stylesheet, "set_variables", set_variables)


@pytest.fixture(autouse=True)
def punctual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a rest of a millisecond end on a busy machine: Textual leaves out a tick that is late."""
    run = Timer._run

    async def run_once_at_least(timer: Timer) -> None:
        timer._skip = timer._skip and timer._repeat != 0
        await run(timer)

    monkeypatch.setattr(Timer, "_run", run_once_at_least)


@pytest.fixture(autouse=True)
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare what is painted for no terminal; who reads the screen has it drawn if it changed."""
    draw, reflow, refresh = Compositor.render_strips, Compositor.reflow, Widget.refresh
    drawn: WeakKeyDictionary[Compositor, list[Strip]] = WeakKeyDictionary()

    def render_update(compositor: Compositor, **_options: object) -> None:
        compositor._dirty_regions.clear()

    def render_strips(compositor: Compositor, *size: Size | None) -> list[Strip]:
        if compositor not in drawn or any(size):
            drawn[compositor] = draw(compositor, *size)
        return [*drawn[compositor]]

    def reflow_anew(compositor: Compositor, *given: Any) -> Any:
        drawn.clear()
        return reflow(compositor, *given)

    def refresh_anew(widget: Widget, *regions: Any, **how: bool) -> Widget:
        drawn.clear()
        return refresh(widget, *regions, **how)

    monkeypatch.setattr(Compositor, "render_update", render_update)
    monkeypatch.setattr(Compositor, "render_strips", render_strips)
    monkeypatch.setattr(Compositor, "reflow", reflow_anew)
    monkeypatch.setattr(Widget, "refresh", refresh_anew)
