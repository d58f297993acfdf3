"""How long a low level takes: more where there is a choice, less where there is none."""

from __future__ import annotations

import random

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove, ClockLimits, Info, Score
from makachess.play.engines import AsyncEngine
from makachess.play.session import seats
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat, natural_seconds
from makachess.variants import load

CHESS = load("chess")


class Told(AsyncEngine):
    """Answers at once what it was told to."""

    def __init__(self, answer: BestMove) -> None:
        super().__init__(CHESS, "told")
        self.answer = answer

    async def _search(self, position, limits, on_info, stop) -> BestMove:
        return self.answer

    async def close(self) -> None:
        pass


def best_of(position: Position, *scores: int) -> BestMove:
    moves = position.legal_moves()
    lines = tuple(Info(2, Score(s), 1, 0.0, (m,)) for s, m in zip(scores, moves, strict=False))
    return BestMove(moves[0], lines)


def seconds(position: Position, best: BestMove, clock: ClockLimits | None = None) -> float:
    return natural_seconds(position, best, clock, random.Random(1))


def test_it_takes_longer_where_several_moves_look_good() -> None:
    position = Position(CHESS)
    clear, close = best_of(position, 500, 0, -10), best_of(position, 20, 10, 0)
    assert seconds(position, close) == pytest.approx(2 * seconds(position, clear))


def test_the_only_move_and_taking_back_are_quick() -> None:
    start = Position(CHESS)
    usual = seconds(start, best_of(start, 20, 10, 0))
    forced = Position(CHESS, "k7/1Q6/8/8/8/8/8/7K b - - 0 1")
    taken = Position(CHESS)
    for san in ("e4", "d5", "exd5"):
        taken.push(taken.parse(san))
    back = BestMove(taken.parse("Qxd5"), best_of(taken, 10, 0, -10).lines)
    assert seconds(taken, back) < usual / 2
    assert len(forced.legal_moves()) == 1
    assert seconds(forced, best_of(forced, 0)) < usual / 2


def test_a_clock_makes_it_hurry_and_never_takes_more_than_a_moves_share() -> None:
    position = Position(CHESS)
    best = best_of(position, 20, 10, 0)
    slow, fast = ClockLimits(600, 600), ClockLimits(6, 6)
    assert seconds(position, best, fast) < seconds(position, best, slow) / 5
    assert seconds(position, best, fast) <= fast.budget("white")


@pytest.mark.parametrize(
    ("level", "clock", "at_once"),
    [(1, None, True), (3, None, True), (4, None, False), (3, ClockLimits(600, 600), False)],
)
async def test_the_lowest_levels_answer_at_once_without_a_clock(
    monkeypatch: pytest.MonkeyPatch, level: int, clock: ClockLimits | None, at_once: bool
) -> None:
    rested: list[float] = []

    async def note(seconds: float) -> None:
        rested.append(seconds)

    monkeypatch.setattr(seats, "sleep", note)
    monkeypatch.setattr(seats, "SPREAD", 0)
    position = Position(CHESS)
    seat = EngineSeat(Told(best_of(position, 20, 10, 0)), Opponent(level, natural=True))
    await seat.choose(position, clock)
    assert (rested[0] <= 0.5) is at_once


@pytest.mark.parametrize(
    ("level", "seed", "natural", "rests"),
    [(3, None, True, True), (3, 1, True, False), (3, None, False, False), (9, None, True, False)],
)
async def test_only_a_low_level_without_a_seed_takes_its_time(
    monkeypatch: pytest.MonkeyPatch, level: int, seed: int | None, natural: bool, rests: bool
) -> None:
    rested: list[float] = []

    async def note(seconds: float) -> None:
        rested.append(seconds)

    monkeypatch.setattr(seats, "sleep", note)
    position = Position(CHESS)
    told = Told(best_of(position, 20, 10))
    await EngineSeat(told, Opponent(level, seed=seed, natural=natural)).choose(position)
    assert bool(rested) is rests
    assert all(0 < seconds < 60 for seconds in rested)
