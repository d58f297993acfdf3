"""A player gets another name: seats, games, bans and the folder follow, while the host runs."""

from __future__ import annotations

import pytest
from makachess.play.tables.messages.schema import (
    Claim,
    Done,
    ListTables,
    OpenTable,
    Rename,
    Sit,
    Tables,
)
from makachess.saves import load_game
from makachess.saves.restriction import own_folder
from tables_host import Times, an_inn, inn, play, refusal, restart, two, until

NAMES = ["anne", 'an"ne', "an\\ne", "[White", "Doña Elvira"]


@pytest.fixture(autouse=True)
def _(home):
    """Folders of players are those of the test."""


@pytest.mark.parametrize("new", NAMES)
async def test_games_go_on_under_the_new_name_also_after_a_restart(tmp_path, new):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place, "5+3")
        await play((white, black), "e2e4")
        await anna.client.ask(OpenTable("chess", invited="bert"), Done)
        await bert.client.ask(OpenTable("chess", invited="anna"), Done)
        owner = await place.come("", owner=True)
        await owner.client.ask(Rename("anna", new), Done)
        await until(lambda: anna.lines and anna.lines[-1].final)
        assert anna.lines[-1].reason == f"you are {new} here now"
        await until(lambda: black.entry.sitter("white").name == new)
        assert f"anna is called {new} now" in bert.notes
        for _ in range(2):
            anne = await place.come(new)
            mine = (await anne.client.ask(ListTables(mine=True), Tables)).entries
            assert sorted(entry.table for entry in mine) == [1, 2, 3]
            again = await anne.watch(1)
            ply = len(again.game.moves)
            moves = [("e7e5",), ("g1f3", "b8c6")][ply > 1]
            if again.turn == "black":
                await play((again, black), *moves[:1])
            await anne.client.close()
            await restart(place, bert)
            await until(lambda: black.entry.sitter("white").name == new)
        game, fault = load_game(place.folder / "1-1.pgn")
        assert (game.tags["White"], fault) == (new, "")
        for old in (await place.come("anna"), bert):
            await refusal(old, Rename(new, "zoe"))


async def test_absence_and_the_folder_follow(tmp_path):
    async with inn(tmp_path) as place:
        anna, _, white, black = await two(place)
        await play((white, black), "e2e4")
        folder = own_folder("anna")
        folder.mkdir(parents=True)
        (folder / "settings.toml").write_text("level = 3\n")
        owner = await place.come("", owner=True)
        await anna.client.close()
        await until(lambda: not black.entry.sitter("white").here)
        left = place.club.left("anna")
        assert left is not None
        await owner.client.ask(Rename("anna", "a.b"), Done)
        assert place.club.left("a.b") == left
        assert (own_folder("a.b") / "settings.toml").read_text() == "level = 3\n"
        assert not folder.exists()


async def test_who_is_sent_away_for_that_is_away_from_then_on(tmp_path):
    """The opponent cannot claim the game at once."""
    times = Times()
    async with an_inn(tmp_path, times) as place:
        _, bert, white, black = await two(place)
        await play((white, black), "e2e4", "e7e5")
        times.seconds += 1000
        owner = await place.come("", owner=True)
        await owner.client.ask(Rename("anna", "anne"), Done)
        assert "you can claim the game in 3:00" in await refusal(bert, Claim(1, 1, "win"))


async def test_nobody_gets_the_name_of_another(tmp_path):
    async with inn(tmp_path) as place:
        anna, *_ = await two(place)
        owner = await place.come("", owner=True)
        await anna.client.ask(OpenTable("chess", invited="carl"), Done)
        own_folder("emil").mkdir(parents=True)
        for name in ("anna", "bert", "carl", "emil"):
            told = await refusal(owner, Rename("anna", name))
            assert told == f"{name!r} is somebody's name already"
        for name in ("?", " x"):
            assert "is not a name to play under" in await refusal(owner, Rename("anna", name))
        assert anna.client.up
        assert place.club.table(1).people["white"] == "anna"


async def test_an_engine_that_is_called_alike_is_not_renamed(tmp_path):
    async with inn(tmp_path) as place:
        anna = await place.come("makachess level 1")
        table = await anna.open("chess")
        table.send(Sit(table.table, "black", 1))
        await until(lambda: not table.entry.open_seats)
        table.play("white", table.game.position.parse("e2e4"))
        await until(lambda: len(table.game.moves) == 2)
        owner = await place.come("", owner=True)
        await owner.client.ask(Rename("makachess level 1", "anna"), Done)
        text = (place.folder / "1-1.pgn").read_text()
        assert '[White "anna"]' in text
        assert '[Black "makachess level 1"]' in text
