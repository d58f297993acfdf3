"""Pieces put on a board and taken off: what becomes of the rest, and what is refused."""

import pytest
from makachess.core import InvalidFenError, Position, Square
from makachess.variants import load, names

RIGHTS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 40"


def test_a_piece_is_put_on_a_square_and_taken_off():
    position = Position(load("veteran"), "k7/8/8/8/8/8/8/K7 w - - 3 40")
    position.put("e4", "M")
    position.put(Square(4, 4), "n")
    assert position.fen() == "k7/8/8/4n3/4M3/8/8/K7 w - - 3 40"
    assert position.parse("Mc5") in position.legal_moves("e4")
    assert position.attackers("black", "d3") == [Square(4, 4)]
    assert position.remove("e5") == "n"
    assert position.remove("e5") is None
    assert position.fen() == "k7/8/8/8/4M3/8/8/K7 w - - 3 40"


def test_rights_last_as_long_as_their_pieces():
    position = Position(load("chess"), RIGHTS)
    position.put("h1", "N")
    assert position.castling_rights == "Qkq"
    position.put("h1", "R")
    assert position.castling_rights == "Qkq"


def test_a_pawn_that_has_passed_squares_must_stay_to_be_taken_there():
    position = Position(load("chess"))
    position.push_san("e4")
    position.put("d4", "p")
    assert position.fen().split()[3] == "e3"
    assert "d4e3" in map(str, position.legal_moves())
    position.remove("e4")
    assert position.fen().split()[3] == "-"


def test_the_moves_before_are_forgotten():
    position = Position(load("chess"))
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"]:
        position.push_san(text)
    position.remove("a2")
    assert (position.ply, position.moves, position.repetitions()) == (0, (), 1)
    assert position.start_fen == position.fen() == position.copy().fen()
    with pytest.raises(IndexError, match="no move has been pushed"):
        position.pop()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"e1": None}, "white has 0 kings instead of one"),
        ({"d1": "K"}, "white has 2 kings instead of one"),
        ({"f6": "N"}, "black is in check and not to move"),
        ({"e4": "Z"}, "'Z' is not a piece of chess"),
        ({"e4": "Qq"}, "'Qq' is not a piece of chess"),
        ({"e4": ""}, "'' is not a piece of chess"),
        ({"i9": "Q"}, r"'i9' is not on the board of chess \(a1 to h8\)"),
    ],
)
def test_what_cannot_be_a_position_is_refused_and_changes_nothing(changes, reason):
    position = Position(load("chess"))
    position.push_san("e4")
    position.push_san("e5")
    before = position.fen()
    with pytest.raises(InvalidFenError, match=reason):
        position.rearrange({"a2": None, **changes})
    assert position.fen() == before
    assert [str(move) for move in position.moves] == ["e2e4", "e7e5"]
    position.pop()
    assert position.parse("e7e5") in position.legal_moves()


@pytest.mark.parametrize("name", names())
def test_a_position_can_be_built_piece_by_piece(name):
    """Royals first, since a position is never without; then all pieces of the array."""
    variant = load(name)
    start = Position(variant)
    royal = {s: piece for s, piece in start.pieces().items() if piece.upper() in variant.royals}
    lone = Position(variant)
    lone.rearrange(dict.fromkeys(start.pieces().keys() - royal.keys()))
    assert lone.pieces() == royal
    for square, piece in start.pieces().items():
        lone.put(square, piece)
    assert lone.fen().split()[:2] == start.fen().split()[:2]
