"""Puzzles are exercises: the key move, and where they go on, the reply and the moves after it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from makachess.core import Move
from makachess.play import puzzles
from makachess.play.exercises import Attempt, Exercise
from makachess.play.puzzles import (
    THEMES,
    games_with_puzzles,
    load_puzzles,
    own_puzzles,
)

FILES = Path(puzzles.__file__).parent
PUZZLES = {game: load_puzzles(game) for game in games_with_puzzles()}
MATE_IN_TWO = next(p for p in PUZZLES["chess"] if p.fen.startswith("4k2r/4pp1p/1p6/3p3b"))
TOLD = {"checkmate": "Mate", "last royal captured": ("Take the last royal", "Win")}


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


@pytest.mark.parametrize("game", PUZZLES)
def test_every_puzzle_can_be_solved_by_each_of_its_moves(game):
    for puzzle in PUZZLES[game]:
        for attempt in generate_solutions(puzzle):
            is_end = attempt.position.outcome() is not None
            assert is_end == (puzzle.title[-1:] == str(len(puzzle.steps))), puzzle.key
            if is_end:
                outcome = attempt.position.outcome()
                assert outcome.winner != attempt.position.turn
                assert puzzle.title.startswith(TOLD.get(outcome.reason, "Win")), puzzle.key


def test_the_opponent_replies_and_the_next_move_is_asked_for():
    attempt = Attempt(MATE_IN_TWO)
    key = right_moves(attempt)[0]
    verdict = attempt.make(key)
    assert (verdict.right, verdict.solved) == (True, False)
    assert verdict.says == "Right. White replies Kc1."
    assert attempt.step.task == "Black to move: mate in 1."
    verdict = attempt.make(right_moves(attempt)[0])
    assert verdict.solved
    assert verdict.says == "Mate in 2: Qxe2+ wins the Pawn; gives check."


def test_the_shipped_files_are_read_as_toml_would_be():
    for game, found in PUZZLES.items():
        text = (FILES / f"{game}.toml").read_text(encoding="utf-8")
        rows = tomllib.loads(text)["position"]
        assert [*puzzles._built_in_rows(text)] == rows
        assert len(found) == len(rows)


def test_themes_are_told_by_claims():
    shown = {theme for found in PUZZLES.values() for puzzle in found for theme in puzzle.themes}
    assert {"fork", "pin", "contagion", "promotion", "mate", "last royal"} <= shown
    assert shown <= set(THEMES.values())
    fork = next(one for one in PUZZLES["chess"] if one.themes[:1] == ("fork",))
    assert {step.hint for step in fork.steps} == {"Theme: fork."}
    mate = next(one for one in PUZZLES["chess"] if one.themes[:1] == ("mate",))
    assert {step.hint for step in mate.steps} == {""}  # which the task tells


MATE = """\
kind = "mate"
fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
n = 1
moves = ["d1d8"]
shows = "Mate."
"""


# After Kb6 Ka8 is mated, but Kc8 is not.


def own(text: str) -> tuple[int, list[str]]:
    """How many puzzles of chess a file of one's own adds, and what is said of it."""
    path, said = own_puzzles("chess"), []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return len(load_puzzles("chess", said.append)) - len(PUZZLES["chess"]), said


def test_puzzles_of_ones_own_are_added():
    assert own(f"[[position]]\n{MATE}") == (1, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[position", "Expected ']]'"),
        ("position = 3", "'position' must be [[position]] for each puzzle"),
        (f"[[position]]\n{MATE.replace('d1d8', 'd1d7')}", "its solution does not end the game"),
        (f"[[position]]\n{MATE.replace('n = 1', 'n = 10')}", "'n' must be from 1 to 9"),
        (f"[[position]]\n{MATE.replace('d1d8', 'd1e8')}", "'d1e8' is not a legal move there"),
        (f"[[position]]\n{MATE.replace('6k1', '7')}", "position 1: FEN"),
        (f"[[position]]\n{MATE.replace('n = 1', '')}", "position 1: it has no 'n'"),
        (f"[[position]]\n{MATE.replace('6k1', 'x')}", "position 1: "),
        (f"[[position]]\n{MATE.replace('[', '3 # ')}", "its values are not those of a puzzle"),
    ],
)
def test_what_is_wrong_with_puzzles_of_ones_own_is_told_in_a_line(text, said):
    added, (told,) = own(text)
    assert added == 0
    assert told.startswith("puzzles/chess.toml: ")
    assert said in told
    assert "\n" not in told
