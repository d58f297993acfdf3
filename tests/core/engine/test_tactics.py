"""Positions with one right move: the data is sound, and the engine finds the move at fixed nodes.

All proofs together take minutes, so the short run repeats some of those of ends in one or two moves
and the long run repeats all.
"""

import math
import tomllib
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.play.prover import Prover, path
from makachess.training.puzzles import tell
from makachess.variants import load
from makachess.variants.catalogue import known_names
from sampling import mostly_slow

DATA = Path(__file__).parents[3] / "play" / "puzzles"
SUITES = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(DATA.glob("*.toml"))
}
SAMPLE = 6  # of them, those that the short run looks at; the long one looks at all
FEW_NODES = 5_000
NODES = 100_000  # several times what most rows need, so that an honest change of the search passes


def rows(wanted, marks=()):
    """A parameter for each row of a sample that is wanted, named after its suite."""
    for name in SUITES:
        for number, row in enumerate(filter(wanted, sample(name)), 1):
            yield pytest.param(name, row, id=f"{name}-{number}", marks=marks)


def sample(name):
    """Some rows of a suite, from all parts of it."""
    suite = SUITES[name]["position"]
    return suite[:: math.ceil(len(suite) / SAMPLE)]


def moves_to_end(row):
    return row.get("n", 9)


def is_solved(name, row, nodes):
    """Whether the engine's move is a right one."""
    position = Position(load(name), row["fen"])
    found = Engine(position.variant, hash_mb=2, model=None).search(position, Limits(nodes=nodes))
    return str(found.move) in row["moves"]


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


def test_every_suite_is_of_a_game_there_is():
    assert set(SUITES) <= set(known_names())
    assert len(SUITES) >= 7


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
        *rows(lambda row: moves_to_end(row) == 2, [pytest.mark.compiled]),
    ],
)
def test_key_moves_alone_force_the_end(name, row):
    prover = Prover(Position(load(name), row["fen"]))
    assert row["n"] == 1 or not prover.winning_moves(row["n"] - 1), row["fen"]
    assert sorted(map(str, prover.winning_moves(row["n"]))) == row["moves"], row["fen"]


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.parametrize("name", SUITES)
def test_every_row_is_proved(name):
    for row in SUITES[name]["position"]:
        if moves_to_end(row) <= 4:
            test_key_moves_alone_force_the_end(name, row)
        if row.get("n") and "line" in row:
            check_line(name, row)
        if row["kind"] == "gain":
            check_gain(name, row)


def check_line(name, row):
    """The moves of a line alone force the end against the longest defence."""
    position = Position(load(name), row["fen"])
    position.push(position.parse(row["moves"][0]))
    line, left = row["line"], row["n"] - 1
    assert len(line) == 2 * left
    for reply, move in zip(line[::2], line[1::2], strict=True):
        position.push(position.parse(reply))
        prover = Prover(position)
        assert left == 1 or not prover.winning_moves(left - 1), row["fen"]
        found = list(map(str, prover.winning_moves(left)))
        assert move in found, row["fen"]
        assert left == 1 or len(found) == 1, row["fen"]
        position.push(position.parse(move))
        left -= 1


def check_gain(name, row):
    """The key moves alone gain so much."""
    position = Position(load(name), row["fen"])
    won = Prover(position, SUITES[name]["values"]).gain(
        keys_of(position, row), row["depth"], row["margin"]
    )
    assert won is not None, row["fen"]
    assert won >= row["margin"]


@pytest.mark.compiled
@pytest.mark.parametrize("name", mostly_slow(SUITES, ("veteran", "grand", "cannibal")))
def test_nine_positions_of_ten_are_solved_and_all_that_end_soon(name):
    suite = SUITES[name]["position"]
    tries = FEW_NODES, NODES  # most need no more than a few
    unsolved = [row for row in suite if not any(is_solved(name, row, n) for n in tries)]
    assert len(unsolved) <= len(suite) / 10, unsolved
    assert not [row for row in unsolved if moves_to_end(row) <= 2]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    mostly_slow(SUITES, [name for name in SUITES if name not in ("maka", "macadamia", "chu")]),
)
def test_what_they_show_is_told_by_claims_as_they_are_worded_now(name):
    for row in sample(name):
        told = {key: value for key, value in row.items() if key not in ("shows", "themes")}
        told |= tell(load(name), SUITES[name]["values"], row)
        assert told == row, row["fen"]
