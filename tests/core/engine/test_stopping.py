"""One token a search: an early stop is not missed, and a late one reaches no other search."""

from __future__ import annotations

import itertools
import random

import pytest
from makachess.core import Position
from makachess.core.engine import (
    Engine,
    Info,
    Limits,
    StopToken,
    run,
)
from makachess.core.engine.stopping import PonderToken
from makachess.core.engine.timing import ClockLimits
from makachess.variants import load, names, relative_names
from sampling import mostly_slow


def test_a_stop_calls_back_once() -> None:
    stop, heard = StopToken(), []
    with stop.on_stop(lambda: heard.append(1)):
        assert not stop.is_set
        stop.stop()
        stop.stop()
    assert stop.is_set
    assert heard == [1]


def stopped() -> StopToken:
    stop = StopToken()
    stop.stop()
    return stop


CHESS = Position(load("chess"))
ONE = (CHESS.parse("a2a3"),)
# Each of them ends before it has begun, where the clock jumps by an hour at each look.
AT_ONCE = {
    "stop": (Limits(), stopped, None),
    "stop, and pondering": (Limits(seconds=9), stopped, PonderToken),
    "stop, of one move": (Limits(root_moves=ONE), stopped, None),
    "stop, of several lines": (Limits(multipv=3), stopped, None),
    "stop, on several cores": (Limits(cores=3), stopped, None),
    "a node": (Limits(nodes=1), StopToken, None),
    "a millisecond": (Limits(seconds=0.001), StopToken, None),
    "a clock of nothing": (Limits(clock=ClockLimits(0.0, 0.0)), StopToken, None),
    "a clock of nothing, of several lines": (
        Limits(clock=ClockLimits(0.0, 0.0), multipv=3),
        StopToken,
        None,
    ),
}


@pytest.mark.parametrize("case", AT_ONCE)
def test_a_search_that_ends_at_once_has_looked_at_every_move(case: str) -> None:
    limits, stop, ponder = AT_ONCE[case]
    told: list[Info] = []
    engine = Engine(CHESS.variant, hash_mb=1, clock=itertools.count(0, 3600).__next__)
    found = engine.search(CHESS, limits, told.append, stop(), ponder and ponder())
    whole = Engine(CHESS.variant, hash_mb=1).search(
        CHESS, Limits(depth=1, root_moves=limits.root_moves)
    )
    assert told[0].depth == 1
    assert found.info in told
    assert found.move == found.info.pv[0]
    if limits.cores == 1 and limits.nodes is None:
        assert found.info.pv == whole.info.pv
        assert found.info.score == whole.info.score


@pytest.mark.parametrize(
    "name", mostly_slow([*names(), *relative_names()], ("chess", "devingt", "maka"))
)
def test_no_game_is_too_large_for_a_look(name: str) -> None:
    position = Position(load(name))
    rng = random.Random(name)
    engine = Engine(position.variant, hash_mb=1)
    while position.ply < 12 and (legal := position.legal_moves()):
        told: list[Info] = []
        found = engine.search(position, Limits(), told.append, stopped())
        assert [info.pv[0] for info in told] == [found.move]
        position.push(rng.choice(legal))


def test_captures_without_end_are_left_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "FIRST_NODES", 1)
    position = Position(load("chess"), "4k3/8/8/3q4/4P3/8/8/QQQQKQQQ w - - 0 1")
    found = Engine(position.variant, hash_mb=1).search(position, Limits(), None, stopped())
    assert found.move in position.legal_moves()


def test_a_stop_in_the_middle_ends_that_search_and_not_the_next() -> None:
    position = Position(load("chess"))
    engine = Engine(position.variant, hash_mb=1)
    stop, told = StopToken(), []

    def hear(info: Info) -> None:
        told.append(info.depth)
        if info.depth == 3:
            stop.stop()

    assert engine.search(position, Limits(), hear, stop).move in position.legal_moves()
    assert max(told) == 3
    found = engine.search(position, Limits(depth=5), None, StopToken())
    assert found.info is not None
    assert found.info.depth == 5
