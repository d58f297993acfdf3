"""At the end of a line of 64 kbit/s and 150 ms a held key queues nothing, and a cut loses nothing.

What is counted is bytes, not time: those that the line has still to carry when a round trip has
passed since the key was let go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from held_keys import KEYS, SCREENS, furnish, lay_tables
from host_process import HostProcess
from sampling import sampled
from slow_line import RATE, SPARE, TRIP, FarTerminal, far_environment, rest

SIZES = [(80, 24), (200, 60)]
ATTEMPTS = 3  # a busy machine may be late; a program that queues is, each time
# A replay's step takes longer than that on a large board: one may be under way, and one follows.
LARGEST = {("replay", 200): 2 * 1_300}  # bytes


@pytest.fixture
def home(tmp_path: Path) -> Path:
    furnish(tmp_path)
    return tmp_path


@pytest.fixture
def host(home: Path) -> Iterator[HostProcess]:
    running = HostProcess(home)
    running.wait_until_it_listens()
    lay_tables(running.socket)
    yield running
    running.end()


def held(name: str, home: Path, size: tuple[int, int]) -> None:
    case, (width, height) = SCREENS[name], size
    env = far_environment(MAKACHESS_HOME=str(home))
    far = FarTerminal(*case.arguments, width=width, height=height, env=env, cwd=str(home))
    with far as terminal:
        case.reach(terminal)
        look = case.look(terminal)
        found = []
        for _ in range(ATTEMPTS):
            before = look()
            released = terminal.hold(case.held, KEYS)
            found.append(rest(terminal, look, released))
            moved = found[-1].place != before
            if moved and found[-1].late <= LARGEST.get((name, width), RATE * SPARE):
                return
    raise AssertionError(found)


@pytest.mark.terminal
@pytest.mark.parametrize("size", sampled(SIZES, SIZES[:1]), ids=str)
@pytest.mark.parametrize(
    "name", sampled(["board", "large board", "saved games", "replay"], ["board", "saved games"])
)
def test_a_held_key_queues_nothing(name, size, home):
    held(name, home, size)


@pytest.mark.terminal
@pytest.mark.parametrize("size", sampled(SIZES, SIZES[:1]), ids=str)
@pytest.mark.parametrize("name", sampled(["tables", "table"], ["table"]))
def test_a_held_key_queues_nothing_at_the_tables(name, size, home, host):
    held(name, home, size)


@pytest.mark.terminal
def test_a_line_that_was_cut_brings_the_latest_picture_and_little_else(home):
    env = far_environment(MAKACHESS_HOME=str(home))
    with FarTerminal("play", "veteran", "--side", "both", env=env) as terminal:
        SCREENS["board"].reach(terminal)
        terminal.press("e")
        terminal.wait_for("Move: e")
        terminal.pass_time(2 * TRIP)
        terminal.cut()
        for key in "4", "x", "backspace", "enter", "e", "5":  # as if they had been on their way
            terminal.deliver_now(key)
            terminal.pass_time(0.4)
        waiting = terminal.queued
        terminal.mend()
        terminal.wait_for("Move: e5")
        terminal.wait_for("Black to move")
        assert waiting <= 2_000
        assert len(re.findall(r"\[ ", terminal.text)) <= 1
