"""Premoves: what can be entered before its turn, and what becomes of it then."""

from __future__ import annotations

import pytest
from makachess.core.errors import InvalidMoveError
from makachess.core.squares import Square
from makachess.play.entry import MoveEntry
from makachess.play.premove import Premove
from makachess.saves import Game
from makachess.variants import load

# Black is to move in all of them.
RECAPTURE = "4k3/8/8/3p4/4P3/2N5/8/4K3 b - - 0 1"
CASTLING = "4k3/8/8/8/8/8/p7/4K2R b K - 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 b - - 0 1"
LION = "k18/19/19/19/19/19/19/19/9r9/9pp8/8pL!p8/8ggg8/19/19/19/19/19/19/18K b - - 0 1"


def picked(game: Game, squares: str) -> Premove:
    premove = Premove()
    for square in squares.split():
        premove = premove.pick(game, Square.parse(square))
    return premove


def entered(game: Game, premove: Premove) -> tuple[str, ...]:
    """The moves that can come of it in the game as it stands; none if it says why."""
    entry = MoveEntry(game.position)
    if move := entry.go(premove.squares):
        return (str(move),)
    assert bool(entry.state.choices) != bool(entry.state.error)
    return tuple(str(choice.move) for choice in entry.state.choices)


@pytest.mark.parametrize(
    ("fen", "squares", "left"),
    [
        (RECAPTURE, "c3", "c3"),
        (RECAPTURE, "c3 d5", "c3 d5"),
        (RECAPTURE, "c3 e4", "c3 e4"),  # which it guards: there it can take back
        (RECAPTURE, "c3 e1", "e1"),  # another piece instead
        (RECAPTURE, "c3 c3", ""),
        (RECAPTURE, "c3 d5 d5", ""),
        (RECAPTURE, "c3 d5 e4", "e4"),
        (RECAPTURE, "d5", ""),  # not of the player
        (RECAPTURE, "a1", ""),
    ],
)
def test_squares_are_picked_for_one_premove_at_a_time(fen, squares, left):
    game = Game(load("chess"), fen)
    assert " ".join(map(str, picked(game, squares).squares)) == left


@pytest.mark.parametrize(
    ("fen", "squares", "reply", "moves"),
    [
        (RECAPTURE, "c3 e4", "dxe4", "c3e4"),
        (RECAPTURE, "e4 d5", "d4", ""),
        (RECAPTURE, "c3 e4", "Kd8", ""),  # its own Pawn stands there still
        (RECAPTURE, "e4 e5", "dxe4", ""),
        (CASTLING, "e1 g1", "Kf8", "e1g1"),
        (CASTLING, "e1 g1", "a1=Q", ""),
        (PROMOTION, "a7 a8", "Kd7", "a7a8=Q a7a8=R a7a8=B a7a8=N"),
        (LION, "j9 j10", "Kb19", "j9j10 j9j10=+L!"),
        (LION, "j9 j10 j11", "Kb19", "j9j10,j10j11 j9j10,j10j11=+L!"),
        (LION, "j9 j10 j9", "Kb19", "j9j10,j10j9 j9j10,j10j9=+L!"),
        (LION, "j9 j12", "Kb19", ""),
    ],
)
def test_squares_are_a_move_if_it_is_legal_when_its_turn_has_come(fen, squares, reply, moves):
    game = Game(load("maka" if fen is LION else "chess"), fen)
    premove = picked(game, squares)
    assert premove.stands(game)
    assert not premove.is_due(game)
    game.play(game.position.parse(reply))
    assert premove.is_due(game)
    assert not premove.stands(game)
    assert " ".join(entered(game, premove)) == moves


def test_it_is_not_due_after_anything_but_one_move():
    game = Game(load("chess"))
    game.play(game.position.parse("e4"))
    premove = Premove().type(game, "Nf3")
    game.undo()
    assert not premove.is_due(game)
    assert not premove.stands(game)
    game.play(game.position.parse("e4"))
    game.play(game.position.parse("e5"))
    game.finish("white", "resignation")
    assert not premove.is_due(game)


@pytest.mark.parametrize(
    ("text", "squares"),
    [("g1f3", "g1 f3"), ("Nf3", "f3"), ("O-O", ""), ("e4", "e4"), ("e2", "e2"), ("exd8=Q", "d8")],
)
def test_a_text_names_squares_and_is_read_later(text, squares):
    game = Game(load("chess"))
    game.play(game.position.parse("e4"))
    premove = Premove().type(Game(load("chess"), "4k3/8/8/8/8/8/4P3/4K1NR b K - 0 1"), text)
    assert " ".join(map(str, premove.squares)) == squares
    assert premove.is_whole == (text != "e2")
    with pytest.raises(InvalidMoveError, match="hallo"):
        Premove().type(game, "hallo")


def test_its_piece_may_be_typed_in_lower_case():
    game = Game(load("veteran"), "4k3/8/8/3p4/4V3/8/8/4K3 b - - 0 1")
    premove = Premove().type(game, "vd4")
    game.play(game.position.parse("Kd8"))
    assert premove.is_due(game)
    assert str(MoveEntry(game.position).type(premove.text)) == "e4d4"
