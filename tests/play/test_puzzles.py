"""Puzzles are exercises: the key move, and where they go on, the reply and the moves after it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from makachess.core import Move
from makachess.play.exercises import Attempt, Exercise
from makachess.play.puzzles import GAIN, MATE, TRICK, games_with_puzzles, load_puzzles
from makachess.variants import names

PUZZLES = {game: load_puzzles(game) for game in games_with_puzzles()}
GOING_ON = [puzzle for puzzles in PUZZLES.values() for puzzle in puzzles if len(puzzle.steps) > 1]
MATE_IN_TWO = next(p for p in GOING_ON if p.game == "chess" and len(p.steps) == 2)


def right_moves(attempt: Attempt) -> list[Move]:
    return [move for move in attempt.position.legal_moves() if attempt.judge(move).right]


def generate_solutions(puzzle: Exercise, *moves: Move) -> Iterator[Attempt]:
    """Every way to solve a puzzle."""
    attempt = Attempt(puzzle)
    for move in moves:
        assert attempt.make(move).right
    if attempt.solved:
        yield attempt
        return
    found = right_moves(attempt)
    assert found, (puzzle.key, moves)
    for move in found:
        yield from generate_solutions(puzzle, *moves, move)


def test_every_puzzle_has_a_key_of_its_own():
    assert len(PUZZLES) >= 7
    keys = [puzzle.key for puzzles in PUZZLES.values() for puzzle in puzzles]
    assert len(set(keys)) == len(keys)


def test_a_game_without_puzzles_is_left_out():
    assert set(PUZZLES) <= set(names())


def test_many_puzzles_go_on_after_the_key_in_every_game():
    assert len(GOING_ON) >= 80
    assert {puzzle.game for puzzle in GOING_ON} == set(PUZZLES)


@pytest.mark.parametrize("game", PUZZLES)
def test_every_puzzle_can_be_solved_by_each_of_its_moves(game):
    for puzzle in PUZZLES[game]:
        for attempt in generate_solutions(puzzle):
            is_end = GAIN not in puzzle.themes and attempt.position.outcome() is not None
            whole = puzzle.title[-1:] == str(len(puzzle.steps))
            assert is_end == (whole and GAIN not in puzzle.themes), puzzle.key
            if is_end:
                assert attempt.position.outcome().winner != attempt.position.turn


def test_where_several_moves_end_the_game_each_of_them_will_do():
    last = []
    for puzzle in GOING_ON:
        if puzzle.steps[-1].goal.ends:
            attempt = next(generate_solutions(puzzle))
            attempt.position.pop()
            last.append(sum(ends(attempt, move) for move in attempt.position.legal_moves()))
    assert max(last) > 1


def ends(attempt: Attempt, move: Move) -> bool:
    attempt.position.push(move)
    over = attempt.position.outcome() is not None
    attempt.position.pop()
    return over


def test_the_opponent_replies_and_the_next_move_is_asked_for():
    attempt = Attempt(MATE_IN_TWO)
    key = right_moves(attempt)[0]
    verdict = attempt.make(key)
    assert (verdict.right, verdict.solved) == (True, False)
    assert verdict.says == "Right. White replies Kc1."
    assert attempt.step.task == "Black to move: mate in 1."
    verdict = attempt.make(right_moves(attempt)[0])
    assert (verdict.solved, verdict.says) == (True, "Mate in 2: the Queen takes the Pawn.")


def test_themes_of_puzzles():
    chess, veteran = PUZZLES["chess"], PUZZLES["veteran"]
    assert chess[0].steps[0].task == "Black to move: mate in 2."
    assert MATE in chess[0].themes
    assert not any(TRICK in puzzle.themes for puzzle in chess)
    assert any(TRICK in puzzle.themes for puzzle in veteran)
