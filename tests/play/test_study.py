"""What analysis tells of the position that it follows, when it rests, and what a hint says."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from learned import model_without_learning
from makachess.core import Position
from makachess.core.engine import BestMove, Info, Limits, Score
from makachess.core.engine.model import Model
from makachess.play.analysis import Effort, Findings, Hints, Study
from makachess.play.engines import BuiltInEngine
from makachess.variants import load
from told_engine import Told

VETERAN = load("veteran")
AT_ONCE = Effort(rest=0.0, lull=0.0)


async def until(is_so) -> None:
    for _ in range(1000):
        if is_so():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("waited in vain")


def after(*sans: str) -> Position:
    position = Position(VETERAN)
    for san in sans:
        position.push(position.parse(san))
    return position


def line(san: str, score: int, rank: int = 1, depth: int = 1) -> Info:
    return Info(depth, Score(score), 1, 0.0, (after().parse(san),), rank)


async def begun(told: list[Findings] | None = None) -> tuple[Study, Told]:
    analyst = Told()
    made = Study(lambda: analyst, (told if told is not None else []).append, AT_ONCE)
    made.look_at(after())
    await until(lambda: analyst.asked)
    return made, analyst


def sans(found: Findings) -> list[str]:
    return [after().san(info.pv[0]) for info in found.lines]


async def test_a_depth_replaces_the_one_before_when_all_its_lines_are_there():
    following, analyst = await begun()
    for san, rank in (("e4", 1), ("d4", 2), ("Nf3", 3)):
        analyst.handlers[0](line(san, 10 - rank, rank))
    assert sans(following.findings) == ["e4", "d4", "Nf3"]
    analyst.handlers[0](line("d4", 20, 1, depth=2))
    analyst.handlers[0](line("Nf3", 30, 2, depth=2))
    assert sans(following.findings) == ["e4", "d4", "Nf3"]
    analyst.handlers[0](line("e4", 10, 3, depth=2))
    assert sans(following.findings) == ["Nf3", "d4", "e4"]
    assert [info.rank for info in following.findings.lines] == [1, 2, 3]
    await following.close()


async def test_what_comes_late_about_another_position_is_dropped():
    following, analyst = await begun()
    following.look_at(after("e4"))
    assert analyst.stops == 1
    await until(lambda: len(analyst.asked) == 2)
    analyst.handlers[0](line("e4", 10))
    assert following.findings.lines == ()
    await following.close()


async def test_it_comes_to_rest():
    told: list[Findings] = []
    following, analyst = await begun(told)
    analyst.handlers[0](line("e4", 10))
    await until(lambda: told[-1].lines)
    assert told[-1].thinking
    analyst.answer.set_result(BestMove(None, (line("d4", 20),)))
    await until(lambda: not following.findings.thinking)
    assert sans(told[-1]) == ["d4"]
    await following.close()


async def test_the_best_move_of_the_position_followed_is_what_has_been_found():
    following, analyst = await begun()
    thought = asyncio.create_task(following.find_best(after()))
    analyst.handlers[0](line("e4", 10))
    assert (await thought).move == after().parse("e4")
    assert len(analyst.asked) == 1
    await following.close()


async def test_whoever_waits_for_a_position_that_is_left_gets_no_move():
    following, _ = await begun()
    thought = asyncio.create_task(following.find_best(after()))
    await asyncio.sleep(0)
    following.look_at(None)
    assert (await thought).move is None
    await following.close()


CHESS = load("chess")
EXCHANGE = Position(CHESS, "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1")
WINS = "wins the Bishop for the Knight"


async def test_it_is_told_by_the_model_that_the_engine_was_given():
    types = model_without_learning(CHESS).types
    model = Model({**types, "B": replace(types["B"], price=(600, 600))})
    brief, told = Effort(brief=Limits(depth=2)), []
    study = Study(lambda: BuiltInEngine(CHESS, model), lambda found: None, brief)
    asked = Hints(study, told.append)
    asked.ask(EXCHANGE, 78)
    while asked.move is None:
        await asyncio.sleep(0.001)
    assert told[-1].startswith(f"Hint: Nxd5 - {WINS}")
    await asked.close()
