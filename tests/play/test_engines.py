"""Every kind of engine behind the one interface: it reports what it finds, and stops when told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from external_programs import PATIENT, fake
from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Info, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines import (
    AsyncEngine,
    BuiltInEngine,
    ProgramEngine,
    make_engine,
)
from makachess.variants import load

VETERAN, CHESS = load("veteran"), load("chess")
LIMITS = Limits(depth=2, multipv=3)
Maker = Callable[[Variant], AsyncEngine]


def program(protocol: str) -> Maker:
    return lambda variant: ProgramEngine(variant, fake(protocol), PATIENT)


ALL = {"built-in": BuiltInEngine, "cecp": program("cecp"), "uci": program("uci")}


@pytest.fixture(params=ALL.values(), ids=ALL)
def any_maker(request: pytest.FixtureRequest) -> Maker:
    return request.param


@asynccontextmanager
async def opened(engine: AsyncEngine) -> AsyncIterator[AsyncEngine]:
    yield engine
    await engine.close()


def position(*sans: str, variant: Variant = VETERAN) -> Position:
    result = Position(variant)
    for san in sans:
        result.push(result.parse(san))
    return result


def test_a_command_is_a_program():
    assert isinstance(make_engine(VETERAN), BuiltInEngine)
    assert isinstance(make_engine(VETERAN, "cat"), ProgramEngine)


async def test_it_tells_three_lines_of_each_depth_and_comes_to_the_best():
    async with opened(BuiltInEngine(VETERAN)) as engine:
        told: list[Info] = []
        best = await engine.search(position("e4"), LIMITS, told.append)
    assert [(info.depth, info.rank) for info in told] == [(d, r) for d in (1, 2) for r in (1, 2, 3)]
    assert [info.rank for info in best.lines] == [1, 2, 3]
    assert best.move == best.lines[0].pv[0]
    assert {info.pv[0] for info in told} <= set(position("e4").legal_moves())
    assert all(len(info.pv) >= 2 for info in told[3:])


@pytest.mark.parametrize("kind", ALL)
async def test_told_to_stop_it_ends_and_looks_at_the_next_position(kind):
    async with opened(ALL[kind](CHESS)) as engine:
        for start in (position(variant=CHESS), position("e4", variant=CHESS)):
            stop = StopToken()
            best = await engine.search(start, Limits(multipv=3), lambda _, s=stop: s.stop(), stop)
            assert best.move in start.legal_moves()
        assert engine.notice == ""


async def test_a_stop_before_the_search_has_begun_is_not_missed(any_maker):
    """Without limits the search would never end."""
    async with opened(any_maker(CHESS)) as engine:
        for _ in range(3):
            stop = StopToken()
            stop.stop()
            best = await engine.search(position(variant=CHESS), Limits(), None, stop)
            assert best.lines or any_maker is not BuiltInEngine
        for _ in range(3):
            stop = StopToken()
            thought = asyncio.create_task(
                engine.search(position(variant=CHESS), Limits(), None, stop)
            )
            await asyncio.sleep(0)
            stop.stop()
            assert (await thought).lines or any_maker is not BuiltInEngine


async def test_a_stop_that_comes_late_does_not_end_the_next_search():
    async with opened(BuiltInEngine(VETERAN)) as engine:
        late = StopToken()
        await engine.search(position(), Limits(depth=1), None, late)
        depths: list[int] = []

        def hear(info: Info) -> None:
            late.stop()
            depths.append(info.depth)

        best = await engine.search(position("e4"), Limits(depth=4), hear, StopToken())
        assert depths == [1, 2, 3, 4]
        assert best.info.depth == 4


async def test_given_up_it_tells_nothing_of_the_old_position(any_maker):
    async with opened(any_maker(CHESS)) as engine:
        begun = asyncio.Event()
        thought = asyncio.create_task(
            engine.search(position(variant=CHESS), Limits(), lambda info: begun.set())
        )
        await begun.wait()
        thought.cancel()
        told: list[Info] = []
        after = position("e4", variant=CHESS)
        await engine.search(after, Limits(seconds=30, depth=2), told.append)
        assert told
        assert {info.pv[0] for info in told} <= set(after.legal_moves())


async def test_a_position_of_another_variant_is_refused(any_maker):
    async with opened(any_maker(CHESS)) as engine:
        for other in (load("maka"), load("chess", move_limit=80)):
            with pytest.raises(MakachessError, match=f"'chess'.*{other.name!r}"):
                await engine.search(Position(other), LIMITS)


async def test_no_search_begins_once_an_engine_is_closed():
    """Not even one that has been waiting for its turn."""
    engine, begun = BuiltInEngine(VETERAN), asyncio.Event()
    searches = [
        asyncio.create_task(engine.search(Position(VETERAN), Limits(), lambda _: begun.set()))
        for _ in range(2)
    ]
    await begun.wait()
    await engine.close()
    first, second = await asyncio.gather(*searches, return_exceptions=True)
    assert isinstance(first, BestMove | MakachessError)
    assert isinstance(second, MakachessError)
    with pytest.raises(MakachessError, match="has been closed"):
        await engine.search(Position(VETERAN), Limits(depth=1))
