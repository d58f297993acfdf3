"""Moves of the large shogi games in writing, and why some of them are refused."""

import pytest
from cases import cases
from makachess.core import (
    AmbiguousMoveError,
    IllegalMoveError,
    Position,
)
from makachess.variants import load

# A white Lion j10 with the enemies j11 (Pawn), j12 (Pawn), k11 (Pawn) and i11 (Promoted Gold), a
# white Lion Dog c3 with the enemies d4 and e5, and a white Pawn q4.
PIECES = "18k/19/19/19/19/19/19/9p9/8+ppp8/9L!9/19/19/19/19/4p14/3p12P2/2W!16/19/K18 w - - 0 1"
GUARDED = "18k/18g/19/19/19/19/19/19/19/3r15/19/19/19/19/19/3+K15/19/3p15/R18 w - - 0 1"


@pytest.fixture
def position():
    return Position(load("maka"), PIECES)


@pytest.mark.parametrize(
    ("coordinates", "san"),
    cases("shogi-moves"),
)
def test_both_forms(position, coordinates, san):
    if not san:
        with pytest.raises(IllegalMoveError):
            position.parse(coordinates)
        return
    move = position.parse(coordinates)
    assert (str(move), position.san(move)) == (coordinates, san)
    assert position.parse(san) == move


@pytest.mark.parametrize(
    ("text", "coordinates"),
    cases("shogi-spellings"),
)
def test_other_spellings(position, text, coordinates):
    assert str(position.parse(text)) == coordinates


def test_two_lions_are_told_apart_in_legs_too():
    rows = ["18k", *["19"] * 12, "4p14", "4p14", "3L!1L!13", *["19"] * 2, "K18"]
    position = Position(load("maka"), f"{'/'.join(rows)} w - - 0 1")
    one, two = (position.parse(text) for text in ("d4e5,e5e6", "f4e5,e5e6"))
    assert [position.san(one), position.san(two)] == ["L!dxe5xe6", "L!fxe5xe6"]
    assert position.parse("L!fxe5xe6") == position.parse("L!f4xe5xe6") == two
    with pytest.raises(AmbiguousMoveError):
        position.parse("L!xe5xe6")


def refusal(position, text):
    with pytest.raises((IllegalMoveError, AmbiguousMoveError)) as caught:
        position.parse(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("j3j3", "the Lion on j3 can pass only next to an empty square"),
        ("L!--", "a Lion can pass only next to an empty square"),
        ("a5a5", "the Rook on a5 cannot go to a5"),
        ("!", "passing is not allowed now"),
        ("j3j5,j5j6", "there is nothing to capture on j5"),
        ("L!xj4-j5", "there is nothing to capture on j4"),
    ],
)
def test_steps_that_cannot_be_made(text, reason):
    assert refusal(Position(load("maka")), text) == f"{text!r} is not possible: {reason}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d4d2", "the Pawn on d2 is protected by the Rook on d10"),
        ("+Kxd2", "the Pawn on d2 is protected by the Rook on d10"),
        ("+Kxs19", "the King on s19 is protected by the Gold General on s18"),
        ("+Kxs18", "the Gold General on s18 is protected by the King on s19"),
        ("d4a1", "White's own Rook stands on a1"),
    ],
)
def test_what_protects_from_an_emperor_is_named(text, reason):
    position = Position(load("maka"), GUARDED)
    assert refusal(position, text) == f"{text!r} is not possible: {reason}"
