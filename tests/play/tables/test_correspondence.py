"""A game with days for each move: its players come and go, and so does the host."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager

import pytest
from makachess.play.tables.host.club import entries_asleep
from makachess.play.tables.messages.schema import (
    Attention,
    Done,
    ListTables,
    OpenTable,
    Resign,
    Tables,
)
from makachess.play.tables.messages.wording import SITS, calls, stage
from makachess.saves import load_game
from tables_host import Inn, Times, an_inn, finished, until

DAY = 86_400.0


class Post:
    """Two people who are never there together, and a host that seldom is."""

    def __init__(self, place: Inn, times: Times) -> None:
        self.place = place
        self.times = times

    @asynccontextmanager
    async def visit(self, name: str):
        """A player comes, and goes again."""
        person = await self.place.come(name)
        person.client.now = self.times.now
        try:
            yield person
        finally:
            await person.client.close()
            await until(lambda: name not in self.place.club.guests)

    async def move(self, name: str, move: str) -> None:
        """A player comes, makes a move, and goes again."""
        async with self.visit(name) as person:
            table = await person.watch(1)
            ply = len(table.game.moves) + 1
            table.play(table.turn, table.game.position.parse(move))
            await until(lambda: len(table.game.moves) == ply and table.sending is None)

    async def home(self, name: str) -> str:
        """What a player's home screen says."""
        async with self.visit(name) as person:
            entries = (await person.client.ask(ListTables(mine=True), Tables)).entries
            return calls(entries, name)

    async def sleep(self, days: float) -> None:
        """The host is away for so long."""
        await self.place.end()
        self.times.seconds += days * DAY
        self.place.begin()
        self.place.club.look()


@pytest.fixture
def times():
    return Times()


@asynccontextmanager
async def a_post(folder, times: Times, clock: str = "2days"):
    """Anna has opened a table, and Bert has sat down a day later."""
    async with an_inn(folder, times) as place:
        post = Post(place, times)
        async with post.visit("anna") as anna:
            await anna.client.ask(OpenTable("chess", clock=clock, color="white"), Done)
        await post.sleep(1)
        async with post.visit("bert") as bert:
            await bert.sit(1, "black")
        yield post


async def test_a_game_over_several_days(tmp_path, times):
    async with a_post(tmp_path, times) as post:
        for name, other, move in (
            ("anna", "bert", "f2f3"),
            ("bert", "anna", "e7e5"),
            ("anna", "bert", "g2g4"),
        ):
            assert (await post.home(name), await post.home(other)) == ("YOUR MOVE at 1 table", "")
            await post.sleep(1)
            times.seconds += 0.9 * DAY
            await post.place.club.sweep()
            await post.move(name, move)
        await post.move("bert", "d8h4")
        saved, _ = load_game(post.place.folder / "1-1.pgn")
        assert (saved.sans[-1], saved.result) == ("Qh4#", "0-1")
        assert await post.home("anna") == "game over at 1 table"


async def test_a_flag_falls_after_its_days_whoever_is_there(tmp_path, times):
    async with a_post(tmp_path, times) as post:
        await post.move("anna", "e2e4")
        await post.sleep(1)
        assert not post.place.club.table(1).session.over
        times.seconds += DAY - 1
        post.place.club.look()
        assert not post.place.club.table(1).session.over
        times.seconds += 1
        post.place.club.look()
        outcome = post.place.club.table(1).game.outcome
        assert (outcome.winner, outcome.reason) == ("white", "time")


async def test_both_learn_how_it_ended_however_late_they_come(tmp_path, times):
    async with a_post(tmp_path, times) as post:
        await post.move("anna", "e2e4")
        await post.sleep(2)
        for name in ("bert", "anna"):
            times.seconds += 7 * DAY
            await post.place.club.sweep()
            assert await post.home(name) == "game over at 1 table"
            async with post.visit(name) as person:
                table = await person.watch(1)
                assert (table.game.outcome.winner, table.game.outcome.reason) == ("white", "time")
            assert await post.home(name) == ""
        await post.place.club.sweep()
        times.seconds += 60
        await post.place.club.sweep()
        assert post.place.club.tables == {}


async def test_who_knows_how_a_game_has_ended_is_not_told_again_after_the_host_was_away(
    tmp_path, times
):
    async with a_post(tmp_path, times) as post:
        await post.move("anna", "e2e4")
        await post.sleep(2)
        async with post.visit("bert") as bert:
            await bert.watch(1)
        for _ in range(2):
            await post.sleep(1)
            assert await post.home("bert") == ""
            assert await post.home("anna") == "game over at 1 table"
        async with post.visit("anna") as anna:
            await anna.watch(1)
        await post.sleep(1)
        assert await post.home("anna") == ""


async def test_what_was_asked_is_still_asked_after_the_host_was_away(tmp_path, times):
    async with a_post(tmp_path, times) as post:
        await post.move("anna", "e2e4")
        async with post.visit("anna") as anna:
            table = await anna.watch(1)
            table.undo("white")
            table.offer_draw("white")
            await until(lambda: (table.takeback, table.offer) == ("white", "white"))
        await post.sleep(1)
        async with post.visit("bert") as bert:
            table = await bert.watch(1)
            assert (table.takeback, table.offer) == ("white", "white")
            table.answer_undo("black", accepted=False)
            await until(lambda: table.takeback is None)
            table.answer_draw("black", accepted=True)
            await until(lambda: table.over)
            table.ask("rematch")
            await until(lambda: table.rematch == "black")
        await post.sleep(1)
        async with post.visit("anna") as anna:
            table = await anna.watch(1)
            table.ask("rematch", accepted=True)
            await until(lambda: table.round == 2)
            assert table.person == "black"
        assert post.place.club.table(1).session.times["white"].seconds == 2 * DAY
        first, _ = load_game(finished(post.place.folder, "1-1.pgn"))
        assert (first.result, "Asked" in first.tags) == ("1/2-1/2", False)
        await post.sleep(1.5)
        assert post.place.club.table(1).session.times["white"].seconds == DAY / 2


async def test_a_move_taken_back_gives_all_days_again(tmp_path, times):
    async with a_post(tmp_path, times) as post:
        await post.move("anna", "e2e4")
        times.seconds += 1.5 * DAY
        async with post.visit("anna") as anna, post.visit("bert") as bert:
            white, black = await anna.watch(1), await bert.watch(1)
            white.undo("white")
            await until(lambda: black.takeback == "white")
            black.answer_undo("black", accepted=True)
            await until(lambda: not white.game.moves)
        await post.sleep(1.5)
        assert post.place.club.table(1).session.times["white"].seconds == DAY / 2


async def test_who_is_there_but_not_at_the_table_is_called(tmp_path, times):
    async with an_inn(tmp_path, times) as place:
        post = Post(place, times)
        async with post.visit("anna") as anna, post.visit("bert") as bert:
            await anna.client.ask(OpenTable("chess", clock="1day", color="white"), Done)
            await bert.sit(1, "black")
            await until(lambda: Attention(1, "joined") in anna.heard)
            await bert.client.ask(Resign(1, 1), Done)
            await until(lambda: Attention(1, "over") in anna.heard)


async def test_the_folder_tells_whose_move_it_is_while_no_host_runs(tmp_path, times):
    async with a_post(tmp_path, times) as post:
        await post.move("anna", "e2e4")
        (post.place.folder / "2-1.pgn").write_bytes(b"\0\xff")
        await post.place.end()
        before = sorted(path.name for path in post.place.folder.iterdir())
        (entry,) = entries_asleep(post.place.folder)
        assert (entry.table, entry.clock, entry.plies) == (1, "1/172800", 1)
        assert [stage(entry, name) <= SITS for name in ("anna", "bert", "carl")] == [
            True,
            True,
            False,
        ]
        assert [calls([entry], name) for name in ("anna", "bert")] == ["", "YOUR MOVE at 1 table"]
        assert sorted(path.name for path in post.place.folder.iterdir()) == before
        assert entries_asleep(tmp_path / "none") == []
        post.place.begin()


@pytest.mark.parametrize(
    ("year", "is_long_ago"),
    [
        ("0001", True),
        ("1969", True),
        *((year, False) for year in ("5138", "9999", "10000", "soon")),
    ],
)
async def test_a_host_goes_on_whatever_year_its_file_says_the_last_move_was_made_in(
    tmp_path, times, year, is_long_ago
):
    async with a_post(tmp_path, times) as post:
        await post.move("anna", "e2e4")
        await post.place.end()
        file = post.place.folder / "1-1.pgn"
        text = file.read_text()
        assert "MovedAt" in text
        moment = re.search(r'\[MovedAt "(.*)"\]', text)[1]
        file.write_text(text.replace(moment, f"{year}{moment[4:]}"))
        await post.sleep(1)
        club = post.place.club
        assert (club.records.damaged, club.table(1).session.over) == ([], is_long_ago)
        async with post.visit("anna") as anna:
            table = await anna.watch(1)
            due = table.standing.claim
        assert due <= times.today() + 4 * DAY
