"""Who attacks and who defends a square, which pieces can be won, and royals in danger."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import Position, Square
from makachess.core.engine.model import WITHOUT, Model, TypeModel
from makachess.play.attacks import (
    checked_squares,
    dangers,
    describe_bearing,
    hanging_pieces,
    royals_of,
    several_royals,
)
from makachess.variants import load, load_file

FORK = "4k3/8/8/3p4/4N3/8/8/4RK2 b - - 0 1"
EMPEROR = "6k6/13/13/5g7/6p6/13/13/13/13/2+K10/13/13/13 w"


@pytest.mark.parametrize(
    ("name", "fen", "square", "words"),
    [
        (
            *("chess", FORK, "e4"),
            "White's Knight on e4 is attacked by the Pawn on d5 and defended by the Rook on e1. "
            "It can be won.",
        ),
        ("chess", FORK, "d5", "Black's Pawn on d5 is neither attacked nor defended."),
        ("chess", FORK, "a3", "Nothing attacks a3."),
        ("chess", FORK, "f2", "White attacks f2 with the Knight on e4 and the King on f1."),
        ("chess", FORK, "c4", "Black attacks c4 with the Pawn on d5."),
        ("macadamia", EMPEROR, "g9", "Black's Pawn on g9 is defended by the Gold"),
        (
            "macadamia",
            EMPEROR,
            "f10",
            "Black's Gold on f10 is attacked by the Emperor on c4 and not defended",
        ),
    ],
)
def test_a_square_is_described(name, fen, square, words):
    assert words in describe_bearing(Position(load(name), fen), Square.parse(square))


def test_what_can_be_won_goes_by_the_model_of_the_game():
    prices = {"P": 100, "N": 300, "B": 600, "R": 500, "Q": 900, "K": 0}
    dear = Model({kind: TypeModel(0, (price, price), (), ()) for kind, price in prices.items()})
    position = Position(load("chess"), "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1")
    for model, won in ((WITHOUT, False), (dear, True)):
        assert hanging_pieces(position, model) == ({Square.parse("d5")} if won else set())
        said = describe_bearing(position, Square.parse("d5"), model)
        assert said.endswith(" It can be won.") == won


ATTACKED = "2r3k6/13/13/5+e7/13/13/13/13/13/2K10/13/13/5R7 w"


def test_royals_in_danger_are_told_those_of_the_side_to_move_first():
    royals = royals_of(Position(load("macadamia"), ATTACKED))
    assert dangers(royals, "white") == ["White's King is in danger", "Black's Prince can be taken"]
    assert dangers(royals, "black") == ["Black's Prince is in danger", "White's King can be taken"]


def test_sides_with_several_royals_are_told():
    royals = royals_of(Position(load("macadamia"), ATTACKED))
    assert several_royals(royals) == ["Black has two royals: Prince, King"]


def test_games_that_end_with_mate_mark_the_king_in_check():
    position = Position(load("veteran"), "4k3/8/8/8/8/8/P3q3/4K3 w - - 0 1")
    assert royals_of(position) == ()
    assert checked_squares(position, ()) == (Square.parse("e1"),)


def test_of_several_kings_under_mate_one_that_is_attacked_is_in_danger_and_all_are_in_check():
    path = Path(__file__).parents[1] / "data" / "fairy-stockfish" / "spartan.toml"
    spartan = load_file(path)
    one = Position(spartan, "1s3s2/8/8/8/8/8/8/1R3K2 b - - 0 1")
    assert dangers(royals_of(one), "black") == ["Black's Spartan King is in danger"]
    assert checked_squares(one, royals_of(one)) == (Square.parse("b8"),)
    both = Position(spartan, "1s3s2/8/8/8/8/8/8/1R2KR2 b - - 0 1")
    assert checked_squares(both, royals_of(both)) == (Square.parse("b8"), Square.parse("f8"))
    lone = Position(spartan, "1s6/8/8/8/8/8/8/1R3K2 b - - 0 1")
    assert royals_of(lone) == ()
