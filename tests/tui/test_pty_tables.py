"""What the tables of a host and a game there write to the terminal, against budgets in bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from held_keys import JOIN, lay_tables
from host_process import HostProcess
from pty_harness import Terminal, environment
from sampling import sampled

COLOURS = {
    16: {"TERM": "xterm"},
    256: {"TERM": "xterm-256color"},
    1 << 24: {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
}
TICKS = 3  # seconds that a clock is looked at
WHILE = 1.2  # seconds: more than one between two looks at anything that ticks


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostProcess]:
    running = HostProcess(tmp_path)
    running.wait_until_it_listens()
    yield running
    running.end()


def spent(terminal: Terminal, *keys: str, shows: str = "") -> int:
    """Press keys on a screen at rest; the bytes until it shows something and rests again."""
    before = terminal.received
    terminal.press(*keys)
    terminal.wait_for(shows)
    settle(terminal)
    return terminal.received - before


def settle(terminal: Terminal) -> None:
    while terminal.read(0.4):
        pass


BUDGETS = [
    (80, 24, 16, 2_000, 400, 3_000, 100),
    (80, 24, 256, 2_200, 400, 5_500, 150),
    (80, 24, 1 << 24, 2_400, 400, 8_250, 225),
    (200, 60, 16, 2_200, 500, 12_000, 200),
    (200, 60, 256, 2_400, 500, 20_000, 250),
    (200, 60, 1 << 24, 2_600, 500, 30_000, 375),
]


@pytest.mark.parametrize("budgets", sampled(BUDGETS, (BUDGETS[1], BUDGETS[5])), ids=str)
def test_bytes(budgets, host, tmp_path):
    width, height, colours, listed, step, game, cursor = budgets
    lay_tables(host.socket)
    env = environment(MAKACHESS_HOME=str(tmp_path), **COLOURS[colours])
    with Terminal(*JOIN, width=width, height=height, env=env, cwd=str(tmp_path)) as terminal:
        terminal.wait_for("16 tables")
        settle(terminal)
        assert terminal.received <= listed
        assert spent(terminal, "down") <= step
        assert spent(terminal, "up") <= step
        assert not terminal.read(WHILE)  # nothing while nothing happens
        assert spent(terminal, "enter", shows="White to move") <= game
        assert not terminal.read(WHILE)
        place = terminal.cursor()
        assert spent(terminal, "right") <= cursor
        assert terminal.cursor() not in (place, None)


# In a large window the figures of a clock are three rows high.
@pytest.mark.parametrize(("width", "height", "rows", "tick"), [(80, 24, 1, 40), (200, 60, 3, 100)])
def test_of_a_running_clock_only_its_figures_are_written(width, height, rows, tick, host, tmp_path):
    lay_tables(host.socket, clock="5+3")
    env = environment(MAKACHESS_HOME=str(tmp_path))
    with Terminal(*JOIN, width=width, height=height, env=env, cwd=str(tmp_path)) as terminal:
        terminal.wait_for("16 tables")
        terminal.press("enter")
        terminal.wait_for("White to move")
        settle(terminal)
        before, seen = terminal.received, {terminal.text}
        screen = terminal.rows
        while len(seen) <= TICKS:
            assert terminal.read(10.0)
            seen.add(terminal.text)
        told = terminal.output[before:]
        assert len(told) <= tick * TICKS
        changed = [n for n, row in enumerate(terminal.rows) if row != screen[n]]
        assert changed == list(range(changed[0], changed[0] + len(changed)))
        assert len(changed) <= rows
        columns = {int(at) for at in re.findall(rb"\x1b\[\d+;(\d+)H", told)}
        assert len(columns) <= 1 + len("5:00") * rows  # where the cursor is kept, and figures begin


def test_the_list_does_not_follow_the_clocks(host, tmp_path):
    lay_tables(host.socket, clock="5+3")
    with Terminal(*JOIN, env=environment(), cwd=str(tmp_path)) as terminal:
        terminal.wait_for("16 tables")
        settle(terminal)
        assert not terminal.read(2.5)


def test_holding_the_key_that_offers_a_draw_stops_nobody_from_moving(host, tmp_path):
    lay_tables(host.socket)
    guest_joins = ("join", "--socket", "t.sock", "--as", "guest")
    env = environment(MAKACHESS_HOME=str(tmp_path))
    with (
        Terminal(*JOIN, env=env, cwd=str(tmp_path)) as anna,
        Terminal(*guest_joins, env=env, cwd=str(tmp_path)) as guest,
    ):
        for terminal in (anna, guest):
            terminal.wait_for("16 tables")
            terminal.press("enter")
            terminal.wait_for("White to move")
        anna.press("e4", "enter")
        for terminal in (anna, guest):
            terminal.wait_for("1 e4")
        for n, key in enumerate("e7e5", 1):
            guest.press(key)
            guest.wait_for(f"Move: {'e7e5'[:n]}")
            anna.press(*("ctrl+d", "y", "enter") * 5)
            anna.wait_for("you have offered a draw")
        guest.wait_for("White offers a draw")
        guest.press("enter")
        for terminal in (anna, guest):
            terminal.wait_for("1 e4 +e5")
