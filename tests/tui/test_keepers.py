"""makachess host and join --status as keepers and players call them, and the files of a server."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import PROGRAM, bad, good
from makachess.play.tables.messages.schema import Done, OpenTable
from tables_host import Inn, inn, play, two, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SO_PEERCRED is Linux's")

ANNAS = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJeSoRbWt1fZYVRuDP2rrl/1pb2cz6TwkkRVJaK6DDt anna\n"
BERTS = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJQ2cz6TwkkRVJaK6DDtGJeSoRbWt1fZYVRuDP2rrl/1 bert\n"


@pytest.fixture
def club(tmp_path: Path):
    """A folder with the public keys of two people."""
    for name, key in (("anna", ANNAS), ("bert", BERTS)):
        (tmp_path / f"{name}.pub").write_text(key)
    return tmp_path


def place_of(club: Path) -> tuple[str, ...]:
    return ("host", "--socket", str(club / "t.sock"), "--folder", str(club / "tables"))


def add(club: Path, name: str, key: str = "") -> str:
    return good(*place_of(club), "add", name, "--key", club / f"{key or name}.pub")


async def keep(club: Path, *arguments: str) -> str:
    """What a keeper's call prints."""
    return await asyncio.to_thread(good, *place_of(club), *arguments)


def test_a_player_is_added_and_that_is_said(club):
    told = add(club, "anna")
    assert told.startswith("anna: key SHA256:")
    assert told.endswith(" added; 1 key\n")
    assert "was there already; 1 key" in add(club, "anna")
    assert good(*place_of(club), "add", "bert", "--key", BERTS.strip()).endswith(" added; 1 key\n")
    assert good(*place_of(club), "ban", "bert") == "bert: banned\n"
    assert good(*place_of(club), "list") == "anna: 1 key\nbert: 1 key banned\n"


NOBODY = ["", " ", "?", "x" * 41, "a\nb", "a\x1bb", " anna"]


@pytest.mark.parametrize("name", NOBODY)
def test_no_player_is_called_like_that(club, name):
    told = bad(*place_of(club), "add", "--key", club / "anna.pub", "--", name)
    assert repr(name) in told
    assert repr(name) in bad(*place_of(club), "rename", "--", "anna", name)
    assert not (club / "tables" / "members").exists()


def test_what_is_missing_or_wrong_is_said(club):
    add(club, "bert")
    where = place_of(club)
    assert "Missing option '--key'" in bad(*where, "add", "anna")
    assert "No such file" in bad(*where, "add", "anna", "--key", club / "none.pub")
    (club / "anna").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n")
    told = bad(*where, "add", "anna", "--key", club / "anna")
    assert "is a private key, which nobody should send" in told
    assert "'bert' has this key already" in bad(*where, "add", "anna", "--key", club / "bert.pub")
    assert "'anna' is not banned" in bad(*where, "unban", "anna")
    good(*where, "ban", "bert")
    assert "'bert' is banned" in bad(*where, "add", "bert", "--key", club / "anna.pub")
    (club / "tables" / "members").write_text("[bert]\nhello\n")
    assert "members:2: 'hello' is not a public key" in bad(*where, "list")


@pytest.mark.slow
async def test_a_ban_and_its_end_reach_the_running_host(club):
    async with inn(club) as place:
        anna, _, white, black = await two(place)
        await play((white, black), "e2e4")
        assert await keep(club, "ban", "anna") == "anna: banned\n"
        await until(lambda: anna.lines and anna.lines[-1].final)
        assert await keep(club, "unban", "anna") == "anna: no longer banned\n"
        await until(lambda: not place.club.is_banned("anna"))
        assert (await place.come("anna")).client.name == "anna"


async def test_a_new_name_is_that_of_key_and_games(club):
    add(club, "anna")
    async with inn(club) as place:
        _, _, white, black = await two(place)
        await play((white, black), "e2e4")
        assert "is somebody's name already" in await asyncio.to_thread(
            bad, *place_of(club), "rename", "anna", "bert"
        )
        told = await keep(club, "rename", "anna", "Doña Elvira")
        assert told == "anna is now Doña Elvira\n"
        assert place.club.table(1).people["white"] == "Doña Elvira"
        assert good(*place_of(club), "list") == "Doña Elvira: 1 key\n"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
def test_systemd_finds_no_fault_with_the_service(tmp_path):
    unit = tmp_path / "makachess.service"
    unit.write_text(good("host", "service"))
    command = ["systemd-analyze", "verify", str(unit)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert [line for line in found.stderr.splitlines() if "makachess" in line] == []


def test_without_asyncssh_it_is_said_how_to_get_it(club, monkeypatch):
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    monkeypatch.delitem(sys.modules, "makachess.tui.door.server", raising=False)
    told = bad(*place_of(club), "--ssh", "0")
    assert told == "--ssh needs the package 'asyncssh': pip install 'makachess[ssh]'"


def test_the_service_runs_this_program():
    assert f"ExecStart={sys.executable} " in good("host", "service")


def test_a_host_says_what_players_type(club):
    command = [*PROGRAM, *place_of(club), "--idle-exit", "0.01"]
    ended = subprocess.run(command, capture_output=True, text=True)
    typed = f"makachess join --socket {club / 't.sock'}"
    assert ended.stderr.splitlines()[1] == f"others on this machine type: {typed}"


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
