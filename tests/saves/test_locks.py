"""No two programs play the same file, and one that has ended keeps nobody out."""

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import makachess.saves
import pytest
from makachess.saves import (
    Game,
    GameLock,
    Holder,
    Library,
    LockedError,
    SaveError,
    holding,
    load_games,
)
from makachess.saves import locks as module
from makachess.saves.library import FILE
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


def test_two_programs_that_resume_a_file_do_not_overwrite_each_other(path: Path) -> None:
    with another_program(path) as other:
        with pytest.raises(LockedError):
            Library(path.parent).resume(path)
        other.communicate("Nf3 Nc6")
    autosave, _ = Library(path.parent).resume(path)
    assert autosave.game.sans == ("e4", "e5", "Nf3", "Nc6")


def test_the_refusal_says_who_has_the_game(path: Path) -> None:
    with another_program(path) as other:
        with pytest.raises(LockedError, match="open in another program") as refused:
            Library(path.parent).resume(path)
        other.kill()
    assert f"process {other.pid} on {socket.gethostname()} since 20" in str(refused.value)


def test_a_new_game_is_locked_from_its_first_save(tmp_path: Path) -> None:
    path = Library(tmp_path).autosave(Game(load("chess"))).save()
    code = f"from makachess.saves import GameLock; GameLock({str(path)!r})"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert b"LockedError" in other.stderr


def test_a_lock_dies_with_its_holder(path: Path) -> None:
    with another_program(path) as other:
        other.kill()
        other.wait()
    autosave, _ = Library(path.parent).resume(path)
    autosave.close()
    assert os.listdir(path.parent) == [path.name]


def test_a_save_does_not_loosen_the_lock(path: Path) -> None:
    autosave, _ = Library(path.parent).resume(path)
    autosave.game.play(autosave.game.position.parse("Nf3"))
    autosave.save()
    code = f"from makachess.saves import GameLock; GameLock({str(path)!r})"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert b"LockedError" in other.stderr


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


def test_a_file_that_cannot_be_read_is_not_kept_locked(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text('[FEN "x"]\n*')
    with pytest.raises(makachess.saves.GameFileError):
        Library(tmp_path).resume(tmp_path / "bad.pgn")
    assert sorted(os.listdir(tmp_path)) == [FILE, "bad.pgn"]


def test_a_file_is_held_while_it_is_written(path: Path) -> None:
    with another_program(path), pytest.raises(LockedError), holding(path):
        pass
    with holding(path):
        assert len(os.listdir(path.parent)) == 2
    assert os.listdir(path.parent) == [path.name]


def test_whoever_plays_a_game_may_write_its_file(path: Path) -> None:
    autosave, _ = Library(path.parent).resume(path)
    with holding(path):
        pass
    autosave.game.undo()
    autosave.save()
    assert load_games(path)[0].sans == ("e4",)


# --- where files cannot be locked ---------------------------------------------------------------


@pytest.fixture(params=["ENOLCK", "EOPNOTSUPP"])
def lockless(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """File systems that refuse the call."""
    lack_locks(monkeypatch, request.param)


def lack_locks(monkeypatch: pytest.MonkeyPatch, how: str = "ENOLCK") -> None:
    def refuse(*_: object) -> None:
        raise OSError(getattr(errno, how), os.strerror(getattr(errno, how)))

    monkeypatch.setattr(module.fcntl, "flock", refuse)


def name_holder(path: Path, process: int, host: str = "") -> Path:
    file = path.with_name(f".{path.name}.lock")
    file.write_text(f"{process} {host or socket.gethostname()} 1700000000\n")
    return file


@pytest.mark.usefixtures("lockless")
def test_without_locks_a_lock_file_keeps_others_out(path: Path) -> None:
    lock = GameLock(path)
    file = path.with_name(f".{path.name}.lock")
    assert file.read_text().startswith(f"{os.getpid()} {socket.gethostname()} ")
    lock.release()
    assert not file.exists()


@pytest.mark.usefixtures("lockless")
@pytest.mark.parametrize("host", ["", "elsewhere.example"])
def test_without_locks_whoever_may_be_there_is_named(path: Path, host: str) -> None:
    file = name_holder(path, os.getppid(), host)
    with pytest.raises(
        LockedError, match=rf"process {os.getppid()} on .*cannot be locked here: .* remove '{file}'"
    ):
        GameLock(path)
    assert file.exists()


@pytest.mark.usefixtures("lockless")
def test_without_locks_a_process_that_is_gone_keeps_nobody_out(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    name_holder(path, gone.pid)
    GameLock(path).release()
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.usefixtures("lockless")
@pytest.mark.parametrize("meanwhile", ["is found dead", "is removed"])
def test_of_two_programs_that_remove_a_dead_lock_one_has_the_game(
    meanwhile: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = name_holder(path, 2**22 + 1)  # a number that no process has
    winners: list[str] = []

    def try_it(name: str) -> None:
        try:
            module._acquire(file)
        except LockedError:
            return
        winners.append(name)

    def interrupted(real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any) -> Any:
            monkeypatch.undo()
            lack_locks(monkeypatch)
            try_it("the other")
            return real(*arguments)

        return step

    owner, name = (Holder, "is_alive") if meanwhile == "is found dead" else (os, "unlink")
    monkeypatch.setattr(owner, name, interrupted(getattr(owner, name)))
    try_it("this one")
    assert len(winners) == 1


@pytest.mark.usefixtures("lockless")
def test_a_program_that_died_while_it_removed_a_dead_lock_keeps_nobody_out(path: Path) -> None:
    file = name_holder(path, 2**22 + 1)
    second = file.with_name(f"{file.name}.{2**22 + 1}-1700000000")
    second.write_text(f"{2**22 + 2} {socket.gethostname()} 1700000000\n")
    GameLock(path).release()
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.usefixtures("lockless")
def test_without_locks_an_unreadable_lock_file_is_respected(path: Path) -> None:
    path.with_name(f".{path.name}.lock").write_text("\x1b[31m?")
    with pytest.raises(LockedError, match="not known which"):
        GameLock(path)


# --- people who remove files, and many programs at once -----------------------------------------


def test_a_removed_lock_file_is_made_again_with_the_next_save(path: Path) -> None:
    autosave, _ = Library(path.parent).resume(path)
    module._lock_file(path).unlink()
    autosave.game.undo()
    autosave.save()
    code = f"from makachess.saves import GameLock; GameLock({str(path)!r})"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert b"LockedError" in other.stderr
    autosave.close()
    assert os.listdir(path.parent) == [path.name]


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


def test_a_game_that_cannot_be_opened_twice_stays_with_whoever_has_it(path: Path) -> None:
    library = Library(path.parent)
    first, _ = library.resume(path)
    with pytest.raises(makachess.saves.GameFileError, match="no game 2"):
        library.resume(path, 2)
    first.game.undo()
    first.save()
    assert load_games(path)[0].sans == ("e4",)
    first.close()
    with another_program(path):
        pass


RACE = """
import os, sys
from makachess.saves import Library, LockedError
def race():
    os.close(go)
    os.read(ready, 1)  # until all can begin
    try:
        autosave, _ = Library(sys.argv[1]).resume(sys.argv[2])
    except LockedError:
        os.write(1, b"refused\\n")
    except Exception as error:
        os.write(1, repr(error).encode() + b"\\n")
    else:
        os.write(1, b"resumed\\n")
        os.read(0, 1)  # until all have tried
        autosave.close()
ready, go = os.pipe()
for _ in range(20):
    if not os.fork():
        race()
        os._exit(0)
os.close(go)
for _ in range(20):
    os.wait()
"""


def test_of_twenty_programs_that_race_for_a_game_one_has_it(path: Path) -> None:
    command = [sys.executable, "-c", RACE, str(path.parent), str(path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True) as racers:
        said = [racers.stdout.readline() for _ in range(20)]
        racers.stdin.close()
    assert racers.returncode == 0
    assert sorted(said) == ["refused\n"] * 19 + ["resumed\n"]
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("text", ["another program's", "12 host since\n", " "])
def test_another_programs_file_that_has_the_name_of_a_lock_stays(path: Path, text: str) -> None:
    other = path.with_name(f".{path.name}.lock")
    other.write_text(text)
    with holding(path):
        assert other.read_text() == text
        with another_program_refused(path):
            pass
    assert other.read_text() == text


@contextmanager
def another_program_refused(path: Path) -> Iterator[None]:
    """While it cannot have the file."""
    code = (
        "import sys; from makachess.saves import GameLock, LockedError\n"
        "try: GameLock(sys.argv[1])\nexcept LockedError: print('refused')"
    )
    command = [sys.executable, "-c", code, str(path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert told.stdout == "refused\n"
    yield


def test_a_link_with_the_name_of_a_lock_does_not_empty_what_it_leads_to(path: Path) -> None:
    precious = path.with_name("precious")
    precious.write_text("another program's")
    path.with_name(f".{path.name}.lock").symlink_to(precious)
    with holding(path):
        pass
    assert precious.read_text() == "another program's"


def test_a_pipe_with_the_name_of_a_lock_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path.with_name(f".{path.name}.lock"))
    with holding(path):
        pass


@pytest.mark.parametrize("host", ["anna's host", "häuschen", "x" * 100, ""])
def test_a_lock_is_known_again_whatever_the_host_is_called(
    path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    with holding(path):
        assert path.with_name(f".{path.name}.lock").exists()
    assert not path.with_name(f".{path.name}.lock").exists()
