"""What is remembered of damaged files: until they change, and never at the cost of anything."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from makachess.play.shelf import entries_of
from makachess.saves import Condition, GameFileError, Library
from makachess.saves.library import FILE, Conditions
from makachess.saves.storage import stamp_of
from makachess.variants import load

DAMAGED = '[Variant "chess"]\n\n1. e4 e9 *\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A damaged file."""
    path = tmp_path / "odd.pgn"
    path.write_text(DAMAGED)
    return path


def conditions(folder: Path) -> list[Condition]:
    return [entry.condition for entry in Library(folder).entries()]


def test_a_damaged_file_is_known_once_it_was_opened(path: Path) -> None:
    assert conditions(path.parent) == [Condition.SOUND]
    Library(path.parent).resume(path)
    assert conditions(path.parent) == [Condition.DAMAGED]
    assert not list(Library(path.parent).unfinished())


def test_a_file_that_has_changed_is_sound_until_it_is_opened(path: Path) -> None:
    Library(path.parent).resume(path)
    path.write_text(DAMAGED.replace("e9", "e5 2. e4"))
    assert conditions(path.parent) == [Condition.SOUND]


def test_a_file_that_was_written_again_in_the_same_size_is_sound(path: Path) -> None:
    Library(path.parent).resume(path)
    time = path.stat().st_mtime_ns + 1_000_000_000
    path.write_text(DAMAGED.replace("e9", "e5"))
    os.utime(path, ns=(time, time))
    assert conditions(path.parent) == [Condition.SOUND]


def test_a_file_whose_rules_are_there_again_is_sound(path: Path) -> None:
    text = DAMAGED.replace("e9", "e5").replace('"chess"', '"mini"')
    path.write_text(text)
    library = Library(path.parent)
    with pytest.raises(GameFileError, match="Mini"):
        library.resume(path)
    assert conditions(path.parent) == [Condition.UNREADABLE]
    with patch("makachess.saves.builder.variant_of", lambda tags: load("chess")):
        library.resume(path)
    assert conditions(path.parent) == [Condition.SOUND]


def test_files_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).touch()
        Conditions(tmp_path).note(name, stamp_of(tmp_path / name), {1: Condition.DAMAGED})
        (tmp_path / name).unlink()
    assert '"a"' not in (tmp_path / FILE).read_text()


@pytest.mark.parametrize(
    "text", ["", "[]", "nonsense", '{"x": 3, "odd.pgn": [1, 2, "odd"]}', "[" * 100_000, "\x00"]
)
def test_a_list_with_anything_in_it_does_no_harm(text: str, path: Path) -> None:
    (path.parent / FILE).write_text(text)
    assert conditions(path.parent) == [Condition.SOUND]
    Library(path.parent).resume(path)
    assert conditions(path.parent) == [Condition.DAMAGED]


def test_a_list_that_cannot_be_written_does_no_harm(path: Path) -> None:
    (path.parent / FILE).mkdir()
    autosave, reading = Library(path.parent).resume(path)
    assert autosave.game.sans == ("e4",)
    assert reading.fault
    assert conditions(path.parent) == [Condition.SOUND]


def test_a_faulty_game_marks_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "several.pgn"
    path.write_text("1. e4 *\n\n1. e4 Ke4 *\n\n1. d4 *\n\n1. Ke4 *\n")
    library = Library(tmp_path)
    for number in (2, 1, 4, 3):
        library.resume(path, number)
    assert conditions(tmp_path) == [Condition.SOUND]
    assert [saved.path for saved in library.unfinished()] == [path]
    marked = [entry.condition for entry in entries_of(library.entry(path))]
    assert marked == [Condition.SOUND, Condition.DAMAGED] * 2
