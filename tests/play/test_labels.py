"""Squares typed and told as a board with the labels of shogi names them."""

from __future__ import annotations

import pytest
from cases import cases
from makachess.core import Position
from makachess.play.labels import labels
from makachess.variants import load

SHOGI = labels(8, 8, "shogi")
LARGE = labels(19, 19, "shogi")


@pytest.mark.parametrize(
    ("typed", "meant"),
    cases("shogi-squares"),
)
def test_squares_of_shogi_are_read_and_those_of_chess_left_alone(typed, meant):
    assert SHOGI.read(typed) == meant
    assert labels(8, 8, "chess").read(typed) == typed


def test_files_of_two_digits_and_ranks_up_to_s():
    assert LARGE.read("12g12f") == "h13h14"
    assert LARGE.read("19s1a") == "a1s19"
    assert LARGE.write("The Lion on h13 cannot go to s19") == "The Lion on 12g cannot go to 1a"


@pytest.mark.parametrize("name", ["veteran", "devingt", "maka"])
def test_every_move_can_be_typed_either_way_and_no_text_means_two_moves(name):
    position = Position(load(name))
    shown = labels(position.variant.files, position.variant.ranks, "shogi")
    for move in position.legal_moves():
        text = str(move)
        assert shown.read(text) == text
        typed = ",".join(
            "".join(shown.name(square) for square in pair)
            for pair in ((move.origin, move.destination), *move.parts)
        )
        if not move.waypoints:
            assert shown.read(typed) == text.partition("=")[0]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The Knight on g1 is Black's", "The Knight on 2h is Black's"),
        ("'e9' is not a square: try e4", "'e9' is not a square: try 4e"),
        ("Black's Rook on a8 and White's on h1", "Black's Rook on 8a and White's on 1h"),
        ('"P\'e4" is not legal: blocked on e3', '"P\'e4" is not legal: blocked on 4f'),
        ("Hint: Nf3", "Hint: Nf3"),
        ("j10 is not on this board", "j10 is not on this board"),
    ],
)
def test_sentences_name_squares_as_the_board_does_but_quote_what_was_typed(said, shown):
    assert SHOGI.write(said) == shown
    assert labels(8, 8, "chess").write(said) == said
