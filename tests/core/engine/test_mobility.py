"""How many squares a piece reaches, by which types without a value of their own are worth more."""

import pytest
from makachess.core.engine.evaluation import FILLED, average_targets, count_targets
from makachess.core.squares import Square
from makachess.variants import load

EMPTY = 1 - FILLED
CHESS = load("chess")


@pytest.mark.parametrize(
    ("betza", "square", "targets"),
    [
        ("W", "b1", 3),
        ("mW", "b1", 1.5),
        ("R", "a1", 2 * sum(EMPTY**n for n in range(7))),
        # movers of several legs: each goes on from where the leg before has ended
        ("mafsW", "b1", 3 * EMPTY),
        ("mafsW", "d4", 8 * EMPTY),
        ("mpafW", "b1", 2 * (EMPTY + FILLED)),
        ("cabW", "d4", 4 * 0.5 * FILLED),
        ("gR", "a1", 2 * (1 - EMPTY**6)),
        ("pafW", "b1", 2 * FILLED),
    ],
)
def test_what_a_piece_reaches_from_a_square(betza, square, targets):
    assert count_targets(CHESS, betza, Square.parse(square)) == pytest.approx(targets)


def test_the_average_is_that_of_all_squares():
    moves_of_a_knight = 336  # from all squares together, each in one way
    assert average_targets(CHESS, "mafsW") == pytest.approx(moves_of_a_knight * EMPTY / 64)
