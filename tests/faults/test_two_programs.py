"""Promise 2: two programs at one game lose none of its moves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from faults.playing import (
    MEANS,
    check_nothing_lost,
    end,
    game_files,
    moves_on_disk,
    random_moves,
    start,
    start_game,
    type_moves,
    wait_for_plies,
)
from makachess.saves import Game, Library
from makachess.variants import load
from pty_harness import Terminal

RACER = Path(__file__).with_name("racer.py")
MOVES = 5  # of each racer


@pytest.mark.cases(100, 2)
def test_two_programs_race_for_one_game(home: Path, seed: int) -> None:
    autosave = Library(home / "games").autosave(Game(load("chess")))
    path = autosave.save()
    autosave.close()
    announced = race(path, seed)
    assert moves_on_disk(home) == [announced[ply] for ply in range(1, 2 * MOVES + 1)]


def race(path: Path, seed: int) -> dict[int, str]:
    """Let two programs play; the moves that they have announced, by ply."""
    pipe = subprocess.PIPE
    command = [sys.executable, str(RACER), str(path.parent), str(path), str(MOVES)]
    racers = [
        subprocess.Popen([*command, f"{seed}{name}"], stdin=pipe, stdout=pipe, text=True)
        for name in "ab"
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("\n")
        racer.stdin.flush()
    said = [line for racer in racers for line in racer.communicate()[0].splitlines()]
    assert all(racer.returncode == 0 for racer in racers)
    return {int(ply): move for ply, move in map(str.split, said)}


@pytest.mark.cases(100, 2)
def test_a_second_app_waits_until_the_first_has_ended(home: Path, seed: int) -> None:
    """The second is refused, the first plays on and is ended, then the second has the game."""
    typed = random_moves(seed, 6)
    with start_game(home) as first:
        play_after_each_other(home, first, typed, MEANS[seed % len(MEANS)])
    assert moves_on_disk(home) == typed


def play_after_each_other(home: Path, first: Terminal, typed: Sequence[str], means: str) -> None:
    """Play two moves, two more while another app is refused, and two there once it may."""
    type_moves(first, typed[:2])
    wait_for_plies(first, 2)
    with start(home) as second:
        check_refused(second)
        type_moves(first, typed[2:4])
        wait_for_plies(first, 4)
        end(first, means)
        second.press("escape")
        second.wait_for("▌ Continue")
        second.press("enter")
        wait_for_plies(second, 4)
        type_moves(second, typed[4:])
        wait_for_plies(second, 6)
        end(second, "KILL")


def check_refused(terminal: Terminal) -> None:
    """Try to play on in a game that is open elsewhere."""
    terminal.wait_for("▌ Continue")
    terminal.press("enter")
    terminal.wait_for("open in another program")


@pytest.mark.cases(100, 2)
def test_a_file_is_changed_from_outside(home: Path, seed: int) -> None:
    """What another program has written stays, and the game goes on in another file."""
    typed = random_moves(seed, 6)
    with start_game(home) as terminal:
        type_moves(terminal, typed[:2])
        wait_for_plies(terminal, 2)
        (changed,) = game_files(home)
        text = changed.read_text().replace(" *", " {Mine!} *")
        write(changed, text, in_place=bool(seed % 2))
        type_moves(terminal, typed[2:])
        wait_for_plies(terminal, 6)
        end(terminal, "KILL")
    assert changed.read_text() == text
    aside = home / "aside"
    aside.mkdir()
    changed.rename(aside / changed.name)
    check_nothing_lost(home, typed, 6)


def write(path: Path, text: str, *, in_place: bool) -> None:
    """Write as editors do: into the file, or by a new file of the same name."""
    new = path if in_place else path.with_name("new")
    new.write_text(text)
    new.replace(path)
