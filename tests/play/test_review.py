"""A review beside the interface, and what a reviewed file says of a game."""

from __future__ import annotations

import pytest
from makachess.core.engine import Score
from makachess.core.engine.review import Judgement, Verdict
from makachess.play.review import GameReview, ReviewJob
from makachess.play.review import review as review_game
from makachess.saves import Game, read_games
from makachess.variants import load

VETERAN = load("veteran")


def veteran_game(*sans: str) -> Game:
    game = Game(VETERAN)
    for san in sans:
        game.play(game.position.parse(san))
    return game


GAME = veteran_game("Nc3", "e6", "e3", "Le7", "Nb5", "g6", "Nxc7=M#")


async def test_every_move_is_judged_from_the_last_on():
    judged: list[Judgement] = []
    job = ReviewJob(VETERAN, GAME.start_fen, GAME.moves, 800)
    await review_game(job, judged.append)
    assert [judgement.ply for judgement in judged] == [7, 6, 5, 4, 3, 2, 1]
    assert judged[0].after == Score(None, 1)
    assert judged[1].verdict is Verdict.BLUNDER


SANS = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6"]


def review(*remarks: str, head: str = "") -> GameReview:
    """What is known of a game, each of whose moves has a remark as in a file."""
    said = [f"{san}{remark}" for san, remark in zip(SANS, remarks, strict=False)]
    [game] = read_games([head, " ".join([*said, "*"])])
    return GameReview(game, lambda judgement: None)


def evals(*values: float) -> list[str]:
    return [f" {{[%eval {value}]}}" for value in values]


def test_the_three_worst_of_each_side_are_its_key_moments() -> None:
    marks = ["?!", "??", "?", "", "??", "?!", "?", "?"]
    found = review(*marks)
    assert found.moments() == [2, 3, 5, 6, 7, 8]
    assert found.data.mistakes[1] is Verdict.INACCURACY


def test_of_two_alike_the_costlier_one_is() -> None:
    scores = [0.1, 0.1, -1.0, -1.0, -1.5, -1.5, -4.0, -4.0]
    marks = ["?", "", "?", "", "?", "", "?", ""]
    found = review(*(mark + text for mark, text in zip(marks, evals(*scores), strict=True)))
    assert found.moments() == [3, 5, 7]
    assert found.turning_point() == 7


def test_keys_step_from_one_to_the_next() -> None:
    found = review("??", "", "?")
    assert [found.next_moment(0, 1), found.next_moment(1, 1), found.next_moment(3, 1)] == [
        1,
        3,
        None,
    ]
    assert [found.next_moment(3, -1), found.next_moment(1, -1)] == [1, None]


def test_a_file_with_evaluations_has_its_accuracy() -> None:
    found = review(*evals(0.3, 1.2, -0.5, -0.4))
    assert {c: round(share or 0) for c, share in found.accuracies().items()} == {
        "white": 61,
        "black": 77,
    }
    assert found.data.tallies["white"].accuracy == found.accuracies()["white"]


@pytest.mark.parametrize(("gap", "known"), [(3, True), (2, False), (0, False)])
def test_accuracy_needs_all_evaluations_but_that_of_the_end(gap, known) -> None:
    remarks = evals(0.3, 1.2, -0.5, -0.4)
    remarks[gap] = ""
    found = review(*remarks)
    assert bool(found.accuracies()) is known
    assert found.data.tallies.keys() == {"white", "black"}


@pytest.mark.parametrize(("before", "white"), [("", 100), ("{[%eval 0.0]} ", 19)])
def test_the_first_move_counts_if_it_is_known_how_the_game_stood(before, white) -> None:
    fen = '[FEN "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n'
    [game] = read_games([fen, f"{before}e4 {{[%eval -5.0]}} d6 {{[%eval -5.0]}} *"])
    found = GameReview(game, lambda judgement: None)
    assert {c: round(share or 0) for c, share in found.accuracies().items()} == {
        "white": white,
        "black": 100,
    }
