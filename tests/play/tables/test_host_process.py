"""The host as a program: killed, replaced, begun twice, ended by a signal or for want of guests."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from contextlib import suppress
from tempfile import TemporaryFile

import pytest
from cli_calls import PROGRAM
from host_process import HostProcess
from makachess.core import MakachessError
from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.host import desk
from makachess.play.tables.place import connect_or_begin
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


@pytest.mark.terminal
async def test_killed_again_and_again_it_goes_on_with_every_announced_move(host):
    people, tables = await two(host)
    for ply in range(1, 7):
        mover = tables[0] if tables[0].persons_turn else tables[1]
        await play(tables, str(mover.game.position.legal_moves()[ply]))
        host.kill()
        saved, fault = load_game(host.folder / "1-1.pgn")
        assert (len(saved.moves), fault) == (ply, "")
        host.start()
        await until(lambda: all(person.client.up for person in people))
        await until(lambda: any(table.persons_turn for table in tables))
    assert tables[0].game.sans == tables[1].game.sans == saved.sans
    for person in people:
        await person.client.close()


@pytest.mark.terminal
async def test_a_new_one_takes_over_and_says_what_it_has(host):
    people, tables = await two(host)
    await play(tables, str(tables[0].game.position.legal_moves()[0]))
    old = host.process
    host.start("--replace")
    await asyncio.to_thread(host.wait_until_it_listens)
    assert old.wait() == 0
    await until(lambda: all(person.client.up for person in people))
    await play(tables, str(tables[1].game.position.legal_moves()[0]))
    status = await asyncio.to_thread(host.call, "--status", "--list", "--accounts")
    assert (status.returncode, status.stderr) == (0, "")
    lines = status.stdout.splitlines()
    assert f"process {host.process.pid}" in lines[0]
    assert lines[1] == "tables 1, games being played 1"
    assert lines[3] == "engines 0: thinking 0 of at most 1, waiting for their turn 0"
    assert lines[4] == "1: veteran 300+3, anna - bert, moves 2, *, spectators 0"
    assert "anna: clients 1, tables 1" in lines
    for person in people:
        await person.client.close()


@pytest.mark.terminal
async def test_the_owner_decides_a_game_and_closes_its_table_in_one_call(host):
    people, tables = await two(host)
    await play(tables, "e2e4")
    refused = await asyncio.to_thread(host.call, "--adjudicate", "1", "anna")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    called = await asyncio.to_thread(host.call, "--adjudicate", "1", "black", "--close", "1")
    assert (called.returncode, called.stderr) == (0, "")
    (path,) = host.folder.glob("finished/*/1-1.pgn")
    assert load_game(path)[0].tags["Result"] == "0-1"
    assert (await asyncio.to_thread(host.call, "--list")).stdout == ""
    for person in people:
        await person.client.close()


@pytest.mark.terminal
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--status"], "no host of tables at"),
        (["--trust", "no such user"], "'no such user' is not a user of this system"),
        (["--tables", "0"], "Invalid value for '--tables'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(tmp_path, arguments, reason):
    host = HostProcess.__new__(HostProcess)
    host.socket, host._environment = tmp_path / "none", dict(os.environ)
    result = host.call(*arguments)
    assert result.returncode == 2
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.terminal
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
    client = TablesClient(tmp_path / "t.sock", "anna")
    options = ["--socket", str(client.socket), "--idle-exit", "0.1"]
    welcome = await connect_or_begin(client, [*PROGRAM, "host", *options])
    assert welcome.name == "anna"
    await client.close()
    await until(lambda: not client.socket.exists())


@pytest.mark.terminal
async def test_a_socket_of_systemd_is_taken_and_left_where_it_is(tmp_path):
    path = tmp_path / "t.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        hand_over = (
            "import os, sys; os.dup2(int(sys.argv[1]), 3, inheritable=True); "
            "os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid())); "
            "os.execv(sys.argv[2], sys.argv[2:])"
        )
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", hand_over, str(listener.fileno()), *PROGRAM),
            *("host", "--folder", str(tmp_path / "tables"), "--idle-exit", "0.1"),
            pass_fds=(listener.fileno(),),
            stderr=asyncio.subprocess.PIPE,
        )
        person = Person(path, "anna")
        await person.client.connect()
        await person.client.close()
        _, log = await process.communicate()
    assert (process.returncode, path.exists()) == (0, True)
    assert b"nobody has been here" in log


def unix_stream():
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)


@pytest.mark.parametrize(
    ("count", "handed_over", "told"),
    [
        ("0", unix_stream, "LISTEN_FDS='0': the host takes one socket"),
        ("2", unix_stream, "LISTEN_FDS='2': the host takes one socket"),
        ("", unix_stream, "LISTEN_FDS='': the host takes one socket"),
        (
            "1",
            lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
            "not a stream of the Unix domain",
        ),
        (
            "1",
            lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
            "not a stream of the Unix domain",
        ),
        ("1", TemporaryFile, "not a socket: Socket operation on non-socket"),
    ],
)
def test_what_systemd_hands_over_must_be_one_stream(monkeypatch, count, handed_over, told):
    with handed_over() as given:
        number = os.dup(given.fileno())
    monkeypatch.setattr(desk, "FIRST_INHERITED", number)
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", count)
    try:
        with pytest.raises(MakachessError, match=told):
            desk.inherited_listener()
    finally:
        with suppress(OSError):  # what it has refused it has closed
            os.close(number)


@pytest.mark.terminal
def test_a_second_host_is_refused(host, tmp_path):
    second = host.call()
    assert second.returncode == 2
    assert second.stderr.strip().endswith(f"a host listens at {str(host.socket)!r} already")
