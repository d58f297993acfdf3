"""The ten levels: repeatable with a seed, legal, and not all the same."""

import random
from collections.abc import Iterator

import pytest
from makachess.core import COMPILED, Move, Position
from makachess.core.engine import (
    Engine,
    Info,
    Limits,
    Score,
    accepts_draw,
    choose,
    level_limits,
    offers_draw,
)
from makachess.core.engine.exchanges import has_mate_in_one
from makachess.core.engine.levels import LEVELS, OWN, liking
from makachess.core.engine.report import STYLES, Sight, Skill
from makachess.play.settings import STYLES as SETTINGS_STYLES
from makachess.variants import load


def _game(level: int, seed: int, plies: int) -> list[str]:
    position = Position(load("veteran"))
    engine = Engine(position.variant, hash_mb=1, model=None)
    for _ in range(plies):
        move = choose(engine, position, level, seed=seed).move
        assert move is not None
        position.push(move)
    return [str(move) for move in position.moves]


def test_a_seed_makes_a_game_repeatable() -> None:
    assert _game(2, seed=7, plies=12) == _game(2, seed=7, plies=12)


def test_the_top_level_uses_the_time_it_is_given() -> None:
    assert level_limits(10, seconds=2.5) == Limits(seconds=2.5, skill=Skill(10))


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize(
    ("name", "fen", "mate"),
    [
        ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
        # Far away, backward and by the side that is far behind.
        ("chess", "7k/6pp/8/q7/8/8/8/4R1K1 w - - 0 1", "e1e8"),
        ("chess", "7R/8/8/8/8/1K6/8/k7 w - - 0 1", "h8h1"),
    ],
)
def test_every_level_mates_in_one(level: int, name: str, fen: str, mate: str) -> None:
    variant = load(name)
    for seed in range(4):
        found = choose(
            Engine(variant, hash_mb=1, model=None), Position(variant, fen), level, seed=seed
        )
        assert found.move is not None
        position = Position(variant, fen)
        position.push(found.move)
        outcome = position.outcome()
        assert (outcome is not None and outcome.winner != "draw") or str(found.move) == mate


def _hangs_royal(position: Position, move: Move) -> bool:
    """Whether a move lets a royal be taken, or allows a mate in one."""
    position.push(move)
    royals = position.variant.royals
    taken = any(
        (position.piece_at(square) or "").upper() in royals
        for _, square in position.threats(position.turn)
    )
    over = position.outcome() is not None
    hangs = not over and (taken or has_mate_in_one(position))
    position.pop()
    return hangs


def _positions(name: str, count: int) -> Iterator[Position]:
    """Positions after random moves, the same each time."""
    variant = load(name)
    for number in range(count):
        dice, position = random.Random(number), Position(variant)
        for _ in range(30 + number % 30):
            legal = position.legal_moves()
            if position.outcome() is not None or not legal:
                break
            position.push(dice.choice(legal))
        if position.outcome() is None:
            yield position


@pytest.mark.parametrize(
    ("name", "count"),
    [("chess", 6), ("veteran", 6), ("decimaka", 3), ("devingt", 2), ("macadamia", 2)],
)
def test_no_level_hangs_a_royal(name: str, count: int) -> None:
    levels = (1, 2, 4, 7) if COMPILED else (1, 3)
    engine = Engine(load(name), hash_mb=1, model=None)
    for number, position in enumerate(_positions(name, count if COMPILED else 2)):
        for level in levels:
            move = choose(engine, position, level, seed=number).move
            assert move is not None
            if _hangs_royal(position, move):
                told = f"level {level}, {name}, {position.fen()}: {move}"
                assert all(_hangs_royal(position, m) for m in position.legal_moves()), told


def test_a_second_look_sees_what_is_next_door() -> None:
    """The Queen would be lost at once; a King's move is all that is left to be careless with."""
    position = Position(load("chess"), "k7/8/8/3p4/4Q3/8/8/K7 w - - 0 1")
    engine = Engine(position.variant, hash_mb=1, model=None)
    for level in (1, 2, 3):
        for seed in range(8):
            move = choose(engine, position, level, seed=seed).move
            assert move is not None
            assert str(move.origin) == "e4"


def test_a_search_that_overlooks_leaves_no_trace_in_one_that_does_not() -> None:
    position = Position(load("chess"))
    engine, other = (Engine(position.variant, hash_mb=1, model=None) for _ in range(2))
    engine.search(position, Limits(depth=4, sight=Sight(90, 1, 3)))
    blind, plain = (e.search(position, Limits(depth=1)) for e in (engine, other))
    assert blind.lines[0].score == plain.lines[0].score


def test_what_is_said_of_a_level_is_what_it_does() -> None:
    assert len({level.habit for level in LEVELS.values()}) == len(LEVELS)
    assert all(len(f"like {level.words}: {level.habit}") < 78 for level in LEVELS.values())
    for levels in (LEVELS, *(LEVELS | own for own in OWN.values())):
        for number, level in levels.items():
            habit, careless = LEVELS[number].habit, level.careless or 0
            assert ("overlooks" in habit) == (level.rate > 0), number
            assert ("overlooks most" in habit) == (level.rate > 70), number
            assert ("exact" in habit) == (level.slack > 0 and not level.rate), number
            assert ("leave any piece" in habit) == (careless >= 3), number
            assert ("leave a piece" in habit) == (3 > careless >= 1.5), number
            assert ("hardly gives a piece" in habit) == (1.5 > careless >= 0.8), number
            assert ("sees your next move" in habit) <= (level.seen >= 2), number
        assert levels[7].slack * 2 == levels[6].slack  # "twice as exact"
    assert LEVELS[9].nodes == 3 * LEVELS[8].nodes  # "three times as much"
    assert level_limits(10).nodes is None  # "for as long as it may"


def test_the_styles_are_those_of_the_settings() -> None:
    assert STYLES == SETTINGS_STYLES


def test_a_wild_player_takes_where_a_calm_one_does_not() -> None:
    position = Position(load("chess"), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    taking, quiet = position.parse("exd5"), position.parse("Kd1")
    assert liking("wild", position, taking) > liking("wild", position, quiet)
    assert liking("calm", position, taking) < liking("calm", position, quiet)
    assert liking("balanced", position, taking) == 0


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
