"""Games won by checkmate in which a side has several Kings, as Black in Spartan Chess."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import InvalidFenError, Position
from makachess.variants import load_file
from naive import compare

SPARTAN = load_file(Path(__file__).parents[1] / "data" / "fairy-stockfish" / "spartan.toml")


def spartan(fen: str) -> Position:
    return Position(SPARTAN, fen)


@pytest.mark.parametrize(
    ("fen", "check"),
    [
        ("1s3s2/8/8/8/8/8/8/1R3K2 b - - 0 1", False),  # one of two is attacked
        ("1s3s2/8/8/8/8/8/8/1R2KR2 b - - 0 1", True),  # both are
        ("1s6/8/8/8/8/8/8/1R3K2 b - - 0 1", True),  # the only one left is
        ("1s3s2/8/8/8/8/8/8/1w3K2 w - - 0 1", False),
        ("1s3s2/8/8/8/8/8/8/1r1g1K2 w - - 0 1", True),  # White has but one
    ],
)
def test_a_side_is_in_check_if_all_its_kings_are_attacked(fen, check):
    assert spartan(fen).is_check() is check


def test_not_all_kings_may_be_left_attacked():
    position = spartan("1s3s2/8/8/8/8/8/5g2/1R3R1K b - - 0 1")
    moves = set(map(str, position.legal_moves()))
    assert "f2e2" not in moves  # it stands between Rook and King
    assert {"f2f1", "b8a8", "f2f3"} <= moves
    (square,) = [at for move, at in position.exposing_moves().items() if str(move) == "f2e2"]
    assert sorted(map(str, square)) == ["b1", "f1"]


def test_all_kings_attacked_with_no_way_out_is_mate():
    position = spartan("s6s/8/8/8/8/8/1R4R1/R3K2R b - - 0 1")
    assert (position.outcome().winner, position.outcome().reason) == ("white", "checkmate")
    before = spartan("s6s/8/8/8/8/8/1R4R1/R3KR2 w - - 0 1")
    assert before.san(before.parse("f1h1")) == "Rh1#"
    assert before.san(before.parse("e1e2")) == "Ke2"  # one King alone is attacked
    assert spartan("s7/8/8/8/8/8/1R6/R3K3 b - - 0 1").outcome().reason == "checkmate"


def test_nothing_is_pinned_while_a_side_has_two_kings():
    assert not spartan("s6s/c7/8/8/8/8/8/R3K3 b - - 0 1").is_pinned("black", "a7")
    assert spartan("s7/c7/8/8/8/8/8/R3K3 b - - 0 1").is_pinned("black", "a7")


@pytest.mark.parametrize(
    ("fen", "fault"),
    [
        ("s3s2s/8/8/8/8/8/8/4K3 w - - 0 1", "black has 3 kings instead of 1 to 2"),
        ("s7/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 kings instead of one"),
        ("s6s/8/8/8/8/8/8/R3K2R w - - 0 1", "black is in check and not to move"),
    ],
)
def test_what_cannot_be_a_position_is_told(fen, fault):
    with pytest.raises(InvalidFenError, match=fault):
        spartan(fen)


@pytest.mark.parametrize(
    "fen",
    [
        "lgsccswl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        "1s3s2/2h2h2/8/1Q6/8/5N2/1h4PP/1R3RK1 b - - 0 1",
        "s5s1/8/8/3w4/8/8/1h4P1/R3K2R w KQ - 0 1",
    ],
)
def test_the_second_generator_finds_the_same_moves(fen):
    compare(spartan(fen), 2)
