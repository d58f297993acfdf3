"""The report on a game's balance: what is noted of a game, what is counted, and how it reads."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from cli_calls import call
from makachess.core import Position
from makachess.training import balance
from makachess.training.balance import (
    GameFacts,
    TypeChange,
    format_report,
    how_changed,
    measure,
    play_measured,
)
from makachess.training.selfplay import Series
from makachess.variants import load


def series(name="veteran", seed=1):
    return Series(load(name), None, seed, nodes=30)


def test_a_game_depends_on_seed_and_number_alone():
    facts = play_measured(series(), 3)
    assert play_measured(series(), 3) == facts
    assert play_measured(series(), 4) != facts
    assert play_measured(series(seed=2), 3) != facts


def test_what_is_noted_adds_up():
    facts = play_measured(series(), 1)
    assert facts.left == 32 - len(facts.taken)
    assert facts.choices >= facts.plies > 0
    assert 0 < facts.first_capture <= facts.plies
    assert facts.winner in ("white", "black", "draw")


def test_a_game_without_end_is_broken_off(monkeypatch):
    monkeypatch.setattr(balance, "LONGEST", 5)
    facts = play_measured(series(), 1)
    assert (facts.plies, facts.winner, facts.reason) == (5, "draw", "unfinished")


@pytest.mark.parametrize(
    ("name", "fen", "text", "how"),
    [
        ("veteran", "4k3/8/8/3l4/8/4N3/8/4K3 w - - 0 1", "e3d5=Q", "contagion"),
        ("veteran", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5=M", "capture"),
        ("chess", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8=Q", "last rank"),
        ("veteran", "7k/8/8/8/4v3/3P4/8/K7 w - - 0 1", "d3e4=V", "capture"),
        ("grand", "10/4k5/6P3/10/10/10/10/10/4K5/10 w - - 0 1", "g8g9=Q", "zone"),
        ("werewolf", "3w3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8=W", "contagion"),
        ("werewolf", "3w3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8=R", "last rank"),
    ],
)
def test_why_a_piece_changes(name, fen, text, how):
    position = Position(load(name), fen)
    move = position.parse(text)
    assert how_changed(position, move) == how


QUEEN = TypeChange("P", "V", "capture")
FACTS = GameFacts(
    number=1,
    winner="white",
    reason="checkmate",
    plies=81,
    choices=2430,
    first_capture=9,
    taken=("P", "P", "N"),
    changes=(QUEEN, QUEEN, TypeChange("R", "Q", "contagion")),
    left=29,
    turned=True,
)
GAMES = [
    FACTS,
    replace(FACTS, number=2, winner="black", turned=False, changes=(QUEEN,)),
    replace(FACTS, number=3, winner="draw", reason="repetition", plies=41, choices=1230, taken=()),
    replace(FACTS, number=4, plies=161, choices=4830, first_capture=0, left=21, turned=False),
]


REPORT = """\
Veteran Chess: 4 games of the engine against itself, 500 nodes a move

First move   White scores 62 % (+2 =1 -1), with a 95 % interval of 24 % to 88 %.
             So few games show no clear advantage.
Endings      checkmate 75 %, repetition 25 %. Drawn: 25 %.
Length       41 moves in the median game; half of the games take 36 to 51, all
             take 21 to 81.
Captures     2.2 a game, the first at move 5 in the median game; 27.0 pieces are
             left at the end.
Choice       30 legal moves in a position, on average.
Comebacks    in 33 % of the decided games the winner had once been behind by
             more than an average piece (2.1 Pawns of 100 centipawns).

Pieces change 2.5 times a game:
  Rook: 0.8 a game, in 75 % of the games: Queen 100 % (contagion)
  Pawn: 1.8 a game, in 100 % of the games: Veteran 100 % (capture)
  never, though they could: Knight, Lady

Taken a game: P Pawn 1.5, N Knight 0.8."""


def test_the_report():
    assert format_report(load("veteran"), GAMES, 500) == REPORT


def test_one_game_without_captures():
    quiet = replace(
        FACTS, winner="draw", reason="unfinished", taken=(), changes=(), first_capture=0
    )
    text = format_report(load("veteran"), [quiet], 1)
    assert text.startswith("Veteran Chess: 1 game of")
    assert "none in any game" in text
    assert "after 300 moves were stopped" in " ".join(text.split())
    assert "Taken" not in text


@pytest.mark.parametrize("processes", [1, 2])
def test_games_are_the_same_in_any_number_of_processes(processes):
    told = []
    games = asyncio.run(measure(series(), 2, processes, advance=told.append))
    assert games == [play_measured(series(), number) for number in (1, 2)]
    assert told == [1, 2]


def test_the_command():
    args = ("balance", "chess", "--games", "2", "--nodes", "20", "--model", "none")
    result = call(*args)
    assert (result.exit_code, result.stderr) == (0, "1/2 games\n2/2 games\n")
    expected = asyncio.run(measure(Series(load("chess"), None, 0, 20), 2))
    assert result.stdout == format_report(load("chess"), expected, 20) + "\n"
