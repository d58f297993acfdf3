"""Engines at tables: they take turns to think, and no table waits while one is made."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading

import pytest
from makachess.core import Position
from makachess.core.engine import LEVELS, BestMove, ClockLimits
from makachess.core.engine.book import NO_BOOK
from makachess.core.spec import Variant
from makachess.play.background import LOWEST, compute
from makachess.play.engines import AsyncEngine, make_engine
from makachess.play.tables.host.engines import (
    HURRIED,
    EngineRoom,
    HostedEngineSeat,
)
from makachess.play.tables.messages.schema import (
    Done,
    Resign,
    Sit,
    Table,
)
from makachess.variants import load
from tables_host import Inn, Times, an_inn, play, two, until

MAKER = "makachess.play.tables.host.engines.make_engine"


class Thinker(AsyncEngine):
    """Moves when it is told to go on."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, "thinker")
        self.go_on = asyncio.Event()

    async def _search(self, position, limits, on_info, stop) -> BestMove:
        await self.go_on.wait()
        return BestMove(position.parse("e7e5"))

    async def close(self) -> None:
        pass


@pytest.fixture
def times():
    return Times()


@pytest.fixture
def thinkers(monkeypatch) -> list[Thinker]:
    """The engines made, each of which moves when it is told to go on."""
    made: list[Thinker] = []

    def make(variant: Variant) -> Thinker:
        made.append(Thinker(variant))
        return made[-1]

    monkeypatch.setattr(MAKER, make)
    monkeypatch.setattr("makachess.play.tables.host.engines.find_book", lambda *_: NO_BOOK)
    return made


async def against_engine(place: Inn, name: str, clock: str = "5+0"):
    """A player has moved at a new table, and an engine is to move."""
    person = await place.come(name)
    person.client.now = place.more["now"]
    table = await person.open("chess", clock)
    await person.client.ask(Sit(table.table, "black", 3), Done)
    await until(lambda: table.persons_turn)
    table.play("white", table.game.position.parse("e2e4"))
    await until(lambda: len(table.game.moves) == 1)
    return person, table


def waiting(place: Inn) -> int:
    """How many engines wait for their turn."""
    return place.club.engines.waiting


async def test_an_engine_that_waits_for_its_turn_loses_no_time(tmp_path, times, thinkers):
    async with an_inn(tmp_path, times) as place:
        _, first = await against_engine(place, "anna")
        await until(lambda: thinkers and first.standing.face.running)
        _, second = await against_engine(place, "bert")
        await until(lambda: second.standing.queued)
        assert (len(thinkers), waiting(place)) == (1, 1)
        assert not second.standing.face.running
        times.seconds += 100
        assert (first.times["black"].seconds, second.times["black"].seconds) == (200, 300)
        assert second.times["white"].seconds == 300
        thinkers[0].go_on.set()
        await until(lambda: len(first.game.moves) == 2 and second.standing.face.running)
        await until(lambda: len(thinkers) == 2)  # the clock runs while the engine is made
        assert waiting(place) == 0
        times.seconds += 50
        assert (first.times["white"].seconds, second.times["black"].seconds) == (250, 250)
        thinkers[1].go_on.set()
        await until(lambda: len(second.game.moves) == 2)
        assert waiting(place) == 0


async def test_who_gives_up_waiting_holds_up_nobody(tmp_path, times, thinkers):
    async with an_inn(tmp_path, times) as place:
        anna, first = await against_engine(place, "anna")
        bert, _ = await against_engine(place, "bert")
        _, third = await against_engine(place, "carl")
        assert waiting(place) == 2
        await bert.client.ask(Resign(2, 1), Done)
        await anna.client.ask(Resign(1, 1), Done)
        await until(lambda: len(thinkers) == 2 and third.standing.face.running)
        assert waiting(place) == 0
        assert first.over


async def test_no_table_waits_while_an_engine_is_made(tmp_path, times, monkeypatch):
    asked, go_on = threading.Event(), threading.Event()

    def make(*given, **more):
        asked.set()
        go_on.wait(20)
        return make_engine(*given, **more)

    monkeypatch.setattr(MAKER, make)
    monkeypatch.setattr("makachess.play.tables.host.engines.find_book", lambda *_: NO_BOOK)
    async with an_inn(tmp_path, times) as place:
        _, _, white, black = await two(place)
        try:
            carl, table = await against_engine(place, "carl")
            await until(asked.is_set)
            await play((white, black), "e2e4", "e7e5", "g1f3")
        finally:
            go_on.set()
        await until(lambda: len(table.game.moves) == 2)
        assert not any(isinstance(e, Table) and e.standing.queued for e in carl.heard)


@contextlib.asynccontextmanager
async def in_line(room: EngineRoom, *seats: HostedEngineSeat):
    """Engines that have come to a room in this order while another one thinks there."""
    order: list[HostedEngineSeat] = []

    release = asyncio.Event()

    async def first(seat: HostedEngineSeat) -> None:
        async with room.turn(seat, lambda: None):
            await release.wait()

    tasks = [asyncio.create_task(first(a_seat(10, room)))]
    for seat in seats:
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(_think(room, seat, order)))
    await asyncio.sleep(0)
    yield order
    release.set()
    await asyncio.gather(*tasks)


async def test_engines_think_in_the_order_in_which_they_come():
    room = EngineRoom(1)
    seats = [a_seat(10, room) for _ in range(12)]
    async with in_line(room, *seats) as order:
        assert room.waiting == 12
        assert all(seat.waits for seat in seats)
        assert room.longest(10) == HURRIED
    assert order == seats
    assert room.waiting == 0
    assert not any(seat.waits for seat in seats)
    assert room.longest(10) == LEVELS[10].seconds


def a_seat(level: int, room: EngineRoom) -> HostedEngineSeat:
    return HostedEngineSeat(load("chess"), level, room)


async def _think(room: EngineRoom, seat: HostedEngineSeat, order: list[HostedEngineSeat]) -> None:
    async with room.turn(seat, lambda: None):
        order.append(seat)


async def test_a_clock_with_much_time_lets_no_engine_hold_up_the_others():
    room = EngineRoom(1)
    seat, position = a_seat(10, room), Position(load("chess"))
    hour = ClockLimits(3600, 3600, 30, 30)
    assert seat.limits(position, hour).seconds_for("white") == LEVELS[10].seconds
    blitz = ClockLimits(30, 30)
    assert seat.limits(position, blitz).clock == blitz
    async with in_line(room, a_seat(3, room)):
        assert seat.limits(position, hour).seconds_for("white") == HURRIED


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux")
async def test_a_search_of_a_visitor_gives_way_and_what_is_shown_does_not(monkeypatch):
    monkeypatch.setattr("makachess.play.background.is_restricted", lambda: True)

    def priority(*_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = priority()
    assert (await compute(priority), priority()) == (LOWEST, before)
