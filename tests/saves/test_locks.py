"""No two programs play the same file, and one that has ended keeps nobody out."""

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import makachess.saves
import pytest
from makachess.saves import (
    Game,
    Library,
    LockedError,
    SaveError,
    holding,
    load_games,
)
from makachess.saves import locks as module
from makachess.variants import load

ROOT = Path(makachess.saves.__file__).parents[2]
HOLD = """
import sys
from makachess.saves import Library
autosave, _ = Library(sys.argv[1]).resume(sys.argv[2])
print("resumed", flush=True)
for move in sys.stdin.read().split():
    autosave.game.play(autosave.game.position.parse(move))
autosave.save()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game of two moves that nobody plays."""
    autosave = Library(tmp_path).autosave(Game(load("chess")))
    for move in ("e4", "e5"):
        autosave.game.play(autosave.game.position.parse(move))
    path = autosave.save()
    autosave.close()
    return path


def is_refused(path: Path) -> bool:
    """Whether another program cannot have a file."""
    code = "import sys; from makachess.saves import GameLock; GameLock(sys.argv[1])"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, str(path)]
    other = subprocess.run(command, env=environment, capture_output=True, check=False)
    return b"LockedError" in other.stderr


@contextmanager
def another_program(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program that plays a file until it is told its moves, or killed."""
    command = [sys.executable, "-c", HOLD, str(path.parent), str(path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "resumed\n"
        yield other


def test_the_refusal_says_who_has_the_game(path: Path) -> None:
    with another_program(path) as other:
        with pytest.raises(LockedError, match="open in another program") as refused:
            Library(path.parent).resume(path)
        with pytest.raises(LockedError), holding(path):
            pass
        other.kill()
    assert f"process {other.pid} on {socket.gethostname()} since 20" in str(refused.value)


def test_a_new_game_is_locked_from_its_first_save_on(tmp_path: Path) -> None:
    autosave = Library(tmp_path).autosave(Game(load("chess")))
    path = autosave.save()
    assert is_refused(path)
    autosave.game.play(autosave.game.position.parse("Nf3"))
    autosave.save()
    assert is_refused(path)


def test_a_lock_dies_with_its_holder(path: Path) -> None:
    with another_program(path) as other:
        other.kill()
        other.wait()
    autosave, _ = Library(path.parent).resume(path)
    autosave.close()
    assert os.listdir(path.parent) == [path.name]


def test_the_same_program_takes_a_game_over_from_itself(path: Path) -> None:
    first, _ = Library(path.parent).resume(path)
    second, _ = Library(path.parent).resume(path)
    second.game.play(second.game.position.parse("Nf3"))
    second.save()
    first.game.undo()
    with pytest.raises(SaveError, match="has been opened again"):
        first.save()
    first.close()
    assert load_games(path)[0].sans == ("e4", "e5", "Nf3")


def test_where_files_cannot_be_locked_two_programs_lose_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    with another_program(path) as other:
        monkeypatch.setattr(module.fcntl, "flock", refuse)
        autosave, _ = Library(path.parent).resume(path)
        other.communicate("Nf3")
    autosave.game.play(autosave.game.position.parse("d4"))
    assert "was changed by another program" in autosave.commit()
    autosave.close()
    texts = [load_games(file)[0].sans for file in path.parent.glob("*.pgn")]
    assert sorted(texts) == [("e4", "e5", "Nf3"), ("e4", "e5", "d4")]


def test_whoever_takes_a_game_whose_lock_file_was_removed_is_not_written_over(path: Path) -> None:
    autosave, _ = Library(path.parent).resume(path)
    module._lock_file(path).unlink()
    with another_program(path) as other:
        autosave.game.undo()
        news = autosave.commit()
        assert autosave.path not in (None, path)
        assert news.startswith(f"{path.name} is played in another program; your game is saved as ")
        autosave.close()
        assert module._lock_file(path).exists()
        assert load_games(autosave.path)[0].sans == ("e4",)
        other.communicate("Nf3")
    assert load_games(path)[0].sans == ("e4", "e5", "Nf3")


@pytest.mark.parametrize("text", ["another program's", "12 host since\n", " "])
def test_another_programs_file_that_has_the_name_of_a_lock_stays(path: Path, text: str) -> None:
    other = path.with_name(f".{path.name}.lock")
    other.write_text(text)
    with holding(path):
        assert other.read_text() == text
    assert other.read_text() == text


def test_a_link_with_the_name_of_a_lock_does_not_empty_what_it_leads_to(path: Path) -> None:
    precious = path.with_name("precious")
    precious.write_text("another program's")
    path.with_name(f".{path.name}.lock").symlink_to(precious)
    with holding(path):
        pass
    assert precious.read_text() == "another program's"
