"""Analysts in all their shapes: they tell what they find as they find it, and end when told."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from makachess.core import COMPILED, Position
from makachess.core.engine import Info, Limits
from makachess.play.engines import Analyst, make_analyst
from makachess.play.engines.external import ExternalAnalyst
from makachess.play.engines.process import ProcessAnalyst
from makachess.play.engines.thread import ThreadAnalyst
from makachess.variants import load

VETERAN = load("veteran")
FAKE = Path(__file__).parent.parent / "fake_engine.py"
LIMITS = Limits(depth=2, multipv=3)
Maker = Callable[..., Analyst]


@pytest.fixture(params=[ThreadAnalyst, ProcessAnalyst])
def maker(request: pytest.FixtureRequest) -> Maker:
    return request.param


@asynccontextmanager
async def opened(analyst: Analyst) -> AsyncIterator[Analyst]:
    yield analyst
    await analyst.close()


def fake(protocol: str, habit: str = "none") -> str:
    return f"{sys.executable} {FAKE} {protocol} {habit}"


def position(*sans: str, variant=VETERAN) -> Position:
    result = Position(variant)
    for san in sans:
        result.push(result.parse(san))
    return result


def test_the_shape_follows_the_kernel():
    assert isinstance(make_analyst(VETERAN), ThreadAnalyst if COMPILED else ProcessAnalyst)


async def test_it_tells_three_lines_of_each_depth_and_comes_to_the_best(maker):
    async with opened(maker(VETERAN)) as analyst:
        told: list[Info] = []
        best = await analyst.analyse(position("e4"), LIMITS, told.append)
    assert [(info.depth, info.rank) for info in told] == [(d, r) for d in (1, 2) for r in (1, 2, 3)]
    assert [info.rank for info in best.lines] == [1, 2, 3]
    assert best.move == best.lines[0].pv[0]
    assert {info.pv[0] for info in told} <= set(position("e4").legal_moves())
    assert all(len(info.pv) >= 2 for info in told[3:])


async def test_both_shapes_find_the_same():
    found = []
    for maker in (ThreadAnalyst, ProcessAnalyst):
        async with opened(maker(VETERAN)) as analyst:
            best = await analyst.analyse(position("e4", "e5"), LIMITS)
            found.append([(info.score, info.pv[:8]) for info in best.lines])
    assert found[0] == found[1]


async def test_told_to_stop_it_ends_and_looks_at_the_next_position(maker):
    async with opened(maker(VETERAN)) as analyst:
        begun = asyncio.Event()
        endless = Limits(multipv=3)
        thought = asyncio.create_task(
            analyst.analyse(position(), endless, lambda info: begun.set())
        )
        await begun.wait()
        analyst.stop()
        assert (await thought).move in position().legal_moves()
        best = await analyst.analyse(position("e4"), LIMITS)
        assert best.move in position("e4").legal_moves()


async def test_given_up_it_tells_nothing_of_the_old_position(maker):
    async with opened(maker(VETERAN)) as analyst:
        begun = asyncio.Event()
        thought = asyncio.create_task(
            analyst.analyse(position(), Limits(), lambda info: begun.set())
        )
        await begun.wait()
        thought.cancel()
        analyst.stop()
        told: list[Info] = []
        await analyst.analyse(position("e4"), LIMITS, told.append)
        assert told
        assert {info.pv[0] for info in told} <= set(position("e4").legal_moves())


async def test_where_nothing_can_be_moved_it_finds_nothing(maker):
    mated = Position(VETERAN, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mated.outcome() is not None
    async with opened(maker(VETERAN)) as analyst:
        assert (await analyst.analyse(mated, LIMITS)).move is None


# --- programs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_a_program_analyses_until_it_is_stopped(protocol):
    chess = load("chess")
    told: list[Info] = []
    begun = asyncio.Event()

    def hear(info: Info) -> None:
        told.append(info)
        begun.set()

    async with opened(ExternalAnalyst(chess, fake(protocol))) as analyst:
        for start in (position(variant=chess), position("e4", variant=chess)):
            begun.clear()
            thought = asyncio.create_task(analyst.analyse(start, Limits(multipv=3), hear))
            await begun.wait()
            await asyncio.sleep(0.1)  # for it to end, if it would by itself
            assert not thought.done()
            analyst.stop()
            await thought
            assert told[-1].pv[0] in start.legal_moves()
        assert analyst.notice == ""


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_a_program_ends_when_its_time_is_up(protocol):
    chess = load("chess")
    async with opened(ExternalAnalyst(chess, fake(protocol))) as analyst:
        limits = Limits(seconds=0.1, multipv=3)
        best = await analyst.analyse(position(variant=chess), limits)
        assert best.move in position(variant=chess).legal_moves()


async def test_for_a_program_that_fails_the_built_in_analyst_goes_on():
    chess = load("chess")
    async with opened(ExternalAnalyst(chess, fake("uci", "crash"))) as analyst:
        best = await analyst.analyse(position(variant=chess), LIMITS)
        assert len(best.lines) == 3
        assert "The built-in analyst goes on" in analyst.notice
