"""A search among some moves only, for a mate within a limit, and in the opponent's time."""

from dataclasses import replace

import pytest
from makachess.core import IllegalMoveError, Position
from makachess.core.engine import Engine, Limits, StopToken, play
from makachess.core.engine.levels import level_limits
from makachess.core.engine.stopping import PonderToken
from makachess.variants import load, names

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


@pytest.mark.parametrize("name", names())
def test_only_root_moves_are_looked_at(name: str) -> None:
    position = Position(load(name))
    engine = Engine(position.variant, hash_mb=1)
    legal = position.legal_moves()
    for kept in (legal[-1:], legal[1::2], legal[:-1]):
        best = engine.search(position, Limits(depth=2, multipv=3, root_moves=tuple(kept)))
        assert len(best.lines) == min(3, len(kept))
        assert {info.pv[0] for info in best.lines} <= set(kept)


def test_a_root_move_that_is_not_legal_is_refused() -> None:
    position = Position(load("chess"))
    other = Position(load("chess"), BACK_RANK).parse("Ra8")
    with pytest.raises(IllegalMoveError, match="'a1a8' is not legal"):
        Engine(position.variant, hash_mb=1).search(position, Limits(depth=1, root_moves=(other,)))


@pytest.mark.parametrize("level", [1, 3, 8])
def test_levels_choose_among_root_moves(level: int) -> None:
    position = Position(load("veteran"))
    kept = tuple(position.parse(text) for text in ("a2a3", "h2h3"))
    limits = level_limits(level, seed=1)
    limits = replace(limits, nodes=200, root_moves=kept)
    assert play(Engine(position.variant, hash_mb=1), position, limits).move in kept


def test_the_mate_that_is_looked_for_ends_the_search() -> None:
    position = Position(load("chess"), BACK_RANK)
    best = Engine(position.variant, hash_mb=1).search(position, Limits(depth=30, mate=1))
    assert best.lines[0].score.mate == 1
    assert best.lines[0].depth < 4


def test_no_time_runs_out_before_the_move_that_is_expected_has_come() -> None:
    position, stop, ponder = Position(load("chess")), StopToken(), PonderToken()
    engine = Engine(position.variant, hash_mb=1, clock=iter(range(10**9)).__next__)
    depths: list[int] = []

    def listen(info) -> None:
        depths.append(info.depth)
        if info.depth == 6:
            ponder.hit()

    best = engine.search(position, Limits(seconds=0.5), listen, stop, ponder)
    assert 6 in depths
    assert max(depths) < 10
    assert best.move is not None


def test_how_full_the_table_is_and_how_deep_it_looked_are_told() -> None:
    position = Position(load("chess"))
    best = Engine(position.variant, hash_mb=1).search(position, Limits(nodes=60_000))
    info = best.lines[0]
    assert info.seldepth > info.depth
    assert 50 < info.hashfull <= 1000
    few = Engine(position.variant, hash_mb=64).search(position, Limits(depth=2)).lines[0]
    assert few.hashfull < 20
