"""`makachess join --status`: what waits at the tables, in a line for a shell's profile."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from cli_calls import bad, good
from makachess.play.tables.messages.schema import Done, OpenTable
from tables_host import Inn, inn, play, two

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SO_PEERCRED is Linux's")


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
