"""Two people at a table of a host, each in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from held_keys import JOIN, lay_tables
from host_process import HostProcess
from pty_harness import Terminal, environment

pytestmark = pytest.mark.terminal


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostProcess]:
    running = HostProcess(tmp_path)
    running.wait_until_it_listens()
    yield running
    running.end()


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
