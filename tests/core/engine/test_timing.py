"""How a clock is shared out, and what it is seen to charge for a move beyond its share."""

import random

import pytest
from makachess.core import Position
from makachess.core.engine import ClockLimits, Engine, Limits
from makachess.core.engine.timing import Overhead
from makachess.variants import load


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (ClockLimits(60, 60), (60 - 0.1) / 30 - 0.01),
        (ClockLimits(60, 60, 2, 2), (58 - 0.1) / 30 + 2 - 0.01),
        (ClockLimits(60, 60, moves_to_go=40), (60 - 0.1) / 41 - 0.01),
        (ClockLimits(60, 60, overhead=1), (60 - 10) / 30 - 1),
        (ClockLimits(3, 60, 5, 5), 1.5 - 0.01),
        (ClockLimits(0.1, 60), 0),
        (ClockLimits(0.001, 60), 0),
    ],
)
def test_a_clock_is_shared_among_the_moves_to_come(clock, seconds):
    assert clock.budget("white") == pytest.approx(seconds)


@pytest.mark.parametrize(("usual", "worst"), [(0.002, 0.03), (0.008, 0.06), (0.01, 0.03)])
def test_moves_that_arrive_late_lose_no_short_game(usual, worst):
    dice, left, overhead = random.Random(0), 1.0, Overhead()
    for ply in range(0, 300, 2):
        clock = ClockLimits(left, left, 0.01, 0.01)
        overhead.hear(ply, clock, "white")
        used = clock.budget("white", overhead.seconds)
        overhead.note(ply, left - used)
        left -= used + (worst if dice.random() < 0.02 else usual * 2 * dice.random())
        assert left > 0
        left += 0.01


def hear(clock: ClockLimits, ply: int = 12, before: float = 9.0) -> float:
    """The overhead after a move at ply 10, of which this clock is then seen."""
    overhead = Overhead()
    overhead.note(10, before)
    overhead.hear(ply, clock, "black")
    return overhead.seconds


def test_overhead_is_what_the_clock_has_charged_beyond_what_was_used():
    assert hear(ClockLimits(1, 8.84, 7, 0)) == pytest.approx(0.02)
    assert hear(ClockLimits(1, 9.34, 7, 0.5)) == pytest.approx(0.02)


@pytest.mark.parametrize(
    ("clock", "ply"),
    [(ClockLimits(1, 60), 12), (ClockLimits(1, 5), 12), (ClockLimits(1, 8.84), 14)],
)
def test_a_clock_that_was_set_tells_nothing_of_overhead(clock, ply):
    assert hear(clock, ply) == 0


def test_an_engine_allots_less_where_its_clock_charges_more():
    ticks, used = iter(range(10**9)), []
    engine = Engine(load("chess"), hash_mb=1, clock=lambda: 0.05 * next(ticks))
    position = Position(engine.variant)
    for left in (10.0, 9.0, 8.0):
        begun = next(ticks)
        engine.search(position, Limits(clock=ClockLimits(left, left)))
        used.append(next(ticks) - begun)
        for _ in range(2):
            position.push(position.legal_moves()[0])
    assert used[0] > used[1] > used[2]
