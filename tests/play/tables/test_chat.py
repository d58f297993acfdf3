"""Chat: on disk beside the games, and there again after any end of the host."""

from __future__ import annotations

import asyncio
import os

import pytest
from makachess.play.tables.host.records import LONGEST_TALK
from makachess.play.tables.messages.schema import (
    CHAT_KEPT,
    Chat,
    Done,
    Said,
)
from tables_host import inn, play, restart, two, until


def texts(table) -> list[str]:
    return [line.text for line in table.chat]


async def test_what_was_said_is_there_after_the_host_was_away(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        await anna.client.ask(Chat(1, "hello"), Done)
        await bert.client.ask(Chat(1, "schönes Spiel ♞"), Done)
        await restart(place, anna, bert)
        await until(lambda: texts(white) == texts(black) == ["hello", "schönes Spiel ♞"])
        await play((white, black), "e2e4")
        assert "hello" not in (place.folder / "1-1.pgn").read_text()
        seen = await (await place.come("carl")).watch(1)
        assert texts(seen) == texts(white)
        assert os.stat(place.folder).st_mode & 0o077 == 0


async def test_only_the_last_lines_are_kept_and_none_twice(tmp_path):
    async with inn(tmp_path, now=lambda: 0.0) as place:
        anna, bert, white, black = await two(place)
        said = [f"line {number}" for number in range(CHAT_KEPT + 10)]
        await asyncio.gather(*(anna.client.ask(Chat(1, text), Done) for text in said))
        heard = [event.line.text for event in bert.heard if isinstance(event, Said)]
        assert heard == said
        await restart(place, anna, bert)
        await until(lambda: texts(white) == texts(black) == said[-CHAT_KEPT:])


STRANGE = [
    b"rubbish\n",
    b'{"name":"anna","rank":1}\n',
    b'{"name":"anna","text":"\\u001b[2J","when":1}\n',
    b"\xff" * 100,
    b" " * (LONGEST_TALK + 1),
]


@pytest.mark.parametrize("data", STRANGE, ids=range(len(STRANGE)))
async def test_a_file_that_is_not_the_hosts_counts_for_nothing(tmp_path, data):
    async with inn(tmp_path) as place:
        anna, bert, white, _ = await two(place)
        await anna.client.ask(Chat(1, "hello"), Done)
        await place.end()
        (place.folder / "1-chat.jsonl").write_bytes(data)
        (place.folder / "9-chat.jsonl").write_bytes(data)
        place.begin()
        await until(lambda: anna.client.up and bert.client.up)
        await until(lambda: texts(white) == [])
        assert not (place.folder / "9-chat.jsonl").exists()
