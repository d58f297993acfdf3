"""Files of games are renamed, deleted and brought back; none is lost on the way."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from makachess.play import keeping
from makachess.saves import GameLock, Library, LockedError, SavedGame, SaveError
from makachess.saves import locks as module
from makachess.saves.library import FOLDER, MOST_EXPIRED, Trash


def keep(folder: Path, name: str, text: str = "1. e4 *\n") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def rename(path: Path, name: str) -> Path:
    return keeping.rename(SavedGame(path, 0.0, {}), name)


@contextmanager
def open_elsewhere(path: Path):
    """As another program holds it: the system tells files opened twice apart."""
    with open(module._lock_file(path), "w") as file:
        module.fcntl.flock(file, module.fcntl.LOCK_EX)
        file.write("4711 elsewhere 1700000000\n")
        file.flush()
        yield


def test_what_is_deleted_can_be_brought_back_by_another_program(tmp_path: Path) -> None:
    path = keep(tmp_path, "a.pgn")
    Trash(tmp_path).put(path)
    assert not path.exists()
    assert Library(tmp_path).entries() == []
    assert len(Trash(tmp_path)) == 1
    assert Trash(tmp_path).restore() == path
    assert path.read_text() == "1. e4 *\n"
    assert os.listdir(tmp_path / FOLDER) == []


def test_the_last_deletion_is_undone_first(tmp_path: Path) -> None:
    for text in ("1. e4 *\n", "1. d4 *\n", "1. c4 *\n"):
        Trash(tmp_path).put(keep(tmp_path, "a.pgn", text))
    keep(tmp_path, "a.pgn", "mine")
    restored = [Trash(tmp_path).restore() for _ in range(4)]
    assert [path and path.name for path in restored] == ["a-2.pgn", "a-3.pgn", "a-4.pgn", None]
    texts = [(tmp_path / name).read_text() for name in ("a.pgn", "a-2.pgn", "a-3.pgn", "a-4.pgn")]
    assert texts == ["mine", "1. c4 *\n", "1. d4 *\n", "1. e4 *\n"]


@pytest.mark.parametrize(
    "do", [lambda path: Trash(path.parent).put(path), lambda p: rename(p, "b")]
)
def test_a_game_that_is_open_stays_where_it_is(do, tmp_path: Path) -> None:
    path = keep(tmp_path, "a.pgn")
    with open_elsewhere(path), pytest.raises(LockedError, match="process 4711 on elsewhere since"):
        do(path)
    lock = GameLock(path)
    with pytest.raises(LockedError, match="open in this program"):
        do(path)
    lock.release()
    assert [p.name for p in tmp_path.iterdir() if not p.name.startswith(".")] == ["a.pgn"]
    do(path)
    assert not path.exists()
    assert not list(tmp_path.glob("*.lock"))


def test_renaming_takes_nobodys_name(tmp_path: Path) -> None:
    path, other = keep(tmp_path, "a.pgn"), keep(tmp_path, "b.pgn", "mine")
    with pytest.raises(SaveError, match=r"there is a file 'b\.pgn' already"):
        rename(path, "b.pgn")
    assert (path.read_text(), other.read_text()) == ("1. e4 *\n", "mine")
    assert rename(path, "a.pgn") == path
    assert rename(path, "c.pgn").read_text() == "1. e4 *\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["b.pgn", "c.pgn"]


def delete(folder: Path, *names: str) -> Trash:
    trash = Trash(folder)
    for name in names:
        trash.put(keep(folder, name, f"{name}\n"))
    return trash


def test_any_deleted_file_can_be_brought_back(tmp_path: Path) -> None:
    trash = delete(tmp_path, "a.pgn", "b.pgn", "c.pgn")
    found = trash.contents()
    assert [(one.path.name, one.size) for one in found] == [
        ("c.pgn", 6),
        ("b.pgn", 6),
        ("a.pgn", 6),
    ]
    assert trash.restore(found[1]) == tmp_path / "b.pgn"
    assert [one.path.name for one in trash.contents()] == ["c.pgn", "a.pgn"]
    with pytest.raises(SaveError, match=r"'b\.pgn' cannot be moved"):
        trash.restore(found[1])  # it was, in another program
    assert sorted(p.name for p in tmp_path.iterdir()) == [FOLDER, "b.pgn"]


def test_the_trash_is_emptied_but_for_what_was_never_deleted(tmp_path: Path) -> None:
    trash = delete(tmp_path, "a.pgn", "b.pgn")
    outside = keep(tmp_path, "mine.pgn")
    (tmp_path / FOLDER / "notes").mkdir()
    keep(tmp_path / FOLDER / "notes", "mine.txt")
    (tmp_path / FOLDER / "12").symlink_to(tmp_path)
    assert trash.empty() == 2
    assert len(trash) == trash.empty() == 0
    assert sorted(os.listdir(tmp_path / FOLDER)) == ["12", "notes"]
    assert os.listdir(tmp_path / FOLDER / "notes") == ["mine.txt"]
    assert outside.exists()


def test_after_a_month_deleted_files_are_removed(tmp_path: Path) -> None:
    trash = delete(tmp_path, "old.pgn", "new.pgn")
    new, old = trash.contents()
    day = 24 * 3600 * 10**9
    for deleted, days in ((old, 31), (new, 29)):
        deleted.path.parent.rename(tmp_path / FOLDER / str(time.time_ns() - days * day))
    trash.expire()
    assert [one.path.name for one in trash.contents()] == ["new.pgn"]


def test_of_many_old_files_the_oldest_are_removed_first_and_not_all_at_once(tmp_path: Path) -> None:
    for moment in range(MOST_EXPIRED + 2):
        place = tmp_path / FOLDER / str(moment)
        place.mkdir(parents=True)
        keep(place, "a.pgn")
    trash = Trash(tmp_path)
    trash.expire()
    assert [one.moment for one in trash.contents()] == [MOST_EXPIRED + 1, MOST_EXPIRED]
    trash.expire()
    assert len(trash) == 0
