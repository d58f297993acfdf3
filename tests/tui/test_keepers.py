"""makachess host and join --status as keepers and players call them, and the files of a server."""

from __future__ import annotations

import asyncio
import getpass
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import bad, call, good
from makachess.play.tables.members import KeysFile
from makachess.play.tables.messages.schema import Done, OpenTable
from tables_host import Inn, inn, play, two, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SO_PEERCRED is Linux's")

ANNAS = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJeSoRbWt1fZYVRuDP2rrl/1pb2cz6TwkkRVJaK6DDt anna\n"
BERTS = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJQ2cz6TwkkRVJaK6DDtGJeSoRbWt1fZYVRuDP2rrl/1 bert\n"


@pytest.fixture
def club(tmp_path: Path):
    """A file of keys beside the public keys of two people."""
    for name, key in (("anna", ANNAS), ("bert", BERTS)):
        (tmp_path / f"{name}.pub").write_text(key)
    return tmp_path


def add(club: Path, name: str, key: str = "") -> str:
    file = club / f"{key or name}.pub"
    return call("host", "--add", name, "--key", file, "--keys", club / "keys").stdout


async def keep(place: Inn, club: Path, *arguments: str) -> str:
    """What a keeper's call prints."""
    options = ("--socket", str(place.socket), "--keys", str(club / "keys"))
    return await asyncio.to_thread(good, "host", *options, *arguments)


def test_a_player_is_added_and_that_is_said(club):
    told = add(club, "anna")
    assert told.startswith("anna: key SHA256:")
    assert told.endswith(f" added; 1 key in {str(club / 'keys')!r}\n")
    assert "was there already; 1 key in" in add(club, "anna")
    (line,) = (club / "keys").read_text().splitlines()
    join = "join --socket /run/makachess/tables.sock --restricted --as anna"
    assert line.startswith('restrict,pty,command="LC_ALL=C.UTF-8 ')
    assert f'/makachess {join}" ssh-ed25519 ' in line


def test_that_sshd_takes_no_key_from_an_open_folder_is_said(club):
    club.chmod(0o777)
    arguments = ("host", "--add", "anna", "--key", club / "anna.pub", "--keys", club / "keys")
    told = call(*arguments).stderr
    assert told.startswith("sshd takes no key from there, since others than root can write to ")


NOBODY = ["", " ", "?", "-x", "x" * 41, "a\nb", "a\x1bb", " anna"]


@pytest.mark.parametrize("name", NOBODY)
def test_no_player_is_called_like_that(club, name):
    keys = ("--keys", club / "keys")
    told = bad("host", "--add", name, "--key", club / "anna.pub", *keys)
    assert repr(name) in told
    assert repr(name) in bad("host", "--rename", "anna", name, *keys)
    assert not (club / "keys").exists()


def test_a_player_is_not_called_like_an_account(club):
    who = getpass.getuser()
    told = bad("host", "--add", who, "--key", club / "anna.pub", "--keys", club / "keys")
    assert told == f"{who!r} is an account of this machine: a player's name must not be one"


def test_what_is_missing_or_wrong_is_said(club):
    keys = ("--keys", club / "keys")
    assert "go together" in bad("host", "--add", "anna", *keys)
    assert "go together" in bad("host", "--key", club / "anna.pub", *keys)
    assert "No such file" in bad("host", "--add", "anna", "--key", club / "none.pub", *keys)
    (club / "anna").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n")
    told = bad("host", "--add", "anna", "--key", club / "anna", *keys)
    assert "is a private key, which nobody should send" in told
    assert not (club / "keys").exists()


async def test_a_ban_shuts_the_keys_out_and_ends_what_runs(club):
    add(club, "anna")
    add(club, "bert")
    path = str(club / "keys")
    async with inn(club) as place:
        anna, _, white, black = await two(place)
        await play((white, black), "e2e4")
        join = ("join", "--socket", str(place.socket), "--restricted", "--as", "anna")
        wait = "import time; print(1, flush=True); time.sleep(99)"
        run = [sys.executable, "-c", wait, *join]
        with subprocess.Popen(run, stdout=subprocess.PIPE) as session:
            assert session.stdout is not None
            session.stdout.readline()
            told = await keep(place, club, "--ban", "anna")
            assert await asyncio.to_thread(session.wait, 30) == -15
        assert told.splitlines() == [
            f"anna: 1 key disabled in {path!r}",
            "anna: 1 session ended",
            "anna: banned from the tables, until --unban",
        ]
        await until(lambda: anna.lines and anna.lines[-1].final)
        assert [KeysFile(club / "keys").keys_of(name) for name in ("anna", "bert")] == [0, 1]
        told = await keep(place, club, "--unban", "anna")
        assert told.splitlines() == [
            f"anna: 1 key enabled again in {path!r}",
            "anna: no longer banned",
        ]
        assert KeysFile(club / "keys").keys_of("anna") == 1
        assert (await place.come("anna")).client.name == "anna"


async def test_a_new_name_is_that_of_key_and_games(club):
    add(club, "anna")
    add(club, "bert")
    async with inn(club) as place:
        _, _, white, black = await two(place)
        await play((white, black), "e2e4")
        told = await keep(place, club, "--rename", "anna", "Doña Elvira")
        assert told.splitlines() == [
            "anna is now Doña Elvira, in all games too",
            f"Doña Elvira: 1 key in {str(club / 'keys')!r}; 0 sessions ended",
        ]
        assert place.house.table(1).people["white"] == "Doña Elvira"
        assert KeysFile(club / "keys").keys_of("Doña Elvira") == 1


def test_the_files_are_printed_each_and_all():
    each = [good("host", "--print-units", name) for name in ("socket", "service", "sshd")]
    assert good("host", "--print-units") == "".join(text + "\n" for text in each)
    files = ("makachess.socket", "makachess.service", "makachess.conf")
    for text, name in zip(each, files, strict=True):
        assert text.splitlines()[0].endswith(f"/{name}")


def test_the_socket_and_the_program_are_those_that_are_used():
    own = good("host", "--print-units", "--socket", "/run/club/t.sock")
    assert "ListenStream=/run/club/t.sock\n" in own
    program = Path(sys.executable).with_name("makachess")
    assert f"ExecStart={program} host --idle-exit 600\n" in own


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
def test_systemd_finds_no_fault_with_them(tmp_path):
    for name in ("socket", "service"):
        text = good("host", "--print-units", name)
        (tmp_path / f"makachess.{name}").write_text(text.replace("games-server", "root"))
    units = [str(tmp_path / f"makachess.{name}") for name in ("socket", "service")]
    found = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    own = [line for line in found.stderr.splitlines() if "makachess" in line]
    assert own == []


async def status(socket: Path, name: str) -> str:
    """What is printed, with exit status 0."""
    call = ("join", "--status", "--socket", str(socket), "--as", name)
    return await asyncio.to_thread(good, *call)


async def game_and_invitations(place: Inn, invitations: int) -> None:
    """Black, who is bert, is to move at table 1, and invited to more."""
    anna, _, white, black = await two(place)
    await play((white, black), "e2e4")
    for _ in range(invitations):
        await anna.client.ask(OpenTable("chess", invited="bert"), Done)


@pytest.mark.parametrize(
    ("invitations", "told"),
    [
        (0, "1 game waits for you (table 1)\n"),
        (1, "2 games wait for you (tables 1 and 2)\n"),
        (2, "3 games wait for you (tables 1, 2 and 3)\n"),
    ],
)
async def test_the_games_that_wait_are_told_by_the_host_and_without_it(home, invitations, told):
    home.mkdir(parents=True, exist_ok=True)
    async with inn(home) as place:
        await game_and_invitations(place, invitations)
        assert await status(place.socket, "bert") == told
        assert await status(place.socket, "anna") == ""
    assert await status(place.socket, "bert") == told
    assert await status(place.socket, "anna") == ""
    assert not place.socket.exists()


async def test_without_any_host_or_games_there_is_nothing_to_tell(tmp_path, home):
    assert await status(tmp_path / "t.sock", "anna") == ""
    assert not (tmp_path / "t.sock").exists()


def test_a_socket_that_cannot_be_is_a_mistake():
    assert "is too long for a socket" in bad("join", "--status", "--socket", "/" + "x" * 200)


async def test_a_ban_holds_at_the_tables_where_the_keys_cannot_be_changed(club):
    async with inn(club) as place:
        anna = await place.come("anna")
        keys = ("--keys", str(club / "none" / "keys"))
        found = await asyncio.to_thread(
            call, "host", "--socket", place.socket, *keys, "--ban", "anna"
        )
        assert (found.exit_code, found.stdout.count("\n")) == (2, 1)
        assert "anna's keys may still open: " in found.stderr
        await until(lambda: anna.lines and anna.lines[-1].final)


async def test_a_name_that_the_host_refuses_leaves_the_keys_alone(club):
    add(club, "anna")
    before = (club / "keys").read_text()
    async with inn(club) as place:
        await place.come("bert")
        options = ("--socket", str(place.socket), "--keys", str(club / "keys"))
        told = await asyncio.to_thread(bad, "host", *options, "--rename", "anna", "bert")
        assert told == "'bert' is somebody's name already"
    assert (club / "keys").read_text() == before
