"""Who plays in a match: engines by their text, and the clock of programs."""

import shlex
import sys
from functools import partial
from pathlib import Path

import pytest
from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, ClockLimits, Limits, level_limits
from makachess.core.engine.book import NO_BOOK
from makachess.play.engines import AsyncEngine
from makachess.training.players import (
    LONGEST,
    Contestant,
    SessionClock,
    Strength,
    make_contestant,
    parse_strength,
)
from makachess.variants import load
from makachess.variants.books import find_book


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("level:5", Strength("level", 5)),
        ("depth:4", Strength("depth", 4)),
        ("nodes:10000", Strength("nodes", 10000)),
        ("nodes:9,model=a b.model", Strength("nodes", 9, "a b.model")),
        ("level:5,model=none", Strength("level", 5, "none")),
        ("time:0.1", Strength("time", 0.1)),
        ("level:5,book=usual", Strength("level", 5, book="usual")),
        ("nodes:9,model=a,book=b c", Strength("nodes", 9, "a", "b c")),
        ("time:2,cores=3", Strength("time", 2, cores=3)),
        ("level:10,cores=2,model=a.model", Strength("level", 10, "a.model", cores=2)),
        ("level:10,model=a,cores=2", Strength("level", 10, "a,cores=2")),
        ("hachu", None),
        ("/usr/games/fairymax 20", None),
        ("nodes:3000 fairy-stockfish", None),
    ],
)
def test_engines_are_told_from_command_lines(text, strength):
    assert parse_strength(text) == strength


@pytest.mark.parametrize(
    "text",
    [
        *("level:0", "level:11", "level", "level:1.5", "level:5,model=", "depth:", "depth:0"),
        *("nodes:x", "nodes:1.5", "time:0", "time:0.001", "time:9999", "time:.5", ""),
        *("time:1,cores=0", "time:1,cores=17", "time:1,cores=", "time:1,cores=x"),
    ],
)
def test_no_engines(text):
    with pytest.raises(MakachessError):
        parse_strength(text)


@pytest.mark.parametrize(
    ("book", "opens"),
    [("", NO_BOOK), (",book=none", NO_BOOK), (",book=usual", find_book(load("veteran")))],
)
def test_the_usual_book_is_asked_for_by_name(book, opens):
    strength = parse_strength(f"depth:1{book}")
    assert strength.load(load("veteran"))[1] is opens
    assert strength.identity == strength.name == strength.specification == f"depth:1{book}"


def test_a_programs_clock_is_refilled_after_40_moves_and_keeps_what_is_left():
    clock = SessionClock(0.5)
    assert clock.limits() == ClockLimits(20, 20, moves_to_go=40)
    clock.spend(0.4)
    assert clock.limits() == ClockLimits(19.6, 19.6, moves_to_go=39)
    for _ in range(39):
        clock.limits()
        clock.spend(0.4)
    assert clock.limits().left("white") == pytest.approx(24)
    assert clock.limits().moves_to_go == 40


def test_a_programs_clock_leaves_it_the_time_of_a_move_however_long_it_took():
    clock = SessionClock(0.5)
    clock.limits()
    clock.spend(100)
    assert clock.limits() == ClockLimits(0.5, 0.5, moves_to_go=39)


async def test_a_program_is_given_nodes_where_these_stand_before_its_command():
    variant = load("chess")
    folder = Path(__file__).parents[1]
    uci = shlex.join([sys.executable, str(folder / "foreign_engine.py")])
    cecp = shlex.join([sys.executable, str(folder / "fake_engine.py"), "cecp", "none"])
    contestant = await make_contestant(f"nodes:3000 {uci}", variant)
    position, told = Position(variant), []
    contestant.engine.search = partial(watched, contestant.engine.search, told)
    assert await contestant.move(position, 0.1) in position.legal_moves()
    assert told == [Limits(nodes=3000, seconds=LONGEST)]
    await contestant.close()
    with pytest.raises(MakachessError, match="only programs that speak UCI"):
        await make_contestant(f"nodes:3000 {cecp}", variant)


async def watched(search, told, position, limits):
    """A search whose limits are noted."""
    told.append(limits)
    return await search(position, limits)


class Noting(AsyncEngine):
    """Makes the first move, and notes how long it might have thought."""

    async def _search(self, position, limits, on_info, stop):
        self.limits = limits
        return BestMove(position.legal_moves()[0])

    async def close(self):
        pass


@pytest.mark.parametrize(("seconds", "seed"), [(None, 7), (0.5, None)])
async def test_a_level_that_is_given_time_takes_it_and_no_seed(seconds, seed):
    engine = Noting(load("chess"), "noting")
    await Contestant(engine, Strength("level", 5), seed=7).move(Position(load("chess")), seconds)
    assert engine.limits == level_limits(5, seconds=seconds, seed=seed)
    assert (engine.limits.seconds, engine.limits.skill.seed) == (seconds, seed)
