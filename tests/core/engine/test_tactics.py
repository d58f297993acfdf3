"""Positions with one right move: the data is sound, and the engine finds the move at fixed nodes.

All proofs together take a minute or two, so the short run repeats those of ends in one or two moves
and the long run repeats all.
"""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.training.prover import Prover, path
from makachess.variants import load, names

DATA = Path(__file__).parents[3] / "play" / "puzzles"
SUITES = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(DATA.glob("*.toml"))
}
LEAST = 20  # rows of a suite
TRICKS = 6  # of them, those whose first move turns on what a captor becomes
FEW_NODES = 5_000
NODES = 100_000  # several times what most rows need, so that an honest change of the search passes


def rows(wanted, marks=()):
    """A parameter for each row that is wanted, named after its suite and its place in it."""
    for name, suite in SUITES.items():
        for number, row in enumerate(suite["position"], 1):
            if wanted(row):
                yield pytest.param(name, row, id=f"{name}-{number}", marks=marks)


def moves_to_end(row):
    return row.get("n", 9)


def is_solved(name, row, nodes):
    """Whether the engine's move is a right one."""
    position = Position(load(name), row["fen"])
    found = Engine(position.variant, hash_mb=2, model=None).search(position, Limits(nodes=nodes))
    return str(found.move) in row["moves"]


@cache
def unsolved(name):
    """The rows of a suite whose right move the engine does not find."""
    return [row for row in SUITES[name]["position"] if not is_solved(name, row, NODES)]


# --- the prover ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "n", "moves"),
    [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, ["d1d8"]),
        ("6k1/5pp1/7p/8/8/8/8/K2R4 w - - 0 1", 1, []),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", 1, ["c1c8"]),
        ("k7/8/8/1K6/8/8/8/7R w - - 0 1", 2, ["b5b6"]),
    ],
)
def test_forced_mates_are_proved(fen, n, moves):
    assert list(map(str, Prover(Position(load("chess"), fen)).winning_moves(n))) == moves


@pytest.mark.parametrize(
    ("fen", "key", "won"),
    [
        ("4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1", "d1d5", 900),
        ("4k3/8/4p3/3q4/8/8/8/K2R4 w - - 0 1", "d1d5", 400),
        ("4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1", "d1d4", None),
    ],
)
def test_gains_are_proved(fen, key, won):
    position = Position(load("chess"), fen)
    prover = Prover(position, {"Q": 900, "R": 500, "P": 100})
    assert prover.gain([position.parse(key)], 1, 300) == won


# --- the data -----------------------------------------------------------------------------------


def test_every_suite_is_of_a_game_there_is():
    assert set(SUITES) <= set(names())
    assert len(SUITES) >= 7


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_is_large_and_varied(name):
    suite = SUITES[name]["position"]
    assert len({row["fen"] for row in suite}) >= LEAST
    assert {row["kind"] == "gain" for row in suite} == {True, False}
    if load(name).promotion.by_capture:
        assert sum(row.get("trick", "later") != "later" for row in suite) >= TRICKS


@pytest.mark.parametrize("name", SUITES)
def test_key_moves_are_legal_and_all_but_one_move(name):
    for row in SUITES[name]["position"]:
        position = Position(load(name), row["fen"])
        assert position.outcome() is None
        keys = keys_of(position, row)
        assert len(keys) == len(row["moves"])
        assert len({path(move) for move in keys}) == 1


def keys_of(position, row):
    return [move for move in position.legal_moves() if str(move) in row["moves"]]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        *rows(lambda row: moves_to_end(row) == 1),
        *rows(lambda row: moves_to_end(row) == 2, pytest.mark.compiled),
        *rows(lambda row: moves_to_end(row) in (3, 4), [pytest.mark.compiled, pytest.mark.long]),
    ],
)
def test_key_moves_alone_force_the_end(name, row):
    prover = Prover(Position(load(name), row["fen"]))
    assert row["n"] == 1 or not prover.winning_moves(row["n"] - 1)
    assert sorted(map(str, prover.winning_moves(row["n"]))) == row["moves"]


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.parametrize(("name", "row"), [*rows(lambda row: row.get("n") and "line" in row)])
def test_moves_of_a_line_alone_force_the_end_against_the_longest_defence(name, row):
    position = Position(load(name), row["fen"])
    position.push(position.parse(row["moves"][0]))
    line, left = row["line"], row["n"] - 1
    assert len(line) == 2 * left
    for reply, move in zip(line[::2], line[1::2], strict=True):
        position.push(position.parse(reply))
        prover = Prover(position)
        assert left == 1 or not prover.winning_moves(left - 1)
        found = list(map(str, prover.winning_moves(left)))
        assert move in found
        assert left == 1 or len(found) == 1
        position.push(position.parse(move))
        left -= 1


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.parametrize(("name", "row"), [*rows(lambda row: not row.get("n") and "line" in row)])
def test_moves_of_a_line_gain_clearly_more_than_others(name, row):
    position = Position(load(name), row["fen"])
    position.push(position.parse(row["moves"][0]))
    for reply, move in zip(row["line"][::2], row["line"][1::2], strict=True):
        position.push(position.parse(reply))
        key, depth = position.parse(move), 2 if position.variant.files > 10 else 3
        prover = Prover(position, SUITES[name]["values"])
        assert prover.gain([key], depth, 200) is not None
        position.push(key)


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.parametrize(("name", "row"), [*rows(lambda row: row["kind"] == "gain")])
def test_key_moves_alone_gain_so_much(name, row):
    position = Position(load(name), row["fen"])
    won = Prover(position, SUITES[name]["values"]).gain(
        keys_of(position, row), row["depth"], row["margin"]
    )
    assert won is not None
    assert won >= row["margin"]


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.parametrize(("name", "row"), [*rows(lambda row: "trick" in row)])
def test_tricks_turn_on_what_a_captor_becomes(name, row):
    position = Position(load(name), row["fen"])
    keys = keys_of(position, row)
    twins = [move for move in position.legal_moves() if path(move) == path(keys[0])]
    assert len(twins) > len(keys) or not is_right_without_changes(name, row, path(keys[0]))


def is_right_without_changes(name, row, key):
    """Whether a move and no other would be the key if captures changed nothing."""
    rules = replace(load(name).promotion, by_capture=False, contagion=False)
    variant = replace(load(name), promotion=rules)
    prover = Prover(Position(variant, row["fen"]), SUITES[name]["values"])
    if row["kind"] != "gain":
        return {path(move) for move in prover.winning_moves(row["n"])} == {key}
    keys = [move for move in prover.packed_moves if path(move) == key]
    return (prover.gain(keys, row["depth"], row["margin"]) or 0) >= row["margin"]


# --- the engine ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SUITES)
def test_short_ends_are_found_at_few_nodes(name):
    ends = [row for row in SUITES[name]["position"] if moves_to_end(row) == 2][:3]
    assert sum(is_solved(name, row, FEW_NODES) for row in ends) >= 2


@pytest.mark.compiled
@pytest.mark.parametrize("name", SUITES)
def test_short_ends_are_found(name):
    assert [row for row in unsolved(name) if moves_to_end(row) <= 2] == []


@pytest.mark.compiled
@pytest.mark.parametrize("name", SUITES)
def test_nine_positions_of_ten_are_solved(name):
    assert len(unsolved(name)) <= len(SUITES[name]["position"]) / 10, unsolved(name)


@pytest.mark.compiled
def test_nineteen_positions_of_twenty_are_solved():
    total = sum(len(suite["position"]) for suite in SUITES.values())
    assert sum(len(unsolved(name)) for name in SUITES) <= total / 20
