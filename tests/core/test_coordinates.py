"""Coordinate moves: the one form written, the customary ones read."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from makachess.core import IllegalMoveError, InvalidMoveError, MoveKind, Position, Square
from makachess.core.notation.coordinates import STAYS, parse_coordinates
from makachess.variants import load, names
from stubs import StubPosition, devingt_like, move, plies, shogi_like


def pattern(text, variant=None):
    return parse_coordinates(variant or load("veteran"), text)


@pytest.mark.parametrize("text", ["e2e4", "e2-e4", "e2xe4", "e2:e4", "E2E4", " e2e4\n", "e2e4!?"])
def test_spellings_of_a_plain_move(text):
    assert pattern(text) == pattern("e2e4")


@pytest.mark.parametrize(
    "text", ["d4e5=Q", "d4e5q", "d4e5Q", "d4e5=q", "d4e5(Q)", "D4E5Q", "d4-e5=Q"]
)
def test_spellings_of_a_promotion(text):
    assert pattern(text) == pattern("d4e5=Q")
    assert pattern(text).promotion == "Q"


def test_a_promoted_id():
    variant = load("decimaka")
    for text in ("d4e5=+N", "d4e5+N", "d4e5+n", "d4xe5=+n", "d4e5=+N!"):
        assert pattern(text, variant).promotion == "+N"


def test_check_and_en_passant_marks_are_read_over():
    for text in ("e5d6+", "e5d6#", "e5d6 e.p.", "e5d6ep"):
        assert pattern(text) == pattern("e5d6")
    assert pattern("e5d6=") == replace(pattern("e5d6"), promotion=STAYS)


def test_legs():
    double = pattern("d4e5,e5f6", shogi_like())
    assert (double.origin, double.stops) == (Square(3, 3), (Square(4, 4), Square(5, 5)))
    assert pattern("d4-e5,e5-f6", shogi_like()) == double


@pytest.mark.parametrize(
    "text", ["", "e2", "e2e", "e2 e4", "t1t2", "e0e1", "e2e4==", "e2e4e5", "e2e4,", "d4d4d4"]
)
def test_no_coordinate_move(text):
    with pytest.raises(InvalidMoveError, match="is not a coordinate move"):
        pattern(text)


def test_an_unknown_piece():
    with pytest.raises(InvalidMoveError, match="there is no piece 'Z' in Veteran Chess"):
        pattern("d4e5=Z")


SHOGI_MOVES = {
    "c1c2": move("c1-c2"),
    "d4e5,e5f6": move("d4-f6", "e5", "f6"),
    "d4e5,e5c5": move("d4-c5", "e5"),
    "d4e5,e5d4": move("d4-d4", "e5"),
    "d4d4": move("d4-d4", kind=MoveKind.PASS),
    "d4e5": move("d4-e5", "e5"),
    "d4e5=+L!": move("d4-e5", "e5", promotion="+L!"),
    "d4e5,e5f6=+L!": move("d4-f6", "e5", "f6", promotion="+L!"),
    "a1a3,a3a2": move("a1-a2", "a3"),
    "a1a2,a2a3,a3a2": move("a1-a2", "a2", "a3"),
    "a1a3": move("a1-a3"),
    "a1a2,a2a3,a3a4": move("a1-a4", "a2", "a3", "a4"),
}
DEVINGT_MOVES = {
    "a2a3,c2c4": move("a2-a3,c2-c4", kind=MoveKind.COMPOUND),
    "a2a3,c2c3,e2e3": move("a2-a3,c2-c3,e2-e3", kind=MoveKind.COMPOUND),
    "b10=N,e1d3": move("e1-d3", prefix=[("b10", "N")]),
    "b10=N,d10=R,e1d3": move("e1-d3", prefix=[("b10", "N"), ("d10", "R")]),
    "b10=R,e1d3": move("e1-d3", prefix=[("b10", "R")]),
    "a2a3": move("a2-a3"),
    "c2c4": move("c2-c4"),
}
SHOGI_PIECES = "7/7/7/3L!3/7/7/W!1L4"
DEVINGT_PIECES = "10/10/10/10/10/10/10/10/PPPPPPPPPP/RNBSKQSBNR".replace("KQ", "NQ")


@pytest.mark.parametrize("text", SHOGI_MOVES)
def test_shogi_forms(text):
    position = StubPosition(shogi_like(), SHOGI_PIECES, SHOGI_MOVES.values())
    assert str(SHOGI_MOVES[text]) == text
    fitting = [m for m in SHOGI_MOVES.values() if pattern(text, shogi_like()).fits(position, m)]
    assert fitting == [SHOGI_MOVES[text]]


@pytest.mark.parametrize("text", DEVINGT_MOVES)
def test_devingt_forms(text):
    position = StubPosition(devingt_like(), DEVINGT_PIECES, DEVINGT_MOVES.values())
    assert str(DEVINGT_MOVES[text]) == text
    fitting = [m for m in DEVINGT_MOVES.values() if pattern(text, devingt_like()).fits(position, m)]
    assert fitting == [DEVINGT_MOVES[text]]


def test_the_parts_of_a_compound_may_come_in_any_order():
    position = StubPosition(devingt_like(), DEVINGT_PIECES, DEVINGT_MOVES.values())
    reading = pattern("c2c4,a2a3", devingt_like())
    assert [m for m in DEVINGT_MOVES.values() if reading.fits(position, m)] == [
        DEVINGT_MOVES["a2a3,c2c4"]
    ]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(2))
def test_every_legal_move_of_random_games_is_read_back(name, seed):
    choose = random.Random(seed).choice
    position = Position(load(name))
    for _ in range(plies(position.variant)):
        legal = position.legal_moves()
        if not legal:
            break
        texts = [str(m) for m in legal]
        assert len(set(texts)) == len(texts)
        assert [position.parse(text) for text in texts] == legal
        position.push(choose(legal))


def test_staying_has_no_suffix_and_a_forced_change_has_one():
    position = Position(load("veteran"), "4k3/8/8/3n1v2/4P3/8/8/4K3 w - - 0 1")
    assert position.parse("e4d5").promotion == ""
    assert position.parse("e4d5=P").promotion == ""
    assert position.parse("e4d5=V").promotion == "V"
    assert position.parse("e4f5=V").promotion == "V"
    with pytest.raises(IllegalMoveError, match=r"must become a Veteran .*; write exf5=V"):
        position.parse("e4f5")
    with pytest.raises(IllegalMoveError, match=r"may become a Veteran .*; write exd5 or exd5=V"):
        position.parse("e4d5=Q")


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("tail", ["a2a3K", "a2a3=N", "a2xa3", "a3=N", "a2a3,a3a4=+"])
def test_a_delayed_promotion_that_nobody_has_is_refused_with_the_reason(name, tail):
    position = Position(load(name))
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as refused:
        position.parse(f"a1=N,{tail}")
    assert repr(f"a1=N,{tail}") in str(refused.value)


def test_a_delayed_promotion_with_another_promotion_is_refused_for_the_first():
    with pytest.raises(IllegalMoveError, match="no Pawn has a choice; write a3"):
        Position(load("chess")).parse("a1=N,a2a3K")
