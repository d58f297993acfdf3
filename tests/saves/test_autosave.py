"""A move is on disk before the next one is made, and a killed program loses nothing else."""

import errno
import itertools
import os
import random
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path

import makachess.saves
import pytest
from makachess.core import Move
from makachess.saves import Autosave, Game, Library, SaveError, load_games, validate
from makachess.variants import load, names

PLAYER = Path(__file__).with_name("play_and_save.py")
ROOT = Path(makachess.saves.__file__).parents[2]


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(game.position.parse(move))


@pytest.fixture
def autosave(chess: Game, tmp_path: Path) -> Autosave:
    return Library(tmp_path).autosave(chess)


def test_no_file_before_the_first_save(autosave: Autosave, tmp_path: Path) -> None:
    assert autosave.path is None
    assert os.listdir(tmp_path) == []


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


def test_nothing_is_written_where_nothing_changed(autosave: Autosave) -> None:
    play(autosave.game, "e4")
    before = autosave.save().stat()
    assert autosave.save().stat() == before


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


def on_disk(folder: Path) -> tuple[Move, ...]:
    """The moves of the only game in a folder, which must be a sound file."""
    [entry] = Library(folder).entries()
    assert list(validate(entry.path)) == []
    [game] = load_games(entry.path)
    return game.moves


def kill_while_playing(folder: Path, name: str, seed: int) -> None:
    """Kill a program at a random moment: the change last announced is on disk, or one after it."""
    command = [sys.executable, str(PLAYER), str(folder), name, str(seed)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as player:
        assert player.stdout is not None
        reports = [player.stdout.readline()]
        time.sleep(random.Random(seed).random() * 0.2)
        player.kill()
        reports += player.stdout.readlines()
    changes = runpy.run_path(str(PLAYER))["generate_changes"](name, seed)
    states = [game.moves for game in itertools.islice(changes, len(reports) + 1)]
    assert reports[0] == b"announced\n"
    assert on_disk(folder) in states[-2:]


@pytest.mark.parametrize(("name", "seed"), [("chess", 1), ("veteran", 2), ("decimaka", 3)])
def test_a_killed_program_loses_nothing_that_was_announced(
    name: str, seed: int, tmp_path: Path
) -> None:
    kill_while_playing(tmp_path, name, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300))
def test_hundreds_of_kills(seed: int, tmp_path: Path) -> None:
    kill_while_playing(tmp_path, names()[seed % len(names())], seed)


def test_what_a_killed_program_leaves_behind_is_removed_in_time(tmp_path: Path) -> None:
    for name, age in (("old", 7200), ("new", 0)):
        for path in (tmp_path / f".{name}.tmp", tmp_path / f".{name}.pgn.lock"):
            path.touch()
            os.utime(path, (time.time() - age,) * 2)
    autosave = Library(tmp_path).autosave(Game(load("chess")))
    path = autosave.save()
    autosave.close()
    assert sorted(os.listdir(tmp_path)) == [".new.pgn.lock", ".new.tmp", path.name]


# --- files that others change -------------------------------------------------------------------


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


def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(resumed: Autosave) -> None:
    old = resumed.path
    play(resumed.game, "Nf3")
    resumed.save()
    old.unlink()
    os.mkfifo(old)
    play(resumed.game, "Nc6")
    assert resumed.save() != old


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


def test_a_folder_that_vanished_is_made_anew_and_the_game_locked_again(resumed: Autosave) -> None:
    path = resumed.path
    shutil.rmtree(path.parent)
    play(resumed.game, "Nf3")
    assert resumed.save() == path
    assert len(os.listdir(path.parent)) == 2  # with the lock
    code = f"from makachess.saves import GameLock; GameLock({str(path)!r})"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert b"LockedError" in other.stderr


def test_a_game_that_could_not_be_locked_is_locked_once_it_can_be(
    resumed: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = resumed.path
    shutil.rmtree(path.parent)
    path.parent.touch()
    play(resumed.game, "Nf3")
    with pytest.raises(SaveError, match="Not a directory"):
        resumed.save()
    path.parent.unlink()
    resumed.save()
    assert len(os.listdir(path.parent)) == 2
