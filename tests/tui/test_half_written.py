"""What `convert` leaves behind of a file with a damaged game: whole games, in whole files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_calls import call
from makachess.tui.output import deliver

GOOD = '[Event "a"]\n\n1. e4 e5 *\n\n'
BAD = '[Event "b"]\n\n1. e4 e4 *\n'
FORMS = ("pgn", "fen", "text", "json")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bad.pgn"
    path.write_text(GOOD + BAD)
    return path


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_game_is_told_and_left_out(file: Path, form: str, tmp_path: Path):
    path = tmp_path / "out"
    for result in (
        call("convert", str(file), "--to", form),
        call("convert", str(file), "--to", form, "-o", str(path)),
    ):
        assert result.exit_code == 2
        assert f"{file}:7:7: 'e4' " in result.stderr
    file.write_text(GOOD)
    assert path.read_text() == call("convert", str(file), "--to", form).stdout != ""


def test_a_file_has_its_name_when_it_is_whole(tmp_path: Path):
    """Whoever is killed while writing leaves no part of a file under the name asked for."""
    path = tmp_path / "out"

    def pieces() -> Iterator[str]:
        yield "a" * 100_000
        assert not path.exists()
        yield "b"

    deliver(pieces(), path)
    assert path.read_text() == "a" * 100_000 + "b"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_has_come_meanwhile_is_kept(tmp_path: Path):
    path = tmp_path / "out"

    def pieces() -> Iterator[str]:
        path.write_text("mine")
        yield "theirs"

    with pytest.raises(Exception, match=r"exists already$"):
        deliver(pieces(), path)
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]
