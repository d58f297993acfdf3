"""Devingt Chess beyond the worked examples: delayed promotions, reserves, compound first moves."""

import pytest
from makachess.core import (
    IllegalMoveError,
    Outcome,
    Position,
)
from makachess.variants import load

DEVINGT = load("devingt")
TWO_WAIT = "1P1P6/9k/10/5b4/10/7N2/10/10/10/RKQRN1BBSS b - - 0 10"  # f7xh5 brings them a Knight


def position(fen, *moves, variant=DEVINGT):
    at = Position(variant, fen)
    for text in moves:
        at.push(at.parse(text))
    return at


def written(promotions):
    return ",".join(f"{square}={kind}" for square, kind in promotions)


def prefixes(at):
    return {written(move.prefix) for move in at.legal_moves()}


def test_two_pieces_for_two_pawns_are_named_together_in_file_order():
    at = position("1P2P5/9k/10/10/10/10/10/10/10/1K8 w - - 0 30")
    kinds = "QRBNS"
    pairs = {f"b10={a},e10={b}" for a in kinds for b in kinds} - {"b10=Q,e10=Q"}
    assert prefixes(at) == pairs
    move = at.parse("e10=Q,b10=N,Ka1")  # read in any order
    assert (str(move), at.san(move)) == ("b10=N,e10=Q,b1a1", "b10=N,e10=Q,Ka1")


def test_a_piece_that_has_just_come_back_may_move_at_once():
    at = position(TWO_WAIT, "f7h5")
    move = at.parse("b10=N,b10c8")
    assert at.san(move) == "b10=N,Nc8"
    assert at.parse("b10=N,Nc8") == move
    at.push(move)
    assert at.fen() == "3P6/9k/2N7/10/10/7b2/10/10/10/RKQRN1BBSS b - - 1 11"
    assert at.pop() == move
    assert prefixes(at) == {"b10=N", "d10=N"}


def test_mate_is_judged_after_every_choice():
    at = position("P2P6/10/p6k2/5b4/10/q9/10/10/R1S7/1KB1SNNBQR b - - 0 10")
    assert at.san(at.parse("Qxa2")) == "Qxa2#"
    at.push(at.parse("Qxa2"))
    assert at.outcome() == Outcome("black", "checkmate")
    assert at.settled == ()


def test_only_the_side_to_move_is_settled_when_a_fen_is_loaded():
    fen = "1P8/9k/10/10/10/10/10/10/10/RKQ1NNBBSS b - - 0 10"
    assert Position(DEVINGT, fen).fen() == fen
    white = Position(DEVINGT, fen.replace(" b ", " w "))
    assert written(white.settled) == "b10=R"


def test_the_reserve_counts_each_side_and_never_pawns():
    at = Position(DEVINGT)
    assert at.reserve("white") == at.reserve("black") == {}
    at = position("4k5/10/10/10/10/10/10/10/10/RK1R4B1 w - - 0 30")
    assert at.reserve("white") == {"Q": 1, "B": 1, "N": 2, "S": 2}
    assert at.reserve("black") == {"Q": 1, "R": 2, "B": 2, "N": 2, "S": 2}
    assert Position(load("chess")).reserve("white") == {}


def test_more_pieces_than_the_array_has_leave_none():
    at = position("10/P6k2/10/10/10/10/10/10/10/KQQRRRBBNN w - - 0 30")
    assert at.reserve("white") == {"S": 2}
    assert [str(move) for move in at.legal_moves() if move.promotion] == ["a9a10=S"]


@pytest.mark.parametrize(
    ("pieces", "dead"),
    [
        ("4k5/10/10/10/10/10/10/10/10/4K5", True),
        ("4k5/10/10/10/10/10/10/10/10/4K1N3", True),
        ("4k5/10/10/10/10/10/10/10/10/4K1B3", True),
        ("4k1s3/10/10/10/10/10/10/10/10/4K5", True),
        ("4k1s3/10/10/10/10/10/10/10/10/4K1N3", False),
        ("4k5/10/10/10/10/10/10/10/10/4KSN3", False),
        ("4k5/10/10/10/10/10/10/10/10/4K1R3", False),
        ("4k5/10/10/10/10/10/10/10/P9/4K5", False),
    ],
)
def test_dead_positions(pieces, dead):
    outcome = Position(DEVINGT, f"{pieces} w - - 0 50").outcome()
    assert outcome == (Outcome("draw", "dead position") if dead else None)


def test_a_waiting_pawn_is_not_dead():
    fen = "1P7k/10/10/10/10/10/10/10/10/RKQRNNBBSS b - - 0 50"
    bare = "1p2k5/10/10/10/10/10/10/10/10/1p2K5 w - - 0 50"  # on b1 a black Pawn waits
    for text in (fen, bare):
        assert Position(DEVINGT, text).outcome() is None


@pytest.mark.parametrize("text", ["b10=Q,Nd3", "b10=N,d10=N,Nd3", "c10=N,e1d3"])
def test_a_choice_that_there_is_not(text):
    with pytest.raises(IllegalMoveError, match="the waiting Pawns cannot become that; write b10=N"):
        position(TWO_WAIT, "f7h5").parse(text)


def test_the_parts_of_a_compound_come_in_file_order_and_are_read_in_any():
    at = Position(DEVINGT)
    move = at.parse("e2-e4,b2-b3")
    assert (str(move), at.san(move)) == ("b2b3,e2e4", "b3,e4")
    for text in ("b2b3,e2e4", "e2e4,b2b3", "b3,e4", "e4,b3"):
        assert at.parse(text) == move
    assert str(at.parse("j3,a3,e3")) == "a2a3,e2e3,j2j3"


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        ("w KQkq - 0 2", False),  # not the first move
        ("w - - 0 1", True),  # rights do not matter
        ("b KQkq - 0 1", True),
    ],
)
def test_compounds_belong_to_move_one(fen, found):
    at = Position(DEVINGT, f"{DEVINGT.array} {fen}")
    assert any(move.parts for move in at.legal_moves()) is found


def test_compounds_need_all_of_the_side_s_pieces_at_home_but_not_the_opponent_s():
    moved = DEVINGT.array.replace("PPPPPPPPPP/RNBSKQSBNR", "PPPPPPPPPP/RNBS1QSBNR").replace(
        "10/PPPP", "4K5/PPPP"
    )
    assert not any(m.parts for m in Position(DEVINGT, f"{moved} w - - 0 1").legal_moves())
    alone = "4k5/10/10/10/10/10/10/10/PPPPPPPPPP/RNBSKQSBNR w KQ - 0 1"
    assert Position(DEVINGT, alone).perft(1) == 248


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c2-c3,d2-d3", "one Pawn moves one square and another two, or three Pawns one"),
        ("a2a3,c2c3,e2e3,g2g3", "one Pawn moves one square and another two"),
    ],
)
def test_compounds_that_there_are_not(text, reason):
    with pytest.raises(IllegalMoveError, match=reason):
        Position(DEVINGT).parse(text)
