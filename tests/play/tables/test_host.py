"""A host of tables: its limits, its end and return, whom it believes, and its disk."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.host.limits import Limits
from makachess.play.tables.messages.codec import (
    LostError,
    RefusedError,
    format_message,
    parse_request,
)
from makachess.play.tables.messages.schema import (
    Adjudicate,
    Chat,
    Done,
    Gone,
    ListTables,
    OpenTable,
    Resign,
    Sit,
    Tables,
    Welcome,
)
from makachess.play.tables.place import read_secret, secret_file
from makachess.saves import load_game
from tables_host import Person, full_disk, inn, play, refusal, two, until


async def test_limits_of_an_account(tmp_path):
    async with inn(tmp_path, Limits(own_tables=2, own_clients=2)) as place:
        anna, bert = await place.come("anna"), await place.come("bert")
        for _ in range(2):
            await anna.client.ask(OpenTable("chess", color="white"), Done)
        assert "sits at 2 tables" in await refusal(anna, OpenTable("chess"))
        await bert.client.ask(OpenTable("chess", color="white"), Done)
        assert "sits at 2 tables" in await refusal(anna, Sit(3, "black"))
        await place.come("anna")
        with pytest.raises(RefusedError, match="has 2 clients"):
            await place.come("anna")


async def test_a_move_made_while_the_host_is_away_arrives_once(tmp_path):
    async with inn(tmp_path) as place:
        _, _, white, black = await two(place)
        place.club.records.write = lambda *_: None  # killed before anything was on disk
        ply = white.game.position.parse("e2e4")
        await place.end()
        await until(lambda: not white._client.up)
        white.play("white", ply)
        place.begin()
        await until(lambda: black.game.sans == white.game.sans == ("e4",))
        assert white.sending is None


async def test_nobody_is_believed_but_who_knows_the_secret_of_the_host(tmp_path):
    async with inn(tmp_path) as place:
        assert (await place.come("anna")).client.name == "anna"
        owner, other = await place.come("", owner=True), await place.come("")
        assert "there is no table" in await refusal(owner, Adjudicate(1, "draw"))
        assert "only the owner" in await refusal(other, Adjudicate(1, "draw"))
        for secret in ("", "x", "é"):
            secret_file(place.socket).write_text(secret)
            with pytest.raises(RefusedError, match="you cannot play as 'anna'"):
                await place.come("anna")
            stranger = await place.come("", owner=True)
            assert "only the owner" in await refusal(stranger, Adjudicate(1, "draw"))


async def test_who_is_known_when_coming_is_nobody_else_and_looks_on_at_most(tmp_path):
    async with inn(tmp_path) as place:
        await two(place)

        def dial(name: str, looks_on: bool = False):
            async def connect():
                secret = read_secret(place.socket)
                return await place.host.connect(name, looks_on=looks_on), secret

            return connect

        anna = Person(dial("anna"), "")
        place.people.append(anna)
        assert (await anna.client.connect()).name == "anna"
        assert "only the owner" in await refusal(anna, Adjudicate(1, "draw"))
        with pytest.raises(RefusedError, match="you cannot play as 'bert'"):
            await Person(dial("anna"), "bert").client.connect()
        looker = Person(dial("watch-1", looks_on=True), "")
        place.people.append(looker)
        await looker.client.connect()
        assert (await looker.watch(1)).entry.white.name == "anna"
        for request in (Chat(1, "hello"), OpenTable("chess"), Sit(1, "white"), Resign(1, 1)):
            assert "only looking on" in await refusal(looker, request)


async def test_players_are_told_that_the_disk_is_full_and_that_it_is_not_any_more(tmp_path):
    async with inn(tmp_path) as place:
        anna, _, white, black = await two(place)
        with full_disk(place):
            await play((white, black), "e2e4")
            assert white.standing.unsaved == black.standing.unsaved == "No space left on device"
            assert anna.notes[-1] == "The host cannot save this game: No space left on device"
        await play((white, black), "e7e5")
        assert anna.notes[-1] == "The host has saved the game again"
        assert load_game(place.folder / "1-1.pgn")[0].sans == ("e4", "e5")


async def test_a_damaged_game_stays_where_it_is_and_the_others_go_on(tmp_path):
    async with inn(tmp_path) as place:
        _, _, white, black = await two(place)
        await play((white, black), "e2e4")
        await place.end()
        damaged = '[Event "?"]\n\n1. e4 e5 2. Kd8 *\n'
        (place.folder / "2-1.pgn").write_text(damaged)
        (place.folder / "3-1.pgn").write_bytes(b"\0\xff")
        (place.folder / "4-1.pgn").write_text('[Event "?"]\n\n1. e4 -- 2. d4 *\n')
        (place.folder / "notes.pgn").write_text("mine")
        place.begin()
        assert set(place.club.tables) == {1}
        assert [said.split(":")[0] for said in place.club.records.damaged] == [
            "2-1.pgn",
            "3-1.pgn",
            "4-1.pgn",
        ]
        assert (place.folder / "2-1.pgn").read_text() == damaged
        await until(lambda: white._client.up)
        assert (await white._client.ask(OpenTable("chess"), Done)).table == 5


async def test_a_host_without_room_is_asked_again(tmp_path):
    async with inn(tmp_path, Limits(clients=1)) as place:
        anna, bert = await place.come("anna"), Person(place.socket, "bert")
        with pytest.raises(LostError, match="no room for more clients"):
            await bert.client.connect()
        await anna.client.close()
        await until(lambda: not place.club.guests)
        assert (await bert.client.connect()).name == "bert"
        await bert.client.close()


async def test_an_answer_is_heard_before_what_follows_it(tmp_path):
    """Else a list would take the place of what has been told since."""

    async def tell(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for answer in (Welcome(0, "anna"), Tables(0)):
            request = parse_request(await reader.readline())
            told = format_message(replace(answer, id=request.id)) + format_message(Gone(7))
            writer.write(told)
        await reader.read()
        writer.close()
        await writer.wait_closed()
        is_over.set()

    heard, is_over = list[object](), asyncio.Event()
    async with await asyncio.start_unix_server(tell, tmp_path / "t.sock"):
        client = TablesClient(tmp_path / "t.sock", "anna")
        await client.connect()
        client.hear = heard.append
        heard.append(await client.ask(ListTables(follow=True), Tables))
        await until(lambda: heard[-1] == Gone(7))
        await client.close()
        await is_over.wait()
    assert [type(message) for message in heard[-2:]] == [Tables, Gone]
