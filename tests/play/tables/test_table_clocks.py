"""Clocks at tables: the host's time counts, also while nobody is connected or the host is away."""

from __future__ import annotations

import asyncio

import pytest
from makachess.play.tables.messages.schema import Done, MakeMove, OpenTable, Stand
from makachess.saves import load_game
from tables_host import Inn, Times, an_inn, finished, play, restart, until

DAY = 86_400.0


@pytest.fixture
def times():
    return Times()


async def two(place: Inn, clock: str):
    anna, bert = await place.come("anna"), await place.come("bert")
    for person in (anna, bert):
        person.client.now = place.more["now"]
    white = await anna.open("veteran", clock)
    black = await bert.sit(white.table, "black")
    await until(lambda: not white.entry.open_seats)
    return anna, bert, white, black


async def test_a_flag_falls_with_nobody_there(tmp_path, times):
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place, "5+3")
        await play((white, black), "e2e4")
        await anna.client.close()
        await bert.client.close()
        times.seconds += 299
        place.club.look()
        assert not place.club.table(1).session.over
        times.seconds += 1
        place.club.look()
        outcome = place.club.table(1).game.outcome
        assert (outcome.winner, outcome.reason) == ("white", "time")


async def test_a_move_that_comes_too_late_loses_by_the_hosts_clock(tmp_path, times):
    async with an_inn(tmp_path, times) as place:
        anna, _, white, black = await two(place, "1+0")
        times.seconds += 61
        await anna.client.ask(MakeMove(1, 1, 1, "e2e4"), Done)
        await until(lambda: black.over)
        assert (black.game.outcome.winner, black.game.sans) == ("black", ())
        assert white.over


@pytest.mark.parametrize("clock", ["5+3", "5d3", "1+3x40", "2days"])
async def test_clients_show_the_hosts_clock(tmp_path, times, clock):
    async with an_inn(tmp_path, times) as place:
        _, _, white, black = await two(place, clock)
        for seconds, move in ((2, "e2e4"), (30, "e7e5"), (75, "d2d3"), (45, "d7d6")):
            for passed in (1, seconds - 1):
                times.seconds += passed
                shown = place.club.table(1).session.times
                assert white.times == black.times == shown
            if clock == "1+3x40" and move == "d2d3":
                assert shown["white"].periods == 3
            await play((white, black), move)


async def test_clocks_stand_while_the_host_is_away_and_until_the_player_is_back(tmp_path, times):
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place, "5+0")
        await play((white, black), "e2e4")
        times.seconds += 100
        await bert.client.close()
        await restart(place, anna)
        times.seconds += 50
        place.club.look()
        session = place.club.table(1).session
        assert session.times["black"].seconds == 200  # thought of before is kept
        assert session.clock.running is None
        bert = await place.come("bert")
        await bert.watch(1)
        times.seconds += 20
        assert session.times["black"].seconds == 180


async def test_who_is_back_waits_for_the_other_only_so_long(tmp_path, times):
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place, "5+0")
        await play((white, black), "e2e4")
        await bert.client.close()
        await restart(place, anna)
        session = place.club.table(1).session
        place.club.look()
        times.seconds += 59
        place.club.look()
        assert session.clock.running is None
        times.seconds += 1
        place.club.look()
        assert session.clock.running == "black"


async def test_tables_that_nobody_needs_are_closed(tmp_path, times):
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place, "")
        for clock in ("", "2days"):
            await anna.client.ask(OpenTable("chess", clock=clock, color="white"), Done)
        await play((white, black), "e2e4")
        white.resign("white")
        await until(lambda: black.over)
        await anna.open("chess")
        fourth = await bert.sit(4, "black")
        await play((anna.client.tables[4], fourth), "e2e4")
        await place.club.sweep()
        assert set(place.club.tables) == {1, 2, 3, 4}
        await anna.client.close()
        await bert.client.close()
        await until(lambda: not place.club.guests)
        for seconds, left in ((59, {1, 2, 3, 4}), (1, {2, 3, 4}), (600, {3, 4}), (30 * DAY, {4})):
            times.seconds += seconds
            await place.club.sweep()
            assert set(place.club.tables) == left
        assert [path.name for path in place.folder.glob("*.pgn")] == ["4-1.pgn"]
        assert load_game(finished(place.folder, "1-1.pgn"))[0].result == "0-1"
        await place.end()
        place.begin()
        assert set(place.club.tables) == {4}
        carl = await place.come("carl")
        assert (await carl.client.ask(OpenTable("chess"), Done)).table == 5


async def test_a_seat_given_up_stops_the_clock(tmp_path, times):
    async with an_inn(tmp_path, times) as place:
        _, bert, white, _ = await two(place, "5+0")
        await bert.client.ask(Stand(1), Done)
        await until(lambda: white.entry.open_seats)
        before = white.times["white"]
        times.seconds += 1000
        place.club.look()
        await asyncio.sleep(0)
        assert not white.over
        assert white.times["white"] == before


async def test_a_finished_table_does_not_stay_for_people_who_know_how_it_ended(tmp_path):
    """They may be at the list of tables; it stays for one who is, and has not looked yet."""
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna, bert = await place.come("anna"), await place.come("bert")
        white = await anna.open("chess")
        black = await bert.sit(1, "black")
        await play((white, black), "e2e4")
        await black.close()
        await until(lambda: len(place.club.table(1).watchers) == 1)
        white.resign("white")
        await until(lambda: white.over)
        await white.close()
        await until(lambda: not place.club.table(1).watchers)
        for _ in range(2):
            times.seconds += 60
            await place.club.sweep()
        await (await bert.watch(1)).close()
        await until(lambda: not place.club.table(1).watchers)
        await place.club.sweep()
        assert place.club.tables
        times.seconds += 60
        await place.club.sweep()
        assert not place.club.tables
