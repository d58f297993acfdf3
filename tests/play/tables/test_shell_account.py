"""A user with an account on the machine, the socket and time: nothing is gained by that."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from makachess.core.spec import Variant
from makachess.play.tables.host.limits import Limits
from makachess.play.tables.host.server import account_name
from makachess.play.tables.host.table import is_name
from makachess.play.tables.messages.codec import LostError, RefusedError
from makachess.play.tables.messages.schema import (
    VERSION,
    Done,
    Leave,
    ListPresent,
    ListTables,
    OpenTable,
    Present,
    Tables,
    Watch,
)
from makachess.play.tables.place import read_secret
from makachess.saves import Game, format_game
from makachess.variants import load
from tables_host import Inn, inn, play, restart, two

NOBODY = 65534  # a user of the system that owns nothing


async def as_nobody(place: Inn, *requests: dict) -> list[dict]:
    """What the host answers to another user of the system; raises PermissionError."""
    line = socket.socket(socket.AF_UNIX)
    os.seteuid(NOBODY)
    try:
        line.connect(str(place.socket))
    except OSError:
        line.close()
        raise
    finally:
        os.seteuid(0)
    reader, writer = await asyncio.open_unix_connection(sock=line)
    answers = []
    for number, request in enumerate(requests, 1):
        writer.write(json.dumps({"id": number, **request}).encode() + b"\n")
        answers.append(json.loads(await reader.readline()))
    writer.close()
    return answers


@pytest.fixture
def open_house(tmp_path: Path) -> Path:
    """A folder that every user can reach."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o011)
    return tmp_path


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")


HELLO = {"type": "hello", "version": VERSION}


@needs_root
async def test_another_user_is_who_the_kernel_says(open_house):
    async with inn(open_house) as place:
        await two(place)
        claimed = await as_nobody(place, {**HELLO, "name": "anna"})
        assert "you cannot play as 'anna'" in claimed[0]["reason"]
        welcome, *answers = await as_nobody(
            place,
            HELLO,
            {"type": "resign", "table": 1, "round": 1},
            {"type": "sit", "table": 1, "color": "white"},
            {"type": "stand", "table": 1},
            {"type": "rename", "name": "anna", "new": "anne"},
            {"type": "adjudicate", "table": 1, "winner": "draw"},
        )
        assert (welcome["name"], welcome.get("owner", False)) == (account_name(NOBODY), False)
        assert [answer["type"] for answer in answers] == ["refused"] * 5
        assert [answer["reason"].split()[0] for answer in answers[3:]] == ["only"] * 2
        assert not place.club.table(1).session.over


@pytest.mark.parametrize(
    "name", ["", " anna", "anna ", "?", "a\nb", "a\x1b[2J", "x" * 41, "\u202ea"]
)
def test_what_nobody_is_called(name):
    assert not is_name(name)


def test_an_account_without_a_name_that_can_be_shown_has_its_number(monkeypatch):
    import pwd

    for name in ("x" * 41, "a\nb", "?"):
        entry = pwd.struct_passwd((name, "x", 7, 7, "", "/", "/bin/sh"))
        monkeypatch.setattr(pwd, "getpwuid", lambda uid, entry=entry: entry)
        assert account_name(7) == "user 7"


NAMES = ['an"na', "an\\na", "[White", "{anna}", "a;b", "makachess level 3", "*", "<>&", "♞ Ñ"]


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_looks_like_something_else_is_a_name_after_a_restart(tmp_path, name):
    async with inn(tmp_path) as place:
        anna, bert = await place.come(name), await place.come("bert")
        white = await anna.open("chess", "5+3", invited="bert")
        black = await bert.sit(1, "black")
        await play((white, black), "e2e4")
        await restart(place, anna, bert)
        await play((white, black), "e7e5", "g1f3")
        assert place.club.table(1).people == {"white": name, "black": "bert"}
        assert not place.club.table(1).has_engine


OPENED = [
    *({"options": f"move-limit={number}"} for number in ("9" * 30, "-1", "1e9", "٣", "", "0x10")),
    *({"options": text} for text in ("rules", "=", "==;;", "x=1; x=1", "a" * 1000, "rules=../x")),
    *({"clock": text} for text in ("999+999", "0+0", "-5+3", "99days", "1000+0", "٣+٣", "1" * 40)),
    *({"fen": text} for text in ("x", "8/8/8/8/8/8/8/8 w - - 0 1", "9" * 2000, "/" * 2000)),
    {"fen": "k7/8/8/8/8/8/8/K7 w - - 0 99999999999999999999"},
    {"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -5 -5"},
    *({"variant": name} for name in ("x", "a" * 40, "con", "chess-")),
    *({"invited": name} for name in ("?", "nobody at all", "'; drop")),
]


async def test_no_table_is_opened_with_nonsense_and_nothing_breaks(tmp_path):
    async with inn(tmp_path, Limits(own_tables=1000, burst=10_000)) as place:
        anna = await place.come("anna")
        for wish in OPENED:
            request = OpenTable(**{"variant": "chess", "color": "white", **wish})
            with suppress(RefusedError):
                await anna.client.ask(request, Done)
        assert anna.lines == []
        found = (await anna.client.ask(ListTables(), Tables)).entries
        assert {entry.table for entry in found} == set(place.club.tables)
        await restart(place, anna)
        assert place.club.records.damaged == []


async def test_the_same_number_for_two_requests_is_answered_twice(tmp_path):
    async with inn(tmp_path) as place:
        await two(place)
        reader, writer = await asyncio.open_unix_connection(place.socket)
        move = '{"type":"make-move","id":2,"table":1,"round":1,"ply":1,"move":"e2e4"}\n'
        key = read_secret(place.socket)
        hello = f'{{"type":"hello","id":2,"version":{VERSION},"name":"anna","key":"{key}"}}\n'
        writer.write((hello + move * 3 + '{"type":"leave","id":2,"table":1}\n').encode())
        answers = [json.loads(await reader.readline()) for _ in range(5)]
        assert [answer["type"] for answer in answers] == ["welcome", *["done"] * 4]
        assert place.club.table(1).game.sans == ("e4",)
        writer.close()


@pytest.mark.slow
async def test_no_table_waits_while_others_are_opened(tmp_path, monkeypatch):
    """All that an account can ask for at once, each as slow as can be, while two people play."""
    is_over = threading.Event()

    def load_slowly(name: str, **options: str) -> Variant:
        assert is_over.wait(60)
        return load(name, **options)

    async with inn(tmp_path) as place:
        _, _, white, black = await two(place)
        mallory = await place.come("mallory")
        monkeypatch.setattr("makachess.play.tables.host.club.load_by_name", load_slowly)
        wishes = [OpenTable("maka", options=f"move-limit={500 + n}") for n in range(4)]
        opening = [asyncio.create_task(mallory.client.ask(wish, Done)) for wish in wishes]
        await play((white, black), "e2e4", "e7e5", "g1f3")
        is_over.set()
        await asyncio.gather(*opening)


def long_game(plies: int) -> str:
    """A game between Anna and Bert that goes on, as a host has it in its folder."""
    names = {"White": "anna", "Black": "bert", "WhiteType": "human", "BlackType": "human"}
    game, dice = Game(load("maka"), None, names), random.Random(1)
    while len(game.moves) < plies:
        game.play(dice.choice(game.position.legal_moves()))
    assert game.outcome is None
    return format_game(game)


async def test_to_watch_a_long_game_counts_for_more(tmp_path):
    async with inn(tmp_path, Limits(burst=5), now=lambda: 0.0) as place:
        await place.end()
        (place.folder / "1-1.pgn").write_text(long_game(500))
        place.begin()
        carl, dora = await place.come("carl"), await place.come("dora")
        for _ in range(3):
            await carl.client.ask(Watch(1), Done)
        with pytest.raises(LostError):
            await carl.client.ask(Watch(1), Done)
        for _ in range(5):
            await dora.client.ask(Leave(1), Done)


async def test_dear_requests_count_for_more(tmp_path):
    async with inn(tmp_path, Limits(burst=20), now=lambda: 0.0) as place:
        anna, bert = await place.come("anna"), await place.come("bert")
        for _ in range(4):
            await anna.client.ask(OpenTable("chess"), Done)
        with pytest.raises(LostError):
            await anna.client.ask(OpenTable("chess"), Done)
        assert len(place.club.tables) == 4
        await bert.client.ask(ListPresent(), Present)
