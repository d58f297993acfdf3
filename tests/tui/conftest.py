"""Tests of the app keep their games in a folder of their own."""

from pathlib import Path

import pytest
import textual.app
import textual.pilot
from settling import settle
from textual._compositor import Compositor


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MAKACHESS_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot go on as soon as the app has done what a key asked for."""
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", settle)


@pytest.fixture(autouse=True)
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare what is painted for no terminal; whoever reads the screen has all of it drawn."""

    def render_update(compositor: Compositor, **_options: object) -> None:
        compositor._dirty_regions.clear()

    monkeypatch.setattr(Compositor, "render_update", render_update)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never take a key for a whole answer because the machine was slow with the next one."""
    monkeypatch.setattr("makachess.tui.widgets.prompt.REST", 3600.0)


@pytest.fixture
def single_keys(unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a key for a whole answer at once, where nothing longer is typed."""
    monkeypatch.setattr("makachess.tui.widgets.prompt.REST", 0.01)
