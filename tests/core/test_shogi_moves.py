"""Moves of the large shogi games in writing, and why some of them are refused."""

import pytest
from makachess.core import AmbiguousMoveError, IllegalMoveError, Position, Square
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
    [
        ("q4q5", "Pq5"),
        ("j10j11", "L!xj11"),
        ("j10j11=+L!", "L!xj11=+L!"),
        ("j10j12", "L!xj12"),
        ("j10j11,j11k11", "L!xj11xk11"),
        ("j10k11,k11j11", "L!xk11xj11"),
        ("j10j11,j11k12=+L!", "L!xj11-k12=+L!"),
        ("j10j11,j11j10", "L!xj11-j10"),
        ("j10i11,i11j10=+L!", "L!xi11-j10=+L!"),
        ("j10j10", "L!j10--"),
        ("c3d4,d4c3", "W!xd4-c3"),
        ("c3d4,d4e5", "W!xd4xe5"),
        ("c3e5", "W!xe5"),
        ("c3e5,e5d4", None),
        ("c3d4,d4e5,e5d4=+W!", "W!xd4xe5-d4=+W!"),
        ("c3d4,d4e5,e5f6", "W!xd4xe5-f6"),
        ("c3e5,e5f6", "W!xe5-f6"),
        ("c3f6", "W!f6"),
        ("c3c6", "W!c6"),
        ("c3c3", "W!c3--"),
    ],
)
def test_both_forms(position, coordinates, san):
    if san is None:
        with pytest.raises(IllegalMoveError):
            position.parse(coordinates)
        return
    move = position.parse(coordinates)
    assert (str(move), position.san(move)) == (coordinates, san)
    assert position.parse(san) == move


@pytest.mark.parametrize(
    ("text", "coordinates"),
    [
        ("L!x!j11", "j10j11,j11j10"),
        ("L!x!j11+", "j10j11,j11j10=+L!"),
        ("L!j10x!j11=", "j10j11,j11j10"),
        ("L!!", "j10j10"),
        ("L!--", "j10j10"),
        ("L!j10!", "j10j10"),
        ("L!j10-j10", "j10j10"),
        ("W!!", "c3c3"),
        ("L!xj11+", "j10j11=+L!"),
        ("L!xj11=", "j10j11"),
        ("L!xi11+", "j10i11=+L!"),
        ("L!xj11xk11+", "j10j11,j11k11=+L!"),
        ("j10j11,j11k11+", "j10j11,j11k11=+L!"),
        ("W!xd4xe5-d4", "c3d4,d4e5,e5d4"),
        ("Pq4-q5", "q4q5"),
    ],
)
def test_other_spellings(position, text, coordinates):
    assert str(position.parse(text)) == coordinates


@pytest.mark.parametrize("text", ["--", "!", "@@@@"])
def test_any_pass_will_do(position, text):
    assert position.parse(text) in map(position.parse, ("j10j10", "c3c3"))


def refusal(position, text):
    with pytest.raises((IllegalMoveError, AmbiguousMoveError)) as caught:
        position.parse(text)
    return str(caught.value)


def test_a_forced_promotion_is_explained(position):
    assert refusal(position, "L!xi11") == (
        "'L!xi11' is not possible: a Lion that takes a Promoted Gold must become a Furious Fiend "
        "(captured a promoted piece); write L!xi11=+L!"
    )


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


def test_only_royals_are_protected_from_an_emperor():
    position = Position(load("maka", emperor="royal-only"), GUARDED)
    assert position.parse("d4d2").victims == (Square.parse("d2"),)
    assert "is protected by the Gold General on s18" in refusal(position, "+Kxs19")
