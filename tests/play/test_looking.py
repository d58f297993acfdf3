"""Looking back through a game that goes on."""

from __future__ import annotations

import pytest
from makachess.play.looking import LookingBack, parse_move_number
from makachess.saves import Game
from makachess.variants import load


def played(*sans: str) -> Game:
    game = Game(load("chess"))
    for san in sans:
        game.play(game.position.parse(san))
    return game


@pytest.fixture
def looking() -> LookingBack:
    return LookingBack(played("e4", "e5", "Nf3", "Nc6"))


def test_one_looks_back_and_on_and_the_game_stays_where_it_is(looking):
    game = looking.shown
    fen = game.position.fen()
    labels = []
    for count in (-1, -1, -9999, 1, 2):
        looking.step(count)
        labels.append(looking.label)
        assert game.position.fen() == fen
    assert labels == ["2. Nf3", "1... e5", "the start", "1. e4", "2. Nf3"]
    assert looking.shown.position.turn == "black"
    assert looking.shown.outcome is None
    looking.step(9999)
    assert not looking.is_on
    assert looking.shown is game


def test_moves_that_follow_are_seen_meanwhile(looking):
    game = looking.shown
    looking.step(-3)
    game.play(game.position.parse("Bb5"))
    looking.follow()
    assert looking.label == "1. e4"
    assert len(looking.shown.line) == 5
    looking.step(9999)
    assert not looking.is_on


def test_a_position_that_is_taken_back_and_replaced_is_no_longer_looked_at(looking):
    game = looking.shown
    looking.step(-1)
    game.undo()
    looking.follow()
    assert not looking.is_on  # it is the game as it stands now
    looking.look_at(game.node.children[0])  # taken back
    assert looking.label == "2... Nc6"
    game.play(game.position.parse("d6"))
    looking.follow()
    assert not looking.is_on


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12", (12, "white")),
        ("12.", (12, "white")),
        ("3...", (3, "black")),
        ("3..", (3, "black")),
        ("12345", None),
        ("e4", None),
        ("1.e4", None),
        ("٣", None),
    ],
)
def test_numbers_of_moves(text, found):
    assert parse_move_number(text) == found
