"""Tests of play keep their games in a folder of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("MAKACHESS_HOME", str(folder))
    return folder
