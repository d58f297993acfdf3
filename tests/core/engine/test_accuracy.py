"""Accuracy in percent: lichess's figures in chess, and the same meaning in other games."""

from __future__ import annotations

import pytest
from makachess.core.engine import Score
from makachess.core.engine.accuracy import START, accuracies, win_percent
from makachess.core.engine.evaluation import average_piece
from makachess.variants import load

CHESS = load("chess")


def accuracy_of(*centipawns: int) -> list[float]:
    """Of both sides, by the evaluations after each move."""
    found = accuracies(CHESS, [START, *map(Score, centipawns)])
    return [round(share or 0.0) for share in found.values()]


LONG = (
    *(20, 25, -10, -5, -80, -60, -75, 40, 35, 30, -200),
    *(-180, -190, -400, -390, -120, -130, -110, -600, -590, -580, -570),
)


# Worked out from lichess's formulas by a program that shares nothing with ours.
@pytest.mark.parametrize(
    ("centipawns", "white", "black"),
    [
        ((15, 15), 100, 100),
        ((-300, -300, -300, -300), 40, 100),
        ((30, 120, -50, -40), 61, 77),
        ((1200, 3000, 900, 20), 99, 100),  # more than ten Pawns are no more than ten
        (LONG, 58, 77),
    ],
)
def test_in_chess_the_figures_are_those_of_lichess(centipawns, white, black) -> None:
    assert accuracy_of(*centipawns) == [white, black]


def test_null_moves_count_for_neither() -> None:
    scores = [START, *map(Score, (15, -900, -900, 15))]
    assert accuracies(CHESS, scores, nulls={1, 3}) == {"white": 100.0, "black": None}
    assert accuracies(CHESS, scores, nulls={0, 1, 2, 3}) == {"white": None, "black": None}


def test_a_side_that_has_not_moved_has_none() -> None:
    assert accuracies(CHESS, [START, Score(15)]) == {"white": 100.0, "black": None}
    assert accuracies(CHESS, [START]) == dict.fromkeys(("white", "black"))


@pytest.mark.parametrize("name", ["chess", "veteran", "maka"])
def test_an_average_piece_is_worth_the_same_in_all_games(name) -> None:
    variant = load(name)
    piece = average_piece(variant)
    assert round(win_percent(variant, Score(piece))) == 71
    assert win_percent(variant, Score(-piece)) == pytest.approx(
        100 - win_percent(variant, Score(piece))
    )


def test_black_may_have_begun() -> None:
    scores = [START, *map(Score, LONG)]
    found = accuracies(CHESS, scores, first="black")
    assert {color: round(share or 0.0) for color, share in found.items()} == {
        "white": 90,
        "black": 100,
    }
