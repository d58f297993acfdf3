"""Reports of faults of our own: kept apart from everybody else's files, and never in their way."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest
from makachess.tui.report import KEPT, write_report


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("unusable", ["a file", "nobody's"])
def test_among_temporary_files_nothing_of_others_is_touched(
    unusable: str, home: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the data folder cannot be written; and nobody can lay out a name beforehand."""
    home.write_text("in the way")
    if unusable == "nobody's":
        monkeypatch.setenv("MAKACHESS_HOME", "~nobody-of-this-name/games")
    precious = temporary.with_name("precious")
    precious.write_text("another program's")
    monkeypatch.setattr("makachess.tui.report.time.strftime", lambda _: "20260101-000000")
    guesses = [temporary / f"fault-20260101-000000{end}.txt" for end in ("", f"-{os.getpid()}")]
    for guess in guesses:
        guess.symlink_to(precious)
    written = {write_report(ValueError("of ours")) for _ in range(KEPT + 5)}
    assert len(written) == KEPT + 5
    for path in written:
        assert path is not None
        assert path.parent == temporary
        assert "ValueError: of ours" in path.read_text()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert all(guess.is_symlink() for guess in guesses)
    assert precious.read_text() == "another program's"


def test_the_last_reports_are_kept_and_what_is_none_stays(home: Path, temporary: Path) -> None:
    state = home / "state"
    state.mkdir(parents=True)
    (state / "fault-of-mine.txt").write_text("another program's")
    future = [state / f"fault-9999010{day}-000000-1.txt" for day in range(1, 10)]
    old = [state / f"fault-202401{day:02}-000000-1.txt" for day in range(1, 32)]
    for path in (*future, *old):
        path.write_text("a report")
    last = write_report(ValueError("of ours"))
    assert last is not None
    assert last.exists()
    assert all(path.exists() for path in future)
    assert list(temporary.iterdir()) == []
    assert len([*state.glob("fault-[0-9]*")]) == KEPT
    assert (state / "fault-of-mine.txt").exists()
