"""Reports of faults of our own: kept apart from everybody else's files, and never in their way."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest
from makachess.tui import report
from makachess.tui.report import KEPT, write_report


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(params=["a file", "nobody's"])
def unusable(home: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder in which nothing can be written."""
    if request.param == "a file":
        home.write_text("in the way")
    else:
        monkeypatch.setenv("MAKACHESS_HOME", "~nobody-of-this-name/games")


OTHERS = (
    "fault-of-mine.txt",
    "fault-20240101-000000-17.txt.orig",
    *(f"fault-2024010{day}-000000-{day}.txt" for day in range(1, 10)),
)


@pytest.mark.usefixtures("unusable")
def test_among_temporary_files_nothing_of_others_is_touched(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "KEPT", 1)
    for name in OTHERS:
        (temporary / name).write_text("another program's")
    written = [write_report(ValueError("of ours")) for _ in range(5)]
    assert len({*written}) == 5
    for path in written:
        assert path is not None
        assert path.parent == temporary
        assert "ValueError: of ours" in path.read_text()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {(temporary / name).read_text() for name in OTHERS} == {"another program's"}


@pytest.mark.usefixtures("unusable")
def test_nobody_can_lay_out_a_name_beforehand(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    precious = temporary.with_name("precious")
    precious.write_text("another program's")
    monkeypatch.setattr("makachess.tui.report.time.strftime", lambda _: "20260101-000000")
    guesses = [temporary / f"fault-20260101-000000{end}.txt" for end in ("", f"-{os.getpid()}")]
    for guess in guesses:
        guess.symlink_to(precious)
    assert write_report(ValueError("of ours")) not in guesses
    assert precious.read_text() == "another program's"


def test_no_more_than_the_last_are_kept(home: Path) -> None:
    for _ in range(KEPT + 5):
        write_report(ValueError("of ours"))
    assert len([*(home / "state").iterdir()]) == KEPT


def test_the_last_reports_are_kept_and_what_is_none_stays(home: Path, temporary: Path) -> None:
    state = home / "state"
    state.mkdir(parents=True)
    (state / "fault-of-mine.txt").write_text("another program's")
    (state / "fault-20230101-000000-folder.txt").mkdir()
    future = [state / f"fault-9999010{day}-000000-1.txt" for day in range(1, 10)]
    old = [state / f"fault-202401{day:02}-000000-1.txt" for day in range(1, 32)]
    for path in (*future, *old):
        path.write_text("a report")
    paths = [write_report(ValueError("of ours")) for _ in range(3)]
    assert paths[-1] is not None
    assert paths[-1].exists()
    assert all(path.exists() for path in future)
    assert list(temporary.iterdir()) == []
    assert (state / "fault-of-mine.txt").exists()
