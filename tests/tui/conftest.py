"""Tests of the app keep their games in a folder of their own."""

from pathlib import Path

import pytest
import textual.app
import textual.pilot
from settling import settle


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
