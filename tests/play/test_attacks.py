"""Who attacks and who defends a square, and which pieces can be won."""

from __future__ import annotations

import pytest
from makachess.core import Position, Square
from makachess.core.engine.model import WITHOUT, Model, TypeModel
from makachess.play.attacks import describe_bearing, hanging_pieces
from makachess.variants import load

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
