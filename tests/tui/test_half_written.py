"""What `convert` and `recover` leave behind when they cannot go on: nothing half-written."""

from __future__ import annotations

import json
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


def test_json_of_a_damaged_file_is_not_begun(file: Path):
    result = call("convert", str(file), "--to", "json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"makachess: {file}:7:7: 'e4' ")


def test_json_of_a_good_file_is_one_value(file: Path):
    file.write_text(GOOD * 3)
    document = json.loads(call("convert", str(file), "--to", "json").stdout)
    assert [len(game["moves"]) for game in document["games"]] == [2, 2, 2]


@pytest.mark.parametrize("form", ["pgn", "fen", "text"])
def test_other_forms_end_with_a_whole_game(file: Path, form: str):
    result = call("convert", str(file), "--to", form)
    assert result.exit_code == 2
    file.write_text(GOOD)
    assert result.stdout == call("convert", str(file), "--to", form).stdout != ""


@pytest.mark.parametrize("form", FORMS)
def test_no_file_is_left_of_a_damaged_one(file: Path, form: str, tmp_path: Path):
    result = call("convert", str(file), "--to", form, "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


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
