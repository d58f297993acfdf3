"""Where games are kept if their folder cannot be written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from makachess.saves import fallback
from makachess.saves.fallback import fallback_folder


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that may be offered, the first one first."""
    home, current, temporary = (tmp_path / name for name in ("home", "current", "temporary"))
    for folder in (home, current, temporary):
        folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(current)
    monkeypatch.setattr(fallback.tempfile, "gettempdir", lambda: str(temporary))
    last = temporary / f"makachess-games-{os.getuid()}"
    return [home / "makachess-games", current / "makachess-games", last]


def spoil(folder: Path) -> None:
    folder.touch()


def test_the_first_folder_that_takes_files_is_offered_and_nothing_is_left_there(places):
    for place in places:
        assert fallback_folder(Path("games")) == place
        assert not place.exists()
        spoil(place)
    assert fallback_folder(Path("games")) is None


def test_a_folder_that_is_there_is_kept(places):
    places[0].mkdir()
    (places[0] / "mine.pgn").touch()
    assert fallback_folder(Path("games")) == places[0]
    assert os.listdir(places[0]) == ["mine.pgn"]


def test_somebody_elses_folder_is_not_taken_for_ones_own(places, tmp_path):
    for place in places[:2]:
        spoil(place)
    (tmp_path / "elsewhere").mkdir()
    places[2].symlink_to(tmp_path / "elsewhere")
    assert fallback_folder(Path("games")) is None
    places[2].unlink()
    places[2].mkdir()
    if os.getuid() == 0:
        os.chown(places[2], 65534, 65534)
        assert fallback_folder(Path("games")) is None
