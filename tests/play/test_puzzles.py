"""Puzzles are exercises, played after the key to the end or the gain against the best defence."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from makachess.play import puzzles
from makachess.play.exercises import Attempt, Exercise
from makachess.play.prover import Prover
from makachess.play.puzzles import (
    THEMES,
    games_with_puzzles,
    load_puzzles,
    own_puzzles,
)
from sampling import mostly_slow

FILES = Path(puzzles.__file__).parent
PUZZLES = {game: load_puzzles(game) for game in games_with_puzzles()}
MATE_IN_TWO = next(p for p in PUZZLES["chess"] if p.fen.startswith("4k2r/4pp1p/1p6/3p3b"))
TOLD = {"checkmate": "Mate", "last royal captured": ("Take the last royal", "Win")}


EVERY = 50  # puzzles of which one is tried each time


def solved(puzzle: Exercise) -> Attempt:
    """A puzzle solved move by move, each of them judged."""
    attempt = Attempt(puzzle)
    while not attempt.solved:
        assert attempt.make(attempt.solution).right, puzzle.key
    return attempt


def is_as_told(puzzle: Exercise) -> bool:
    """Whether the best defence holds out as long as the task says, and what is won then."""
    attempt = solved(puzzle)
    outcome, mover = attempt.position.outcome(), attempt.position.turn
    if puzzle.aim.moves:
        told = TOLD.get(outcome.reason, "Win")
        in_time = (attempt.position.ply + 1) // 2 == puzzle.aim.moves
        return in_time and outcome.winner != mover and puzzle.title.startswith(told)
    before, after = (
        Prover(position, puzzle.aim.values).balance()
        for position in (puzzle.position(), attempt.position)
    )
    return -after - before >= puzzle.aim.margin


@pytest.mark.compiled
@pytest.mark.parametrize("game", mostly_slow(PUZZLES, ("chess", "veteran", "chu")))
def test_every_puzzle_is_played_to_the_end_or_the_gain(game):
    for puzzle in PUZZLES[game][::EVERY]:
        assert is_as_told(puzzle), puzzle.key


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("game", PUZZLES)
def test_all_of_them_are_but_for_gains_too_hard_to_follow(game):
    others = [puzzle for puzzle in PUZZLES[game] if not is_as_told(puzzle)]
    assert len(others) <= len(PUZZLES[game]) / 20
    assert not any(puzzle.aim.moves for puzzle in others)


MATE_IN_THREE = next(p for p in PUZZLES["chess"] if p.aim.moves == 3)


@pytest.mark.compiled
def test_any_move_that_still_mates_in_time_is_right_and_no_other():
    attempt = Attempt(MATE_IN_THREE)
    while not attempt.solved:
        attempt.make(attempt.solution)
        left = 3 - attempt.position.ply // 2
        prover = Prover(attempt.position)
        for move in attempt.position.legal_moves():
            assert attempt.judge(move).right == prover.wins(move, left), move


def test_the_opponent_replies_and_the_next_move_is_asked_for():
    attempt = Attempt(MATE_IN_TWO)
    verdict = attempt.make(attempt.solution)
    assert (verdict.right, verdict.solved) == (True, False)
    assert verdict.says == "Right. White replies Kc1."
    assert attempt.step.task == "Black to move: mate in 1."
    verdict = attempt.make(attempt.position.parse("Qd1"))  # the file has Qb2
    assert verdict.solved
    assert verdict.says == "Mate in 2: Qxe2+ wins the Pawn; gives check."


@pytest.mark.compiled
def test_a_gain_is_played_until_it_is_won():
    puzzle = next(p for p in PUZZLES["maka"] if p.fen.startswith("8j'ki'8/6gf1e9"))
    attempt = Attempt(puzzle)  # a fork of King and general
    assert not attempt.make(attempt.solution).solved
    assert attempt.step.task == "White to move: go on to win material."
    idle = next(move for move in attempt.position.legal_moves() if not move.is_capture)
    assert not attempt.judge(idle).right
    assert attempt.make(attempt.solution).solved


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
