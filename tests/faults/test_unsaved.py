"""Promise 3: a game that cannot be saved says so for as long as that is so, and on leaving."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from faults.playing import (
    check_playable,
    moves_on_disk,
    new_home,
    random_moves,
    start_game,
    type_moves,
    wait_for_plies,
)
from makachess.saves import read_games
from processes import remove_folder
from pty_harness import Terminal

MARK = "NOT SAVED"
UNSAVED = 74  # the exit status of a program left with moves unsaved
NOBODY = 65534
ERRORS = ("ENOSPC", "EDQUOT", "EROFS")
FULL = "a full file system"
STEPS = {
    "open": "as a file is made",
    "write": "while writing",
    "fsync": "in fsync",
    "rename": "in renaming",
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A folder that a game cannot be saved into: what the program starts with, on and off."""

    faults: tuple[str, ...]
    begin: Callable[[Path, Terminal], object]
    end: Callable[[Path, Terminal], object]
    offers: bool = True  # another folder takes the game
    has_own_disk: bool = False  # the folder of games is a small file system


def injected(error: str, step: str) -> Trouble:
    return Trouble(
        (f"{error}@{step}=flag",),
        lambda home, _: (home / "flag").touch(),
        lambda home, _: (home / "flag").unlink(),
    )


def limit_files(size: int) -> Callable[[Path, Terminal], object]:
    """Let the program write no file larger than `size` bytes."""

    def limit(_: Path, terminal: Terminal) -> None:
        limits = (size, resource.RLIM_INFINITY)
        resource.prlimit(terminal.pid, resource.RLIMIT_FSIZE, limits)

    return limit


def set_mode(mode: int) -> Callable[[Path, Terminal], object]:
    return lambda home, _: (home / "games").chmod(mode)


def fill_disk(home: Path, _: Terminal) -> None:
    """Leave no room in the file system of the games."""
    with suppress(OSError), open(home / "games" / "filler", "wb", buffering=0) as filler:
        while filler.write(bytes(4096)):
            pass


TROUBLES = {
    **{
        f"{error} {where}": injected(error, step)
        for error in ERRORS
        for step, where in STEPS.items()
    },
    "RLIMIT_FSIZE": Trouble((), limit_files(50), limit_files(resource.RLIM_INFINITY), offers=False),
    FULL: Trouble(
        (), fill_disk, lambda home, _: (home / "games" / "filler").unlink(), has_own_disk=True
    ),
    "a read-only folder, unprivileged": Trouble(
        (f"user={NOBODY}",), set_mode(0o555), set_mode(0o755)
    ),
}
USUAL = (
    "ENOSPC while writing",
    "EDQUOT in fsync",
    "EROFS as a file is made",
    "ENOSPC in renaming",
    "RLIMIT_FSIZE",
    FULL,
    "a read-only folder, unprivileged",
)
"""Those that are tried at the small scale."""


@cache
def why_no_disk() -> str:
    """Why no file system can be mounted here; empty if one can."""
    try:
        with new_home() as home, own_disk(home):
            return ""
    except OSError as error:
        return f"{FULL} was not tried: {error}"


@contextmanager
def own_disk(home: Path) -> Iterator[None]:
    """Half a megabyte of memory as the folder of games; raises OSError if it cannot be mounted."""
    if os.geteuid():
        raise PermissionError("only root can mount one")
    folder = home / "games"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        raise OSError(ran.stderr.strip())
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def place_for(trouble: Trouble) -> Iterator[Path]:
    """A data folder, on a disk of its own if the trouble needs one."""
    with new_home() as home, own_disk(home) if trouble.has_own_disk else nullcontext():
        yield home


def play_with(home: Path, trouble: Trouble) -> Terminal:
    """A game that can still be saved."""
    faults = [fault.replace("=flag", f"={home / 'flag'}") for fault in trouble.faults]
    if faults and faults[0].startswith("user="):
        if os.geteuid():
            faults = []  # not root to begin with
        else:
            os.chown(home, NOBODY, NOBODY)
    return start_game(home, faults=faults)


@pytest.mark.cases(10, 1)
@pytest.mark.parametrize(
    "name",
    [n if n in USUAL else pytest.param(n, marks=pytest.mark.full) for n in TROUBLES],
)
def test_the_mark_stays_until_the_game_is_saved(name: str, seed: int) -> None:
    trouble = TROUBLES[name]
    if trouble.has_own_disk and why_no_disk():
        pytest.skip(why_no_disk())
    with place_for(trouble) as home, play_with(home, trouble) as terminal:
        typed = random_moves(seed, 8)
        make_moves(terminal, typed[:2], 2)
        trouble.begin(home, terminal)
        make_moves(terminal, typed[2:3], 3)
        play_on_unsaved(terminal, trouble.offers)
        make_moves(terminal, typed[3:5], 5)
        terminal.wait_for(MARK)
        assert moves_on_disk(home) == typed[:2]
        trouble.end(home, terminal)
        make_moves(terminal, typed[5:7], 7)
        terminal.wait_gone(MARK)
        assert moves_on_disk(home) == typed[:7]
        trouble.begin(home, terminal)
        make_moves(terminal, typed[7:], 8)
        play_on_unsaved(terminal, trouble.offers)
        assert leave_unsaved(terminal) == typed
        check_playable(home)
        assert moves_on_disk(home) == typed[:7]


def make_moves(terminal: Terminal, texts: list[str], plies: int) -> None:
    type_moves(terminal, texts)
    wait_for_plies(terminal, plies)


def play_on_unsaved(terminal: Terminal, offers: bool) -> None:
    """Play on, without the other folder that is offered, if one is."""
    terminal.wait_for(f"{MARK}: ")
    if offers:
        terminal.wait_for("n play on")
        terminal.press("n")
        terminal.wait_gone("n play on")
    assert MARK in terminal.text


def leave_unsaved(terminal: Terminal) -> list[str]:
    """Leave although the game is not saved, and have its text printed; the moves in that."""
    terminal.press("ctrl+q")
    terminal.wait_for("p leave, print it")
    terminal.press("p", "enter")
    status = terminal.wait_exit()
    assert status == UNSAVED, f"exit status {status}"
    after = terminal.output.rpartition(b"\x1b[?1049l")[2].decode()
    assert MARK in after
    (game,) = read_games(after[after.index("[Event") :].splitlines(keepends=True))
    return [str(move) for move in game.moves]


@pytest.mark.cases(20, 1)
def test_a_vanished_folder_is_made_anew(home: Path, seed: int) -> None:
    with start_game(home) as terminal:
        typed = random_moves(seed, 4)
        make_moves(terminal, typed[:2], 2)
        remove_folder(home / "games")
        make_moves(terminal, typed[2:], 4)
        assert moves_on_disk(home) == typed
        assert MARK not in terminal.text
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


@pytest.mark.cases(20, 1)
def test_a_game_is_kept_elsewhere(home: Path, seed: int) -> None:
    """The folder vanishes and cannot be made again; the one that is offered is taken."""
    with start_game(home) as terminal:
        typed = random_moves(seed, 6)
        make_moves(terminal, typed[:2], 2)
        remove_folder(home / "games")
        (home / "games").touch()
        make_moves(terminal, typed[2:3], 3)
        terminal.wait_for(f"{MARK}: .*")
        terminal.wait_for("f save in")
        terminal.press("f", "enter")
        terminal.wait_gone(MARK)
        make_moves(terminal, typed[3:], 6)
        (file,) = (home / "user").rglob("*.pgn")
        elsewhere = home / "elsewhere"
        elsewhere.mkdir()
        file.parent.rename(elsewhere / "games")
        assert moves_on_disk(elsewhere) == typed
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
