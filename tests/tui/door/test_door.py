"""The door over SSH: who may come in, and what is there for them, with asyncssh as the client."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import socket
import sys
import termios
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import asyncssh
import pytest
from door_host import HOST, DoorHost
from makachess.core.errors import MakachessError
from makachess.play.tables.host.limits import Allowance
from makachess.play.tables.members import Members, changing, parse_key
from makachess.tui.door import helper
from makachess.tui.door.helper import Helper
from makachess.tui.door.server import (
    Door,
    DoorLimits,
    Guest,
    Visit,
    host_key,
    known_colors,
    known_terminal,
    parse_address,
    place_of,
)
from makachess.tui.door.visitor import Visitor

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory):
    host = DoorHost(
        tmp_path_factory.mktemp("door"), "anna", "bert", "carl", options=("--open", "--watch")
    )
    yield host
    host.end()


async def run(door: DoorHost, *keys: str, command: str | None, **options: object):
    async with await door.connect(*keys, **options) as connection:
        return await connection.run(command, stdin=asyncssh.DEVNULL)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2222", ("127.0.0.1", 2222)),
        ("0.0.0.0:22", ("0.0.0.0", 22)),
        ("[::1]:2222", ("::1", 2222)),
        ("*:2222", ("", 2222)),
    ],
)
def test_where_it_listens(text, found):
    assert parse_address(text) == found


@pytest.mark.parametrize("text", ["", "x", "a:1", "1:70000", "localhost:22", ":::", "٣"])
def test_where_it_cannot_listen(text):
    with pytest.raises(MakachessError, match="is not where a server can listen"):
        parse_address(text)


def test_addresses_are_counted_by_household():
    assert place_of("::ffff:192.0.2.7") == place_of("192.0.2.7") == "192.0.2.7"
    assert place_of("2001:db8::1%eth0") == place_of("2001:db8::2") == "2001:db8::/64"


def test_a_terminal_says_nothing_that_is_none():
    assert known_terminal("xterm-kitty") == "xterm-kitty"
    assert known_terminal("x\x1b[") == known_terminal("../x") == "xterm-256color"
    assert (known_colors("truecolor"), known_colors("x")) == ("truecolor", "")


async def test_the_whole_program_is_there_and_leaving_it_ends_the_connection(door):
    async with door.visit("anna") as anna:
        await anna.sees("Welcome")
        anna.press("escape")
        await anna.sees("Rules and pieces")
        assert anna.text.index("Tables") < anna.text.index("New game")
        anna.press("\x11")
        assert await anna.ends() == 0
        assert (door.home / "players" / "anna").stat().st_mode & 0o777 == 0o700


async def test_the_key_alone_decides_who_it_is(door):
    """Of several keys the one that is known counts, whatever the login is."""
    async with door.visit("stranger", "bert", login="anna") as visitor:
        await visitor.sees("Welcome")
        await visitor.sees("▌ Tables +play people")
        visitor.press("enter")
        await visitor.sees("You are bert here")


async def test_words_are_told_without_a_terminal(door):
    assert "ssh HOST status" in (await run(door, "anna", command="help")).stdout
    told = (await run(door, "carl", command="status")).stdout
    assert re.match("Here: |Nobody is here", told)


async def test_a_session_without_a_terminal_is_told_what_it_needs(door):
    done = await run(door, "anna", command=None)
    assert (done.exit_status, done.stderr) == (1, "This needs a terminal: ssh -t\n")


async def test_nobody_comes_by_a_password_or_by_words(door):
    for options in ({"password": "x"}, {"preferred_auth": "keyboard-interactive"}):
        with pytest.raises(asyncssh.PermissionDenied):
            await door.connect(login="anna", **options)
    with pytest.raises(asyncssh.PermissionDenied):
        await door.connect("stranger", login="anna")  # whose name is taken
    async with asyncio.timeout(30):
        while "a stranger was not let in, with SHA256:" not in door.log:
            await asyncio.sleep(0.02)


@pytest.mark.slow
async def test_a_newcomer_chooses_a_name_that_nobody_has(door):
    async with door.visit("dora", login="dora") as dora:
        await dora.sees(r"Name \[dora\]:")
        refused = (("Bert", "looks like 'bert'"), ("root", "is not a name"), ("x" * 50, "40"))
        for name, reason in refused:
            dora.press(name, "enter")
            await dora.sees(reason)
        assert "dora" not in Members(door.members).players
        dora.press("enter")
        await dora.sees("Welcome")
        assert len(Members(door.members).players["dora"].keys) == 1
    async with door.visit("dora", login="whoever") as again:
        await again.sees("Welcome|Tables")


@pytest.mark.slow
async def test_a_name_that_is_not_in_utf_8_is_asked_for_again(door):
    async with door.visit("fred", login="fred") as fred:
        await fred.sees("Name")
        fred.process.stdin.write(b"Fr\xe9d\r")
        await fred.sees("does not send UTF-8")
        fred.press("\x04")
        assert await fred.ends() == 2


@pytest.mark.slow
async def test_backspace_takes_back_a_letter_of_several_bytes(door):
    async with door.visit("zoe", login="root") as zoe:
        await zoe.sees("Name: ")
        zoe.press("Zoéx", "backspace", "backspace", "e", "enter")
        await zoe.sees("Welcome")
        assert "Zoe" in Members(door.members).players


@pytest.mark.slow
def test_a_full_disk_leaves_no_empty_key(tmp_path, monkeypatch):
    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("makachess.tui.door.server.force_to_disk", fail)
        with pytest.raises(MakachessError, match="No space left on device"):
            host_key(tmp_path)
    made = host_key(tmp_path)
    assert host_key(tmp_path).get_fingerprint() == made.get_fingerprint()
    assert (tmp_path / "host_key").stat().st_mode & 0o777 == 0o600


def test_a_session_that_asks_for_nothing_does_not_stay():
    sent: list[str] = []
    door = SimpleNamespace(guests=set(), limits=DoorLimits())
    guest = Guest(door)
    door.guests.add(guest)
    guest.send_away = sent.append
    guest.visits.add(Visit(door, guest))
    guest._expect_session()
    assert sent == ["no session was opened"]
    (visit,) = guest.visits
    visit.is_begun = True
    guest._expect_session()
    assert len(sent) == 1


async def test_a_visitors_process_has_few_connections_to_the_tables():
    answers: list[bytes] = []
    visit = Visit(SimpleNamespace(), SimpleNamespace(name=""))
    visit._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for _ in range(21):
        await visit._do(b"tables")
        answers.append(theirs.recv(1000))
    assert answers[19:] == [b"this cannot be asked here", b"too many connections to the tables"]
    theirs.close()
    visit._line.close()


@pytest.mark.slow
async def test_strangers_of_one_address_leave_room_for_others(door):
    most = DoorLimits().per_player
    connections = [await door.connect(name, login=name) for name in ("gina", "hugo")]
    try:
        for number in range(most):
            await connections[number % 2].create_process(term_type="xterm", encoding=None)
        with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
            await connections[0].create_process(term_type="xterm", encoding=None)
        assert "ssh HOST" in (await run(door, "anna", command="help")).stdout
    finally:
        for connection in connections:
            connection.abort()
            await connection.wait_closed()


LIMITS = DoorLimits(connections=4, per_address=3, unfinished=2, failures=2)
HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.mark.parametrize(
    ("guests", "failures", "reason"),
    [
        ([], 0, ""),
        ([(HERE, True), (HERE, False)], 1, ""),
        ([(HERE, False), (HERE, False)], 0, "too many connections from your address"),
        ([(HERE, True)] * 3, 0, "too many connections from your address"),
        ([(THERE, False)] * 3, 0, ""),
        ([(THERE, True)] * 4, 0, "the host is full"),
        ([], 2, "too many attempts from your address"),
    ],
)
def test_connections_are_limited_by_address_and_in_all(guests, failures, reason):
    came = [SimpleNamespace(place=place, is_known=known) for place, known in guests]
    door = SimpleNamespace(guests=came, limits=LIMITS, failures=Allowance(2, 0, lambda: 0.0))
    for _ in range(failures):
        door.failures.take(HERE)
    told = Door.why_full(door, HERE)
    assert reason in told
    assert bool(told) == bool(reason)
    assert "attempts" not in Door.why_full(door, THERE)


def test_a_connection_that_offers_many_keys_is_closed(door, tmp_path):
    host = SimpleNamespace(follow_members=lambda: None)
    limits = DoorLimits(keys=2)
    none = Members(tmp_path / "members")
    guest = Guest(SimpleNamespace(limits=limits, host=host, members=none, is_open=False))
    sent: list[str] = []
    guest.send_away = sent.append
    for _ in range(3):
        assert not guest.validate_public_key("x", door.key("stranger"))
    assert sent == ["too many keys"]


async def test_registrations_of_a_day_are_limited_also_at_the_same_moment(tmp_path):
    """Each has its own key, and the names are free."""
    path = tmp_path / "members"
    club = SimpleNamespace(check_free=lambda name: None)
    host = SimpleNamespace(club=club, follow_members=lambda: None)
    limits = DoorLimits(registrations=2)
    door = SimpleNamespace(
        limits=limits, is_open=True, folder=tmp_path, host=host, log=lambda line: None
    )
    door._newcomers, door._registering = Allowance(2, 0, lambda: 0.0), asyncio.Lock()

    async def register(name: str) -> str:
        key = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode()
        guest = SimpleNamespace(place=HERE, key=parse_key(key), name="")
        try:
            await Door.register(door, guest, name)
        except MakachessError as error:
            return str(error)
        return ""

    told = await asyncio.gather(*map(register, ("dora", "emil", "fritz", "gerda")))
    assert told[:2] == ["", ""]
    assert all("too many newcomers" in one for one in told[2:])
    assert list(Members(path).players) == ["dora", "emil"]


@pytest.mark.parametrize(
    ("is_open", "member", "told"), [(False, "", True), (True, "", False), (False, "anna", False)]
)
def test_a_host_says_when_nobody_can_come_in(tmp_path, is_open, member, told):
    said: list[str] = []
    members = Members(tmp_path / "members")
    if member:
        key = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode()
        members.add(member, parse_key(key))
    fingerprint = SimpleNamespace(get_fingerprint=lambda: "SHA256:1")
    door = SimpleNamespace(log=said.append, key=fingerprint, address=HERE, port=2222)
    door.members, door.is_open, door.watch = members, is_open, False
    Door._announce(door)
    assert any("makachess host add NAME --key FILE" in line for line in said) is told


async def test_a_newcomer_does_not_stay_without_a_name():
    said = []
    guests: set[Guest] = set()
    guest = Guest(SimpleNamespace(guests=guests))
    guests.add(guest)
    guest._connection = SimpleNamespace(
        disconnect=lambda code, reason: said.append(reason), abort=lambda: None
    )
    guest.name = "anna"
    guest._expect_name()
    assert said == []
    guest.name = ""
    guest._expect_name()
    assert said == ["no name was chosen"]


def test_who_sends_too_much_or_does_not_read_is_sent_away(monkeypatch):
    """As the system counts it: what asyncssh keeps of that has no limit."""
    limits, aborted = DoorLimits(received=20_000_000, unread=1 << 20), []
    members = SimpleNamespace(is_banned=lambda name: False)
    received = Allowance(limits.received, 0, lambda: 0.0)
    guest = Guest(SimpleNamespace(limits=limits, members=members, received=received))
    with socket.create_server((HOST, 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        ours, _ = listener.accept()
        with client, ours:
            guest._connection = SimpleNamespace(
                get_extra_info=lambda name: ours, abort=lambda: aborted.append(guest._unread)
            )
            for _ in range(8):  # a client that reads
                ours.sendall(bytes(1 << 19))
                guest.written += 1 << 19
                client.recv(1 << 19, socket.MSG_WAITALL)
                assert guest.why_not_stay() == ""
            assert aborted == []
            guest.written += 2 << 20  # and that does not any more
            assert guest.why_not_stay() == ""
            assert 1 << 20 < aborted[0] <= 4 << 20
            for _ in range(40):
                client.sendall(bytes(1 << 19))
                ours.recv(1 << 19, socket.MSG_WAITALL)
            assert guest.why_not_stay() == "too much has been sent"


@pytest.mark.long
async def test_what_a_client_sets_without_end_ends_its_connection_alone(door):
    async with door.visit("bert") as bert, await door.connect("anna") as connection:
        await bert.sees("Welcome|Tables")
        flood = {f"LC_{number}": "x" * 20_000 for number in range(1000)}
        with suppress(asyncssh.Error, OSError):
            await connection.create_process(term_type="xterm", env=flood, encoding=None)
        async with asyncio.timeout(30):
            await connection.wait_closed()
        bert.press("escape")
        await bert.sees("Rules and pieces|Tables")


@pytest.mark.slow
async def test_a_ban_ends_what_is_open_and_shuts_out(door):
    async with door.visit("bert") as bert:
        await bert.sees("Welcome|Tables")
        with changing(door.members) as members:
            members.ban("bert")
        assert await bert.ends() == 1
        assert b"has shut you out" in bert.output.partition(b"\x1b[?1049l")[2]
    with pytest.raises(asyncssh.PermissionDenied):
        await door.connect("bert", login="bert")
    with changing(door.members) as members:
        members.unban("bert")


@pytest.mark.slow
async def test_a_broken_file_of_members_is_told_and_changes_nothing(door):
    before = door.members.read_text()
    door.members.write_text("hello\n")
    async with asyncio.timeout(30):
        while "what was read before still holds" not in door.log:
            await asyncio.sleep(0.02)
    assert "ssh HOST" in (await run(door, "anna", command="help")).stdout
    door.members.write_text(before)


@pytest.mark.slow
async def test_a_lost_line_ends_the_program_there(door):
    async with door.visit("carl") as carl:
        await carl.sees("Welcome|Tables")
        (process,) = children(door)
    async with asyncio.timeout(30):
        while Path("/proc", process).exists():
            await asyncio.sleep(0.02)


def children(door: DoorHost) -> list[str]:
    """The processes of visitors."""
    return _children_of(_children_of(str(door.process.pid))[0])


def _children_of(process: str) -> list[str]:
    return Path("/proc", process, "task", process, "children").read_text().split()


@pytest.mark.slow
async def test_the_helper_has_one_thread_and_a_visitor_nothing_of_the_host(door):
    (process,) = _children_of(str(door.process.pid))
    assert os.listdir(f"/proc/{process}/task") == [process]
    async with door.visit("carl") as carl:
        await carl.sees("Welcome|Tables")
        (process,) = children(door)
        if os.geteuid() == 0:  # others may not look, which is as it should be
            kinds = {os.readlink(path) for path in Path(f"/proc/{process}/fd").iterdir()}
            assert (
                sum("socket:" in kind for kind in kinds) <= 4
            )  # the line, the loop's own, the tables
            assert not [kind for kind in kinds if "host_key" in kind or ".sock" in kind]
            environment = Path(f"/proc/{process}/environ").read_bytes()
            assert environment is not None
        status = Path(f"/proc/{process}/status").read_text()
        assert "NoNewPrivs:\t1" in status


@pytest.mark.slow
def test_where_nothing_can_be_forked_a_visitors_process_begins_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(helper, "SPAWNS", True)
    begun = Helper()
    terminal, theirs = os.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    ours, line = socket.socketpair()
    ended: list[int] = []
    visitor = Visitor("anna", str(tmp_path), str(tmp_path), terminal="xterm", origin="x 1 y 2")
    begun.start(visitor, theirs, line.fileno(), ended.append)
    for one in (theirs, line.detach()):
        os.close(one)
    shown = b""
    while b"Lessons" not in shown:
        assert select.select([terminal], [], [], 60)[0], shown
        shown += os.read(terminal, 4096)
    os.close(terminal)
    while not ended:
        assert select.select([begun], [], [], 60)[0]
        assert begun.hear()
    assert ended == [128 + signal.SIGHUP]
    begun.close()
    ours.close()


@pytest.mark.slow
def test_a_helper_ends_when_its_host_is_gone(monkeypatch):
    monkeypatch.setattr(helper, "PACKAGES", ())
    monkeypatch.setattr(helper, "_rehearse", lambda: asyncio.sleep(0))
    begun = Helper()
    assert Path("/proc", str(begun.process)).exists()
    begun.close()
    assert not Path("/proc", str(begun.process)).exists()


@pytest.mark.slow
def test_a_broken_file_keeps_the_host_from_beginning(tmp_path):
    from cli_calls import bad

    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "members").write_text("hello")
    where = ("--folder", tmp_path / "tables", "--socket", tmp_path / "t.sock")
    assert "members:1: a heading such as '[anna]' comes first" in bad("host", *where, "--ssh", "0")
    assert "is not where a server can listen" in bad("host", *where, "--ssh", "x")
    assert "go with --ssh" in bad("host", *where, "--open")


@pytest.mark.slow
async def test_who_looks_on_needs_no_key_and_leaves_nothing(door):
    async with door.visit(login="watch") as visitor:
        await visitor.sees("You are watch-")
        assert not list((door.home / "players").glob("watch*"))
