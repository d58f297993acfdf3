"""The ten levels: repeatable with a seed, legal, and not all the same."""

import pytest
from makachess.core import Position
from makachess.core.engine import (
    LEVELS,
    Engine,
    Info,
    Limits,
    Score,
    accepts_draw,
    choose,
    level_limits,
    offers_draw,
)
from makachess.variants import load


def _game(level: int, seed: int, plies: int) -> list[str]:
    position = Position(load("veteran"))
    engine = Engine(position.variant, hash_mb=1)
    for _ in range(plies):
        move = choose(engine, position, level, seed=seed).move
        assert move is not None
        position.push(move)
    return [str(move) for move in position.moves]


def test_a_seed_makes_a_game_repeatable() -> None:
    assert _game(2, seed=7, plies=12) == _game(2, seed=7, plies=12)


def test_another_seed_gives_another_game() -> None:
    assert len({tuple(_game(1, seed=seed, plies=8)) for seed in range(4)}) > 1


def test_with_a_seed_no_level_looks_at_the_clock() -> None:
    assert all(level_limits(level, seed=1).seconds is None for level in LEVELS)


def test_the_top_level_uses_the_time_it_is_given() -> None:
    assert level_limits(10, seconds=2.5) == Limits(seconds=2.5)


def test_a_weak_level_still_takes_a_mate_in_one() -> None:
    position = Position(load("chess"), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    engine = Engine(position.variant, hash_mb=1)
    assert {str(choose(engine, position, 1, seed=s).move) for s in range(10)} == {"a1a8"}


def _info(centipawns: int) -> Info:
    return Info(5, Score(centipawns), 1, 0.0, ())


@pytest.mark.parametrize(
    ("centipawns", "fullmove", "accepted"),
    [(-200, 10, True), (0, 10, False), (0, 40, True), (200, 40, False)],
)
def test_a_draw_is_taken_when_behind_or_late_and_level(
    centipawns: int, fullmove: int, accepted: bool
) -> None:
    assert accepts_draw(_info(centipawns), fullmove) is accepted


def test_a_draw_is_offered_only_late_level_and_quiet() -> None:
    assert offers_draw(_info(5), 60, 30)
    assert not offers_draw(_info(5), 60, 2)
    assert not offers_draw(_info(90), 60, 30)
    assert not offers_draw(_info(5), 20, 30)
