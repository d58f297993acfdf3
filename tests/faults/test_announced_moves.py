"""Promise 1: killed at the worst moments, no move shown is lost and no file is damaged."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest
from faults.playing import (
    MEANS,
    check_nothing_lost,
    end,
    plies_shown,
    random_moves,
    start,
    start_game,
    type_moves,
    wait_for_plies,
)
from makachess.saves import load_games, validate
from pty_harness import Terminal

SLOW_DISK = ("slow=0.01",)  # so that a kill is likelier to hit a save


@pytest.mark.cases(100, 2)
@pytest.mark.parametrize("means", MEANS)
def test_killed_at_the_instant_a_move_appears(home: Path, means: str, seed: int) -> None:
    faults = SLOW_DISK if seed % 2 else ()
    variant = "veteran" if seed % 10 == 0 else "chess"
    typed = random_moves(seed, 12, variant)
    typed = [f"{text}=" if variant == "veteran" and "=" not in text else text for text in typed]
    with start_game(home, faults=faults, variant=variant) as terminal:
        type_moves(terminal, typed)
        shown = wait_for_plies(terminal, 1 + seed % 12)
        end(terminal, means)
    check_nothing_lost(home, [text.rstrip("=") for text in typed], shown)


@pytest.mark.cases(100, 2)
@pytest.mark.parametrize("means", MEANS)
def test_killed_at_a_random_moment(home: Path, means: str, seed: int) -> None:
    chance = random.Random(f"{means} {seed}")
    typed = random_moves(seed, 30)
    with start_game(home, faults=SLOW_DISK if seed % 2 else ()) as terminal:
        type_moves(terminal, typed)
        read_for(terminal, chance)
        shown = plies_shown(terminal)
        end(terminal, means)
    check_nothing_lost(home, typed, shown)


def read_for(terminal: Terminal, chance: random.Random) -> None:
    """Read for a random time, or until a random number of bytes has come."""
    if chance.random() < 0.5:
        stop = time.monotonic() + chance.uniform(0, 0.4)
        while time.monotonic() < stop:
            terminal.read(stop - time.monotonic())
    else:
        enough = terminal.received + chance.randrange(3000)
        terminal.wait_until(
            lambda: terminal.received >= enough or plies_shown(terminal) == 30, "bytes"
        )


@pytest.mark.cases(100, 2)
def test_killed_while_the_engine_answers(home: Path, seed: int) -> None:
    arguments = ("--level", "1", "--side", "white", "--seed", str(seed))
    with start(home, "play", "chess", *arguments) as terminal:
        terminal.wait_for("move 1 White to move")
        type_moves(terminal, random_moves(seed, 1))
        shown = wait_for_plies(terminal, 2)
        end(terminal, "KILL")
    (path,) = (home / "games").glob("*.pgn")
    assert not list(validate(path))
    assert len(load_games(path)[0].moves) >= shown


@pytest.mark.cases(100, 2)
def test_the_power_is_cut_as_a_move_appears(home: Path, seed: int) -> None:
    """A power cut is simulated: only what fsync has reported done is left."""
    disk = home / "disk"
    typed = random_moves(seed, 6)
    with start_game(home, faults=[f"shadow={disk}"]) as terminal:
        type_moves(terminal, typed)
        shown = wait_for_plies(terminal, 1 + seed % 6)
        os.kill(terminal.pid, signal.SIGKILL)
        terminal.wait_exit()
    left = home / "left"
    left.mkdir()
    disk.rename(left / "games")
    check_nothing_lost(left, typed, shown)
