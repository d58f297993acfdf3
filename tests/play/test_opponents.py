"""The built-in opponent in both its shapes: it answers, repeats itself with a seed, and stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from makachess.core import COMPILED, MakachessError, Position
from makachess.core.engine import Info, Score
from makachess.core.spec import Variant
from makachess.play.engines import Opponent, make_opponent
from makachess.play.engines.process import ProcessOpponent
from makachess.play.engines.thread import ThreadOpponent
from makachess.variants import load

VETERAN = load("veteran")
Maker = Callable[[Variant, int, int | None], Opponent]


@pytest.fixture(params=[ThreadOpponent, ProcessOpponent])
def maker(request: pytest.FixtureRequest) -> Maker:
    return request.param


@asynccontextmanager
async def opponent(maker: Maker, level: int, seed: int | None = 1) -> AsyncIterator[Opponent]:
    made = maker(VETERAN, level, seed)
    yield made
    await made.close()


def position(*sans: str) -> Position:
    result = Position(VETERAN)
    for san in sans:
        result.push(result.parse(san))
    return result


def test_the_shape_follows_the_kernel():
    made = make_opponent(VETERAN, 1)
    assert isinstance(made, ThreadOpponent if COMPILED else ProcessOpponent)


async def test_it_plays_a_legal_move_and_says_what_it_thinks(maker):
    async with opponent(maker, 1) as player:
        best = await player.choose(position("e4"))
        assert best.move in position("e4").legal_moves()
        assert best.info is not None


async def test_with_a_seed_it_repeats_itself(maker):
    moves = []
    for _ in range(2):
        async with opponent(maker, 1, seed=7) as player:
            moves.append((await player.choose(position("e4"))).move)
    assert moves[0] == moves[1]


async def test_both_shapes_play_the_same():
    found = []
    for maker in (ThreadOpponent, ProcessOpponent):
        async with opponent(maker, 1, seed=5) as player:
            found.append((await player.choose(position("e4", "e5", "Nf3"))).move)
    assert found[0] == found[1]


async def test_told_to_stop_it_ends_and_answers_the_next_question(maker):
    async with opponent(maker, 10, seed=None) as player:
        thought = asyncio.create_task(player.choose(position(), 300.0))
        await asyncio.sleep(0.3)
        thought.cancel()
        player.stop()
        best = await player.choose(position("e4"), 0.2)
        assert best.move in position("e4").legal_moves()


async def test_stopped_before_it_began_it_answers_the_next_question(maker):
    async with opponent(maker, 10, seed=None) as player:
        thought = asyncio.create_task(player.choose(position(), 300.0))
        await asyncio.sleep(0)
        thought.cancel()
        player.stop()
        best = await player.choose(position("e4"), 0.2)
        assert best.move in position("e4").legal_moves()


async def test_a_process_that_dies_is_an_error_and_then_replaced():
    async with opponent(ProcessOpponent, 10, seed=None) as player:
        thought = asyncio.create_task(player.choose(position(), 300.0))
        while player._engine._process is None:
            await asyncio.sleep(0.01)
        player._engine._process.kill()
        with pytest.raises(MakachessError, match="has ended"):
            await thought
        assert (await player.choose(position(), 0.2)).move is not None


@pytest.mark.parametrize(("score", "accepted"), [(-200, True), (0, False), (300, False)])
def test_a_draw_is_taken_when_things_look_bad(score, accepted):
    player = ThreadOpponent(VETERAN, 1, None)
    assert not player.accepts_draw(position())
    player._last = Info(1, Score(score), 1, 0.0, ())
    assert player.accepts_draw(position()) is accepted


def test_a_draw_is_offered_late_and_not_again_and_again():
    player = ThreadOpponent(VETERAN, 1, None)
    player._last = Info(1, Score(0), 1, 0.0, ())
    late = Position(VETERAN, "4k3/8/8/8/8/8/4V3/4K3 w - - 40 60")
    assert not player.offers_draw(position())
    assert player.offers_draw(late)
    assert not player.offers_draw(late)
