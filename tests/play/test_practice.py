"""Practice positions: what the files say, when a goal is reached, and games that know theirs."""

from __future__ import annotations

import subprocess

import pytest
from cli_calls import PROGRAM, bad
from makachess.core import MakachessError, Position
from makachess.core.engine.levels import LEVELS
from makachess.play.attacks import dangers, royals_of
from makachess.play.practice import (
    BECOME,
    HOLD,
    WIN,
    Practice,
    games_with_practice,
    load_practice,
    practice_at,
    practice_of,
    practice_setup,
)
from makachess.play.settings import Settings
from makachess.saves import format_game, read_games
from makachess.variants.catalogue import place_of
from makachess.variants.sources import builtin_names

EACH = [one for game in games_with_practice() for one in load_practice(game)]


def test_the_seven_games_have_some_each():
    assert games_with_practice() == tuple(sorted(builtin_names(), key=place_of))
    assert all(4 <= len(load_practice(game)) <= 6 for game in games_with_practice())
    assert len({one.key for one in EACH}) == len(EACH)
    assert {one.goal for one in EACH} == {WIN, HOLD, BECOME}


@pytest.mark.parametrize("one", EACH, ids=lambda one: f"{one.game}: {one.title}")
def test_each_can_be_played_and_says_what_it_is(one):
    position = one.position()
    assert position.fen() == one.fen
    assert position.turn == one.side
    assert position.legal_moves()
    assert not dangers(royals_of(position), one.side)
    assert one.is_reached(position, position.outcome()) is None
    assert one.text.endswith(".")
    assert one.level in LEVELS
    assert (one.goal == WIN) == (one.moves == 0)
    made = {kind.promotes_to for kind in one.variant.pieces.values()} | {"Q"}
    assert one.becomes in (made if one.goal == BECOME else {""})


ROOK = "r6k/1P6/8/8/8/8/8/1K6 w - - 0 1"
MATE = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "goal", "moves", "played", "reached"),
    [
        (ROOK, BECOME, 2, "b7b8=Q", None),  # it may be taken yet
        (ROOK, BECOME, 2, "b7b8=Q a8b8", None),
        (ROOK, BECOME, 1, "b7b8=Q a8b8", False),
        (ROOK, BECOME, 1, "b7a8=Q h8h7", True),
        (ROOK, BECOME, 1, "b7a8=R h8h7", False),
        (ROOK, BECOME, 1, "b1c1 h8h7 b7a8=Q h7h6", False),  # too late
        (ROOK, BECOME, 1, "b7a8=Q h8h7 a8b8 h7h6", True),  # for good
        (MATE, WIN, 0, "a1a7", None),
        (MATE, WIN, 0, "a1a8", True),
        (MATE, HOLD, 9, "a1a8", True),
        (MATE, HOLD, 2, "a1a7 h8g8 a7a6", None),
        (MATE, HOLD, 2, "a1a7 h8g8 a7a6 g8h8", True),
        (MATE, HOLD, 2, "a1a7 h8g8 a7g7 g8h8 g7g8 h8g8", True),
        (MATE, WIN, 0, "g6f7 h8h7 f7f8 h7h8 f8f7 h8h7 f7f8 h7h8 f8f7 h8h7 f7f8 h7h8", False),
    ],
)
def test_a_goal_is_reached_missed_or_open(fen, goal, moves, played, reached):
    one = Practice("0", "A title", "chess", fen, (), goal=goal, moves=moves, becomes="Q")
    position = Position(one.variant, fen)
    for text in played.split():
        position.push(position.parse(text))
    assert one.is_reached(position, position.outcome()) is reached


def test_a_saved_game_knows_the_position_it_began_with():
    one = next(one for one in EACH if one.goal == HOLD)
    game = practice_setup(one, Settings()).game
    assert game.tags["Event"] == one.title
    [read] = read_games([format_game(game)])
    assert practice_of(read) == one
    assert practice_of(practice_setup(one, Settings(), level=7).game) == one
    game.tags["Practice"] = "chess/00000000"
    assert practice_of(game) is None
    game.tags["Practice"] = "no game"
    assert practice_of(game) is None


@pytest.mark.slow
def test_a_position_is_played_by_lines_of_text():
    call = "play", "chess", "--practice"
    played = subprocess.run(
        [*PROGRAM, *call, "1", "--plain"], input="resign\ny\n", capture_output=True, text=True
    )
    told = played.stdout.splitlines()
    assert told[0].startswith("You play White: win. ")
    assert told[-1] == "Goal missed"
    assert "no practice position 99 " in bad(*call, 99)
    assert "a practice position keeps its rules" in bad(*call, 1, "--side", "black")


def test_a_number_that_no_position_has_is_refused():
    assert practice_at("chess", 1) == load_practice("chess")[0]
    with pytest.raises(MakachessError, match=r"no practice position 99 \(it has \d\)"):
        practice_at("chess", 99)
    with pytest.raises(MakachessError, match=r"no practice position 1 \(it has 0\)"):
        practice_at("grand", 1)
