"""One token a search: an early stop is not missed, and a late one reaches no other search."""

from __future__ import annotations

from makachess.core import Position
from makachess.core.engine import Engine, Info, Limits, StopToken
from makachess.variants import load


def test_a_stop_calls_back_once() -> None:
    stop, heard = StopToken(), []
    with stop.on_stop(lambda: heard.append(1)):
        assert not stop.is_set
        stop.stop()
        stop.stop()
    assert stop.is_set
    assert heard == [1]


def test_a_stop_that_came_before_calls_back_at_once() -> None:
    stop, heard = StopToken(), []
    stop.stop()
    with stop.on_stop(lambda: heard.append(1)):
        assert heard == [1]


def test_a_stop_that_comes_after_calls_nobody() -> None:
    stop, heard = StopToken(), []
    with stop.on_stop(lambda: heard.append(1)):
        pass
    stop.stop()
    assert heard == []


def test_a_search_stopped_before_it_begins_ends_without_a_look() -> None:
    position = Position(load("chess"))
    stop, told = StopToken(), []
    stop.stop()
    found = Engine(position.variant, hash_mb=1).search(position, Limits(), told.append, stop)
    assert told == []
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


def test_a_stop_that_comes_late_does_not_end_the_next_search() -> None:
    position = Position(load("chess"))
    engine = Engine(position.variant, hash_mb=1)
    late = StopToken()
    engine.search(position, Limits(depth=2), None, late)
    depths = []

    def hear(info: Info) -> None:
        late.stop()
        depths.append(info.depth)

    engine.search(position, Limits(depth=5), hear, StopToken())
    assert depths == [1, 2, 3, 4, 5]
