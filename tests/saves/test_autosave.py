"""A move is on disk before the next one is made, and a killed program loses nothing else."""

import errno
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from makachess.saves import Autosave, Game, Library, SaveError, load_games
from makachess.saves.autosave import NOT_KEPT
from makachess.saves.storage import move_file
from makachess.variants import load


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(game.position.parse(move))


@pytest.fixture
def autosave(chess: Game, tmp_path: Path) -> Autosave:
    return Library(tmp_path).autosave(chess)


def test_every_change_is_saved_in_one_file(autosave: Autosave, tmp_path: Path) -> None:
    game = autosave.game
    play(game, "e4")
    path = autosave.save()
    play(game, "e5")
    assert autosave.save() == path
    game.undo()
    autosave.save()
    [saved] = load_games(path)
    assert saved.sans == ("e4",)
    game.finish("white", "resignation")
    autosave.save()
    assert load_games(path)[0].outcome == game.outcome
    autosave.close()
    assert os.listdir(tmp_path) == [path.name]


def test_two_programs_never_share_a_file(tmp_path: Path) -> None:
    libraries = Library(tmp_path), Library(tmp_path)
    paths = {library.autosave(Game(load("chess"))).save() for library in libraries * 5}
    assert len(paths) == 10


def test_resuming_goes_on_in_the_same_file(autosave: Autosave, tmp_path: Path) -> None:
    play(autosave.game, "e4", "e5")
    path = autosave.save()
    again, reading = Library(tmp_path).resume(path)
    assert reading.problems == ()
    play(again.game, "Nf3")
    assert again.save() == path
    assert load_games(path)[0].sans == ("e4", "e5", "Nf3")


@pytest.mark.parametrize("text", ["1. e4 *\n\n1. d4 *\n", "1. e4 e5 2. Ke2 Ke8 *\n"])
def test_resuming_never_overwrites_what_it_cannot_keep(text: str, tmp_path: Path) -> None:
    (tmp_path / "mine.pgn").write_text(text)
    autosave, _ = Library(tmp_path).resume(tmp_path / "mine.pgn")
    assert autosave.save() != tmp_path / "mine.pgn"
    assert (tmp_path / "mine.pgn").read_text() == text


def test_resuming_a_file_elsewhere_makes_a_copy(tmp_path: Path) -> None:
    (tmp_path / "mine.pgn").write_text("1. e4 *\n")
    autosave, _ = Library(tmp_path / "games").resume(tmp_path / "mine.pgn")
    assert autosave.save().parent == tmp_path / "games"


def test_what_a_killed_program_leaves_behind_is_removed_in_time(tmp_path: Path) -> None:
    kept = [".fedcba9876543210.tmp", ".new.pgn.lock"]
    others = [".backup.tmp", ".fedcba.tmp", ".fedcba9876543210.tmp~", ".notes.pgn.lock"]
    for name in (".0123456789abcdef.tmp", ".old.pgn.lock", *others, *kept):
        (tmp_path / name).write_text("another program's" if name in others else "")
        age = 0 if name in kept else 7200
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    autosave = Library(tmp_path).autosave(Game(load("chess")))
    path = autosave.save()
    autosave.close()
    assert sorted(os.listdir(tmp_path)) == sorted([path.name, *kept, *others])
    assert {(tmp_path / name).read_text() for name in others} == {"another program's"}


@pytest.fixture
def begun(autosave: Autosave) -> Path:
    """The file of a game of one move."""
    play(autosave.game, "e4")
    return autosave.save()


def test_a_game_that_has_hardly_begun_is_not_kept_which_is_told(
    autosave: Autosave, begun: Path, tmp_path: Path
) -> None:
    assert autosave.leave() == NOT_KEPT
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("moves", [["e5"], ["e5", "d4"]])
def test_a_game_that_has_begun_is_kept(autosave: Autosave, begun: Path, moves: list[str]) -> None:
    play(autosave.game, *moves)
    autosave.save()
    assert autosave.leave() == ""
    assert load_games(begun)[0].sans == ("e4", *moves)


def replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_text("another program's")
    other.replace(path)


def appended(path: Path) -> None:
    with path.open("a") as file:
        file.write("another program's")


def with_the_time_it_had(path: Path) -> None:
    """Write as many bytes, and give the file back the time that it had."""
    status = path.stat()
    with path.open("r+b") as file:
        file.write(b"another program's")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def linked(path: Path) -> None:
    other = path.with_name("other.pgn")
    path.rename(other)
    path.symlink_to(other)
    appended(other)


def moved_and_linked(path: Path) -> None:
    path.rename(path.with_name("other.pgn"))
    path.symlink_to("other.pgn")


def emptied(path: Path) -> None:
    path.write_text("")


@pytest.mark.parametrize(
    "deed", [replaced, appended, with_the_time_it_had, linked, moved_and_linked, emptied]
)
def test_what_another_program_has_put_there_stays(
    autosave: Autosave, begun: Path, deed: Callable[[Path], object]
) -> None:
    deed(begun)
    put = begun.read_bytes(), begun.is_symlink(), sorted(os.listdir(begun.parent))
    assert autosave.leave() == f"{begun.name} was changed by another program and stays as it is"
    found = sorted(name for name in os.listdir(begun.parent) if not name.endswith(".lock"))
    assert (begun.read_bytes(), begun.is_symlink()) == put[:2]
    assert found == [name for name in put[2] if not name.endswith(".lock")]


@pytest.mark.parametrize("has_links", [True, False])
def test_a_name_that_is_taken_is_not_given_to_another_file(
    has_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some file systems have no hard links."""
    if not has_links:
        monkeypatch.setattr(os, "link", partial(refuse, errno.EPERM))
    one, two, free = (tmp_path / name for name in ("one.pgn", "two.pgn", "free.pgn"))
    one.write_text("one")
    two.write_text("two")
    with pytest.raises(FileExistsError):
        move_file(one, two)
    move_file(one, free)
    assert (two.read_text(), free.read_text()) == ("two", "one")
    assert sorted(os.listdir(tmp_path)) == ["free.pgn", "two.pgn"]


def refuse(number: int, *_: object) -> None:
    raise OSError(number, os.strerror(number))


@pytest.fixture
def resumed(autosave: Autosave, tmp_path: Path) -> Autosave:
    """A game of two moves that is being played on."""
    play(autosave.game, "e4", "e5")
    path = autosave.save()
    autosave.close()
    return Library(tmp_path).resume(path)[0]


@pytest.mark.parametrize("saved_before", [True, False])
def test_a_file_changed_from_outside_and_the_game_are_both_kept(
    resumed: Autosave, saved_before: bool
) -> None:
    old = resumed.path
    assert old is not None
    play(resumed.game, "Nf3")
    if saved_before:
        resumed.save()
    old.write_text("1. d4 *\n")
    play(resumed.game, *(["Nc6"] if saved_before else []))
    news = resumed.commit()
    new = resumed.path
    assert new not in (None, old)
    assert (
        news == f"{old.name} was changed by another program; your game is saved as {new.name} now"
    )
    assert old.read_text() == "1. d4 *\n"
    assert load_games(new)[0].moves == resumed.game.moves
    assert resumed.commit() == ""
    resumed.close()
    assert sorted(os.listdir(new.parent)) == sorted([old.name, new.name])


@pytest.mark.parametrize("change", [os.utime, os.unlink, lambda path: path.write_bytes(b"")])
def test_a_file_touched_removed_or_emptied(resumed: Autosave, change) -> None:
    old = resumed.path
    play(resumed.game, "Nf3")
    resumed.save()
    change(old)
    play(resumed.game, "Nc6")
    assert (resumed.save() == old) is (change in (os.utime, os.unlink))
    assert load_games(resumed.path)[0].sans == ("e4", "e5", "Nf3", "Nc6")


def test_a_save_whose_last_step_failed_is_not_taken_for_anothers(
    resumed: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(resumed.game, "Nf3")

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("makachess.saves.storage.sync_folder", fail)
    with pytest.raises(SaveError):
        resumed.save()
    monkeypatch.undo()
    play(resumed.game, "Nc6")
    old = resumed.path
    assert resumed.save() == old
