"""Which moves of several squares can be answered en passant, as a file says it."""

from __future__ import annotations

import random

import pytest
from makachess.core import InvalidFenError, Position
from makachess.variants import check_file, load, load_file
from naive import compare
from sampling import mostly_slow

PAWN = """\
extends = "chess"
[pieces.P]
betza = "{betza}"
passed = "{passed}"
description = "A Pawn."
"""


@pytest.fixture
def game(tmp_path):
    def made(passed, betza="fmWfceFfmnD"):
        path = tmp_path / "torpedo.toml"
        path.write_text(PAWN.format(betza=betza, passed=passed), encoding="utf-8")
        assert check_file(path) == []
        return load_file(path)

    return made


STEPS = ("fmWfceFfmnD", "fmW2fceF", "fmW3fceF", "fmWfceFfmnDifmnH")


@pytest.mark.parametrize("betza", mostly_slow(STEPS, (STEPS[0], STEPS[-1])))
def test_both_generators_find_the_same_where_every_double_step_is_answered(game, betza):
    taken = sum(walked(Position(game("always", betza)), seed) for seed in range(2, 4))
    assert taken


def walked(position, seed):
    """How many captures en passant a random game had, of which all positions were compared."""
    rng, taken = random.Random(seed), 0
    while position.ply < 60 and position.outcome() is None:
        read = Position(position.variant, position.fen())
        assert read.fen() == position.fen()
        assert {*map(str, read.legal_moves())} == {*map(str, position.legal_moves())}
        if position.ply % 5 == 0:
            compare(read, 1)
        moves = position.legal_moves()
        passing = [m for m in moves if m.victims and m.victims[-1] != m.destination]
        taken += len(passing)
        position.push(rng.choice(passing or moves))
    return taken


def test_a_pawn_is_taken_on_the_square_it_has_passed_anywhere(game):
    position = Position(game("always"), "4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1")
    position.push(position.parse("e4e6"))
    assert position.fen().split()[3] == "e5"
    position.push(position.parse("d6e5"))
    assert position.fen().split()[0] == "4k3/8/8/4p3/8/8/8/4K3"
    with pytest.raises(InvalidFenError, match="no white pawn can just have passed"):
        Position(load("chess"), "4k3/8/3pP3/8/8/8/8/4K3 b - e5 0 1")


def test_one_that_promotes_by_the_very_step_is_not_taken(game):
    position = Position(game("always"), "8/8/3Pp3/8/8/8/8/k2K4 w - - 0 1")
    position.push(position.parse("d6d8=N"))
    assert position.fen().split()[3] == "-"
    assert Position(position.variant, position.fen()).fen() == position.fen()
    compare(Position(position.variant, "8/8/3P4/4p3/8/8/8/k2K4 w - - 0 1"), 2)
