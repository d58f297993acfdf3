"""Saving is all or nothing, whatever the disk does."""

import errno
import fcntl
import os
import resource
import stat
import sys
from pathlib import Path

import pytest
from makachess.saves import Game, Library, SaveError, load_games, save_game


@pytest.fixture
def game(chess: Game) -> Game:
    for move in ("e4", "e5", "Nf3"):
        chess.play(chess.position.parse(move))
    return chess


def test_saving_again_replaces_the_file_and_keeps_its_permissions(
    game: Game, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    save_game(game, path)
    path.chmod(0o640)
    game.undo()
    save_game(game, path)
    assert load_games(path)[0].sans == ("e4", "e5")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_can_be_read_by_whom_the_user_lets(game: Game, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        save_game(game, tmp_path / "game.pgn")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "game.pgn").stat().st_mode) == 0o640


def test_no_file_is_overwritten_unasked(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("precious")
    with pytest.raises(SaveError, match=rf"'{path}' exists already"):
        save_game(game, path, overwrite=False)
    assert path.read_text() == "precious"
    save_game(game, tmp_path / "new.pgn", overwrite=False)
    assert load_games(tmp_path / "new.pgn")


def test_a_full_disk_leaves_the_old_file_and_the_next_save_makes_up_for_it(
    game: Game, tmp_path: Path
) -> None:
    """The limit on file sizes stands in for the disk: the write fails halfway, as it does there."""
    autosave = Library(tmp_path).autosave(game)
    path = autosave.save()
    before = path.read_bytes()
    game.play(game.position.parse("Nc6"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
    try:
        with pytest.raises(SaveError, match=f"{path.name}.*File too large"):
            autosave.save()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    assert [name for name in os.listdir(tmp_path) if name[0] != "."] == [path.name]
    assert not list(tmp_path.glob(".*.tmp"))
    assert game.sans[-1] == "Nc6"
    autosave.save()
    assert load_games(path)[0].sans[-1] == "Nc6"


@pytest.mark.parametrize(
    ("step", "overwrite"),
    [
        *(("open", overwrite) for overwrite in (True, False)),
        *(("fsync", overwrite) for overwrite in (True, False)),
        ("replace", True),
        ("fchmod", True),
    ],
)
def test_an_error_at_any_step_is_told_and_leaves_nothing_behind(
    step: str, overwrite: bool, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ("game.pgn" if overwrite else "new.pgn")
    (tmp_path / "game.pgn").write_text("precious")

    def fail(*args: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(SaveError, match=f"'{path}': No space left on device"):
        save_game(game, path, overwrite=overwrite)
    monkeypatch.undo()
    assert (tmp_path / "game.pgn").read_text() == "precious"
    assert os.listdir(tmp_path) == ["game.pgn"]


def test_the_names_of_new_folders_are_on_disk_as_well(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, int]] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        status = os.fstat(handle)
        synced.append((status.st_dev, status.st_ino))

    monkeypatch.setattr(os, "fsync", fsync)
    folder = tmp_path / "data" / "games"
    Library(folder).autosave(game).save()
    for path in (tmp_path, tmp_path / "data", folder):
        assert (path.stat().st_dev, path.stat().st_ino) in synced


@pytest.mark.parametrize("knows", [True, False])
def test_on_macos_the_disk_itself_is_told_to_keep_a_game(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, knows: bool
) -> None:
    """Simulated. Where a file system does not know that request, fsync is what is left."""
    steps: list[object] = []

    def told(handle: int, request: int) -> None:
        steps.append(request)
        if not knows:
            raise OSError(errno.ENOTSUP, "not supported")

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", told)
    monkeypatch.setattr(os, "fsync", lambda handle: steps.append("fsync"))
    monkeypatch.setattr(sys, "platform", "darwin")
    save_game(game, tmp_path / "game.pgn")
    assert steps == ([51, 51] if knows else [51, "fsync", 51, "fsync"])


def test_the_file_is_on_disk_before_it_takes_the_name(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    for step in ("fsync", "replace"):
        real = getattr(os, step)
        monkeypatch.setattr(os, step, lambda *a, s=step, r=real: (steps.append(s), r(*a)))
    save_game(game, tmp_path / "game.pgn")
    assert steps == ["fsync", "replace", "fsync"]


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize(
    ("name", "reason"), [("file/game.pgn", "Not a directory"), ("a\0b", "null")]
)
def test_names_that_cannot_be_used(
    name: str, reason: str, overwrite: bool, game: Game, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match=f"cannot be saved as .*{reason}"):
        save_game(game, tmp_path / name, overwrite=overwrite)
    assert os.listdir(tmp_path) == ["file"]
