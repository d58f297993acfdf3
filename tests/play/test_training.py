"""Exercises solved are remembered, whatever becomes of the file."""

import pytest
from makachess.play.exercises import Progress


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "progress.txt"


def test_what_is_solved_is_there_the_next_time(path):
    progress = Progress(path)
    assert not progress.is_solved("lessons", "maka/igui")
    assert progress.solve("lessons", "maka/igui") == ""
    again = Progress(path)
    assert again.is_solved("lessons", "maka/igui")
    assert not again.is_solved("puzzles", "maka/igui")
    assert (again.count("lessons"), again.count("puzzles")) == (1, 0)
    assert again.faults == []


def test_lines_not_understood_are_reported_and_kept(path):
    path.parent.mkdir()
    path.write_text("# mine\nsolved lessons maka/igui\nsolved\x1b[2J nonsense\n")
    progress = Progress(path)
    assert progress.is_solved("lessons", "maka/igui")
    (fault,) = progress.faults
    assert fault.startswith("progress.txt:3: not understood: ")
    assert "\x1b" not in fault
    progress.solve("lessons", "maka/pass")
    assert "nonsense" in path.read_text()
    assert "# mine" in path.read_text()
    assert Progress(path).count("lessons") == 2


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 100, b"solved " * 300_000])
def test_a_file_that_is_no_text_is_reported(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    progress = Progress(path)
    assert progress.faults
    assert progress.count("lessons") == 0
