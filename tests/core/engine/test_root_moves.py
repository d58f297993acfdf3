"""A search among some moves only, for a mate within a limit, and in the opponent's time."""

import threading
from dataclasses import replace

import pytest
from makachess.core import IllegalMoveError, Position
from makachess.core.engine import Engine, Info, Limits, StopToken, play
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


def test_the_best_move_is_missed_only_where_it_is_left_out() -> None:
    position = Position(load("chess"), BACK_RANK)
    engine = Engine(position.variant, hash_mb=1)
    mate = position.parse("Ra8")
    others = tuple(move for move in position.legal_moves() if move != mate)
    assert engine.search(position, Limits(depth=6, root_moves=others)).move != mate
    found = engine.search(position, Limits(depth=6, root_moves=(*others[:3], mate)))
    assert (found.move, found.lines[0].score.mate) == (mate, 1)


def test_a_depth_begins_with_the_best_root_move_of_the_one_before() -> None:
    # So a depth that is stopped has looked at that one at least.
    fen = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1BP1/2P1PN2/PP3P1P/RN1QKB1R w KQkq - 0 6"
    position = Position(load("chess"), fen)
    kept = tuple(move for move in position.legal_moves() if str(move) != "a2a3")
    for nodes in range(400, 3000, 200):
        lines: list[Info] = []
        engine = Engine(position.variant, hash_mb=1)
        engine.search(position, Limits(nodes=nodes, root_moves=kept), lines.append)
        before, last = lines[-2:]
        assert last.pv[0] == before.pv[0] or last.score.value > before.score.value - 60


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


def test_what_is_pondered_is_stopped() -> None:
    position, stop = Position(load("chess")), StopToken()
    threading.Timer(0.05, stop.stop).start()
    limits = Limits(seconds=0.001)
    assert Engine(position.variant, hash_mb=1).search(position, limits, None, stop, PonderToken())


def test_how_full_the_table_is_and_how_deep_it_looked_are_told() -> None:
    position = Position(load("chess"))
    best = Engine(position.variant, hash_mb=1).search(position, Limits(nodes=60_000))
    info = best.lines[0]
    assert info.seldepth > info.depth
    assert 50 < info.hashfull <= 1000
    few = Engine(position.variant, hash_mb=64).search(position, Limits(depth=2)).lines[0]
    assert few.hashfull < 20
