"""The host as a program: killed, replaced, begun twice, ended by a signal or for want of guests."""

from __future__ import annotations

import asyncio
import os
import socket
import sys

import pytest
from cli_calls import PROGRAM
from host_process import HostProcess
from makachess.play.tables.client.connection import TablesClient, connect_or_begin
from makachess.saves import load_game
from tables_host import Person, play, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SO_PEERCRED is Linux's")


@pytest.fixture
def host(tmp_path):
    process = HostProcess(tmp_path)
    process.wait_until_it_listens()
    yield process
    process.end()


async def two(host):
    anna, bert = Person(host.socket, "anna"), Person(host.socket, "bert")
    for person in (anna, bert):
        await person.client.connect()
    white = await anna.open("veteran", "5+3")
    black = await bert.sit(white.table, "black")
    await until(lambda: not white.entry.open_seats)
    return (anna, bert), (white, black)


@pytest.mark.slow
async def test_a_new_one_takes_over_and_says_what_it_has(host):
    people, tables = await two(host)
    await play(tables, str(tables[0].game.position.legal_moves()[0]))
    again = await asyncio.to_thread(host.call)
    told = f"a host listens at {str(host.socket)!r} already: process {host.process.pid}"
    assert (again.returncode, told in again.stderr) == (2, True)
    host.process.terminate()
    assert await asyncio.to_thread(host.process.wait) == 0
    host.start()
    await asyncio.to_thread(host.wait_until_it_listens)
    await until(lambda: all(person.client.up for person in people))
    await play(tables, str(tables[1].game.position.legal_moves()[0]))
    status = await asyncio.to_thread(host.call, "status")
    assert (status.returncode, status.stderr) == (0, "")
    first, *lines = status.stdout.splitlines()
    assert first == "2 people connected, 1 table"
    assert lines == [
        "anna: table 1",
        "bert: table 1",
        "table 1: veteran 300+3, anna - bert, moves 2, *, spectators 0",
    ]
    for person in people:
        await person.client.close()


@pytest.mark.slow
async def test_the_owner_decides_a_game(host):
    people, tables = await two(host)
    await play(tables, "e2e4")
    refused = await asyncio.to_thread(host.call, "adjudicate", "1", "anna")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    called = await asyncio.to_thread(host.call, "adjudicate", "1", "black")
    assert (called.returncode, called.stderr) == (0, "")
    assert called.stdout == "table 1: game over, won by Black\n"
    assert load_game(host.folder / "1-1.pgn")[0].tags["Result"] == "0-1"
    for person in people:
        await person.client.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["status"], "no host of tables at"),
        (["--watch"], "--open and --watch go with --ssh PORT"),
        (["--cores", "0"], "Invalid value for '--cores'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(tmp_path, arguments, reason):
    host = HostProcess.__new__(HostProcess)
    host.socket, host._environment = tmp_path / "none", dict(os.environ)
    result = host.call(*arguments)
    assert result.returncode == 2
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_socket_left_by_a_dead_host_is_replaced_and_nothing_else(tmp_path):
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "t.sock"))
    host = HostProcess(tmp_path)
    host.wait_until_it_listens()
    assert host.end() == 0
    assert not host.socket.exists()
    host.socket.write_text("mine")
    refused = host.call()
    assert (refused.returncode, host.socket.read_text()) == (2, "mine")
    assert "is in the way" in refused.stderr


async def test_whoever_comes_first_begins_it_and_it_ends_with_the_last(tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    path = tmp_path / "t.sock"
    client = TablesClient(path, "anna")
    options = ["--socket", str(path), "--idle-exit", "0.1"]
    await connect_or_begin(client, [*PROGRAM, "host", *options])
    assert client.name == "anna"
    await client.close()
    await until(lambda: not path.exists())
