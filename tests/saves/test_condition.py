"""What is remembered of damaged files: until they change, and never at the cost of anything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from makachess.play.shelf import entries_of
from makachess.saves import Condition, Library
from makachess.saves.library import FILE

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


def test_a_file_that_was_written_again_in_the_same_size_is_sound(path: Path) -> None:
    Library(path.parent).resume(path)
    time = path.stat().st_mtime_ns + 1_000_000_000
    path.write_text(DAMAGED.replace("e9", "e5"))
    os.utime(path, ns=(time, time))
    assert conditions(path.parent) == [Condition.SOUND]


@pytest.mark.parametrize(
    "text", ["", "[]", "nonsense", '{"x": 3, "odd.pgn": [1, 2, "odd"]}', "[" * 100_000, "\x00"]
)
def test_a_list_with_anything_in_it_does_no_harm(text: str, path: Path) -> None:
    (path.parent / FILE).write_text(text)
    assert conditions(path.parent) == [Condition.SOUND]
    Library(path.parent).resume(path)
    assert conditions(path.parent) == [Condition.DAMAGED]


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
