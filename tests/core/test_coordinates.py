"""Coordinate moves: the one form written, the customary ones read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from makachess.core import IllegalMoveError, InvalidMoveError, Position, Square
from makachess.core.notation.coordinates import STAYS, parse_coordinates
from makachess.variants import load, names


def pattern(text, variant=None):
    return parse_coordinates(variant or load("veteran"), text)


@pytest.mark.parametrize("text", ["e2e4", "e2-e4", "e2xe4", "e2:e4", "E2E4", " e2e4\n", "e2e4!?"])
def test_spellings_of_a_plain_move(text):
    assert pattern(text) == pattern("e2e4")


@pytest.mark.parametrize(
    "text", ["d4e5=Q", "d4e5q", "d4e5Q", "d4e5=q", "d4e5(Q)", "D4E5Q", "d4-e5=Q"]
)
def test_spellings_of_a_promotion(text):
    assert pattern(text) == pattern("d4e5=Q")
    assert pattern(text).promotion == "Q"


def test_a_promoted_id():
    variant = load("decimaka")
    for text in ("d4e5=+N", "d4e5+N", "d4e5+n", "d4xe5=+n", "d4e5=+N!"):
        assert pattern(text, variant).promotion == "+N"


def test_check_and_en_passant_marks_are_read_over():
    for text in ("e5d6+", "e5d6#", "e5d6 e.p.", "e5d6ep"):
        assert pattern(text) == pattern("e5d6")
    assert pattern("e5d6=") == replace(pattern("e5d6"), promotion=STAYS)


def test_legs():
    macadamia = load("macadamia")
    double = pattern("d4e5,e5f6", macadamia)
    assert (double.origin, double.stops) == (Square(3, 3), (Square(4, 4), Square(5, 5)))
    assert pattern("d4-e5,e5-f6", macadamia) == double


@pytest.mark.parametrize(
    "text", ["", "e2", "e2e", "e2 e4", "t1t2", "e0e1", "e2e4==", "e2e4e5", "e2e4,", "d4d4d4"]
)
def test_no_coordinate_move(text):
    with pytest.raises(InvalidMoveError, match="is not a coordinate move"):
        pattern(text)


def test_an_unknown_piece():
    with pytest.raises(InvalidMoveError, match="there is no piece 'Z' in Veteran Chess"):
        pattern("d4e5=Z")


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("tail", ["a2a3K", "a2a3=N", "a2xa3", "a3=N", "a2a3,a3a4=+"])
def test_a_delayed_promotion_that_nobody_has_is_refused_with_the_reason(name, tail):
    position = Position(load(name))
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as refused:
        position.parse(f"a1=N,{tail}")
    assert repr(f"a1=N,{tail}") in str(refused.value)


def test_a_delayed_promotion_with_another_promotion_is_refused_for_the_first():
    with pytest.raises(IllegalMoveError, match="no Pawn has a choice; write a3"):
        Position(load("chess")).parse("a1=N,a2a3K")
