"""What programs ask of the engine: lines and moves, at once or beside an event loop, in turn."""

import asyncio
import subprocess
import sys
from contextlib import aclosing
from threading import Event, Thread

import pytest
from makachess.core import COMPILED, MakachessError, Position
from makachess.core.engine import Engine, Limits, StopToken, level_limits
from makachess.variants import load

CHESS = load("chess")
BACK_RANK = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
SHALLOW = Limits(depth=2)
ENDLESS = Limits()


def test_analysis_has_as_many_lines_as_asked_for_the_best_first():
    lines = Engine(CHESS).analyse(Position(CHESS, BACK_RANK), Limits(depth=3, multipv=3))
    assert [line.rank for line in lines] == [1, 2, 3]
    assert (str(lines[0].pv[0]), str(lines[0].score)) == ("e1e8", "#1")
    assert lines[0].score.value > lines[1].score.value >= lines[2].score.value


def test_a_move_is_played_by_search_or_at_a_level():
    position = Position(CHESS, BACK_RANK)
    engine = Engine(CHESS)
    assert str(engine.play(position, SHALLOW).move) == "e1e8"
    limits = level_limits(3, seed=7)
    moves = {Engine(CHESS).play(position, limits).move for _ in range(3)}
    assert len(moves) == 1
    assert position.fen() == BACK_RANK


async def test_a_search_beside_the_loop_finds_the_same():
    position = Position(CHESS, BACK_RANK)
    heard = []
    lines = await Engine(CHESS).analyse_async(position, SHALLOW, heard.append)
    assert lines == tuple(heard[-1:])
    assert [info.depth for info in heard] == [1, 2]
    best = await Engine(CHESS).play_async(position, SHALLOW)
    assert best.move == lines[0].pv[0]


async def test_the_position_may_go_on_while_it_is_searched():
    position = Position(CHESS, BACK_RANK)
    search = asyncio.ensure_future(Engine(CHESS).play_async(position, SHALLOW))
    await asyncio.sleep(0)
    position.push_san("Kb2")
    assert str((await search).move) == "e1e8"


async def test_cancelling_ends_the_search_and_frees_the_engine():
    engine, begun = Engine(CHESS), asyncio.Event()
    search = asyncio.ensure_future(
        engine.analyse_async(Position(CHESS), ENDLESS, lambda info: begun.set())
    )
    await begun.wait()
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search
    assert len(await engine.analyse_async(Position(CHESS), SHALLOW)) == 1


def test_a_search_that_nobody_ends_keeps_no_program_alive():
    """Its event loop is gone, and nobody is left to cancel it."""
    program = """
import asyncio
from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.variants import load

async def search():
    begun = asyncio.Event()
    position = Position(load("chess"))
    heard = lambda info: begun.set()
    searching = loop.create_task(Engine(position.variant).play_async(position, Limits(), heard))
    await begun.wait()

loop = asyncio.new_event_loop()
loop.run_until_complete(search())
print("over")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, "over\n")


async def test_a_stream_left_early_ends_its_search():
    engine = Engine(CHESS)
    async with aclosing(engine.stream(Position(CHESS), ENDLESS)) as stream:
        async for info in stream:
            if info.depth == 2:
                break
    assert len(await engine.analyse_async(Position(CHESS), SHALLOW)) == 1


async def test_what_a_search_raises_is_raised_here():
    position = Position(load("veteran"))
    with pytest.raises(MakachessError, match="cannot search a position of 'veteran'"):
        await Engine(CHESS).analyse_async(position, SHALLOW)
    with pytest.raises(MakachessError, match="cannot search a position of 'veteran'"):
        async for _ in Engine(CHESS).stream(position, SHALLOW):
            pass


@pytest.mark.skipif(not COMPILED, reason="uncompiled, threads only wait for each other")
def test_searches_of_one_engine_take_turns():
    """The second begins when the first has ended, and each has its own stop."""
    engine, first_begun, first_stop = Engine(CHESS), Event(), StopToken()
    ended = []

    def first():
        engine.search(Position(CHESS), ENDLESS, lambda info: first_begun.set(), first_stop)
        ended.append("first")

    def second():
        engine.search(Position(CHESS), SHALLOW)
        ended.append("second")

    threads = [Thread(target=first), Thread(target=second)]
    threads[0].start()
    first_begun.wait()
    threads[1].start()
    first_stop.stop()
    for thread in threads:
        thread.join()
    assert ended == ["first", "second"]
