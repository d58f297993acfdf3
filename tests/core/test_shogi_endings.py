"""How games end where the last royal decides."""

import pytest
from makachess.core import Outcome, Position
from makachess.variants import load

EMPTY = "/".join(["13"] * 10)


def position(top, bottom, rest="w - - 0 1", **options):
    """A Macadamia position with pieces on the two highest ranks and the lowest one only."""
    return Position(load("macadamia", **options), f"{top}/{EMPTY}/{bottom} {rest}")


@pytest.mark.parametrize(
    ("top", "outcome"),
    [
        ("12k/13", None),
        ("12+k/13", None),
        ("12+e/13", None),
        ("12e/13", Outcome("white", "last royal captured")),
        ("l11g/13", Outcome("white", "last royal captured")),
    ],
)
def test_who_has_no_royal_has_lost(top, outcome):
    for turn in "wb":
        found = position(top, "K12", f"{turn} - - 0 1")
        assert found.outcome() == outcome
        assert bool(found.legal_moves()) is (outcome is None)


def test_who_cannot_move_has_lost():
    # Stone-still on the last rank: Pawns at its edge, and the King between them and the Lance.
    found = position("PKP10/PLP8k1", "13")
    assert found.legal_moves() == []
    assert found.outcome() == Outcome("black", "no legal move")


@pytest.mark.parametrize(
    ("halfmove", "options", "outcome"),
    [
        (399, {}, None),
        (400, {}, Outcome("draw", "move limit")),
        (400, {"move_limit": 0}, None),
        (400, {"move_limit": 500}, None),
        (10, {"move_limit": 10}, Outcome("draw", "move limit")),
    ],
)
def test_move_limit(halfmove, options, outcome):
    found = position("12k/13", "K12", f"w - - {halfmove} 1", **options)
    assert found.outcome() == outcome
    assert len(found.legal_moves()) == 3


def test_only_captures_set_the_counter_back():
    found = position("9p2k/13", "P11K", "w - - 7 1")
    for text in ("Pa2", "Pj12", "Kl1", "Kl12"):
        found.push(found.parse(text))
    assert found.halfmove == 11
    found = position("R11k/13", "P11K", "b - - 7 1")
    found.push(found.parse("Kl13"))
    found.push(found.parse("Rxl13"))
    assert found.halfmove == 0
