"""Finished games of a host: which are kept, how many a day, and under which names."""

from __future__ import annotations

import os

from makachess.play.tables.host.limits import Limits
from makachess.play.tables.messages.schema import (
    Ask,
    Done,
    OpenTable,
    Resign,
    Sit,
    Stand,
)
from makachess.saves import load_game
from tables_host import Times, finished, inn, play, refusal, restart, two, until

DAY = 86_400.0


async def end(place, tables) -> None:
    """A game of one move that White gives up."""
    await play(tables, "e2e4")
    tables[0].resign(tables[0].person)
    await until(lambda: all(table.over for table in tables))


async def test_nothing_is_kept_of_games_without_a_move(tmp_path):
    """By a rematch, by closing the table, and where a kill came between two games."""
    async with inn(tmp_path) as place:
        anna, bert, *_ = await two(place)
        for round in range(1, 6):
            await anna.client.ask(Resign(1, round), Done)
            await anna.client.ask(Ask(1, round, "rematch", "offer"), Done)
            await bert.client.ask(Ask(1, round, "rematch", "accept"), Done)
        await anna.client.ask(Resign(1, 6), Done)
        left = (place.folder / "1-6.pgn").read_text()
        for person in (anna, bert):
            await person.client.ask(Stand(1), Done)
        (place.folder / "2-1.pgn").write_text(left)
        (place.folder / "2-2.pgn").write_text(left)
        await restart(place, anna, bert)
        assert list(place.folder.rglob("*.pgn")) == [place.folder / "2-2.pgn"]


async def test_a_player_begins_so_many_games_a_day_whatever_is_done(tmp_path):
    """Rematches, seats, new tables and standing up get nobody more."""
    times = Times()
    limits = Limits(games=2)
    async with inn(tmp_path, limits, now=times.now, today=times.today) as place:
        anna, bert, *tables = await two(place)
        await end(place, tables)
        await anna.client.ask(Ask(1, 1, "rematch", "offer"), Done)
        await bert.client.ask(Ask(1, 1, "rematch", "accept"), Done)
        await until(lambda: tables[0].round == tables[1].round == 2)
        await end(place, tables[::-1])
        told = "has begun 2 games within a day, and more are not allowed now"
        assert told in await refusal(bert, Ask(1, 2, "rematch", "offer"))
        await bert.client.ask(Stand(1), Done)
        await anna.client.ask(Stand(1), Done)
        carl = await place.come("carl")
        await carl.open()
        assert told in await refusal(anna, OpenTable("chess"))
        assert told in await refusal(anna, Sit(2, "black"))
        times.seconds += DAY
        await anna.client.ask(Sit(2, "black"), Done)


async def test_a_host_begins_without_a_look_at_the_finished_games_of_other_days(
    tmp_path, monkeypatch
):
    """And no table gets the number of one whose game was put away on the same day."""
    times = Times()
    async with inn(tmp_path, now=times.now, today=times.today) as place:
        anna, bert, *tables = await two(place)
        await end(place, tables)
        for person in (anna, bert):
            await person.client.ask(Stand(1), Done)
        today = finished(place.folder, "1-1.pgn").parent
        for day in ("2019-12-31", "2020-01-01"):
            (today.parent / day).mkdir()
            (today.parent / day / "9-1.pgn").write_text("")
        looked, listed = [], os.listdir
        monkeypatch.setattr(os, "listdir", lambda path: looked.append(path) or listed(path))
        await restart(place, anna, bert)
        assert today in looked
        assert not [path for path in looked if path.parent == today.parent and path != today]
        assert (await anna.client.ask(OpenTable("chess"), Done)).table == 2


async def test_a_finished_game_keeps_the_names_of_those_who_played_it(tmp_path):
    """Also when they have stood up, and another player has sat down."""
    async with inn(tmp_path) as place:
        anna, bert, *tables = await two(place)
        await end(place, tables)
        await anna.client.ask(Stand(1), Done)
        carl = await place.come("carl")
        await carl.sit(1, "white")
        table = place.club.table(1)
        assert table.people == {"white": "carl", "black": "bert"}
        for person in (carl, bert):
            await person.client.ask(Stand(1), Done)
        game, fault = load_game(finished(place.folder, "1-1.pgn"))
        assert (game.tags["White"], game.tags["Black"], fault) == ("anna", "bert", "")
