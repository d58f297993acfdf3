"""SAN: one text for every move, customary spellings read, and a reason for what cannot be."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from makachess.core import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    MakachessError,
    MoveKind,
    Position,
)
from makachess.core.notation.parsing import parse_move, parse_san
from makachess.core.notation.san import format_san
from makachess.variants import load, names
from stubs import StubPosition, devingt_like, move, plies, shogi_like


def position(fen, name="chess"):
    return Position(load(name), fen)


def sans(at):
    return sorted(at.san(m) for m in at.legal_moves())


@pytest.mark.parametrize("seed", range(4))
def test_orthodox_san_is_that_of_python_chess(seed):
    choose = random.Random(seed).choice
    ours, theirs = Position(load("chess")), chess.Board()
    for _ in range(60):
        legal = sorted(theirs.legal_moves, key=str)
        if not legal:
            break
        assert sans(ours) == sorted(theirs.san(m) for m in legal)
        chosen = choose(legal)
        ours.push(ours.parse(theirs.san(chosen)))
        theirs.push(chosen)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(1))
def test_every_legal_move_of_random_games_is_read_back(name, seed):
    choose = random.Random(seed).choice
    at = Position(load(name))
    for _ in range(plies(at.variant)):
        legal = at.legal_moves()
        if not legal:
            break
        texts = [format_san(at, m) for m in legal]
        assert len(set(texts)) == len(texts)
        assert [parse_move(at, text) for text in texts] == legal
        assert [parse_san(at, text) for text in texts] == legal
        at.push(choose(legal))


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("4k3/8/8/8/8/8/8/1N2KN2", "Nbd2 Nfd2 Na3 Nc3"),
        ("k7/8/8/3N4/8/8/8/K2N4", "N1c3 N5c3 Nf2 Nf6"),
        ("1k6/8/8/8/Q6Q/8/8/K6Q", "Qad1 Qhd1 Qae4 Qh4e4 Q1e4"),
        ("k7/8/8/8/8/2b5/8/K1R1R3 w", "Kb1 Ka2"),
    ],
)
def test_the_shortest_disambiguation(fen, moves):
    texts = {text.rstrip("+#") for text in sans(position(fen))}
    assert set(moves.split()) <= texts


def test_castling_has_its_own_text_in_chess_and_is_the_kings_move_in_decimaka():
    assert {"O-O", "O-O-O"} <= set(sans(position("4k3/8/8/8/8/8/8/R3K2R w KQ")))
    rooks = "4k5/10/10/10/10/10/10/10/10/R4K3R w KQ"
    texts = set(sans(position(rooks, "decimaka")))
    assert {"Ki1", "Kc1"} <= texts
    with pytest.raises(InvalidMoveError, match="castling is written as the king's move"):
        position(rooks, "decimaka").parse("O-O")


def test_changes_in_veteran_chess():
    at = position("7k/8/8/5n2/2l1R1v1/8/K7/4q3", "veteran")
    captures = [text for text in sans(at) if "x" in text]
    assert captures == ["Rxc4=Q", "Rxe1=Q", "Rxg4=V"]
    at = position("7k/8/8/5n2/4P3/8/8/K7", "veteran")
    assert sans(at) == ["Ka2", "Kb1", "Kb2", "e5", "exf5", "exf5=V"]


def test_promoted_movers_and_changes_into_promoted_pieces():
    at = position("k9/10/10/3p6/10/2N7/10/10/10/+N8K", "decimaka")
    texts = sans(at)
    assert {"Nxd7", "Nxd7=+N"} <= {text.rstrip("+#") for text in texts}
    assert "+Nb3" in {text.rstrip("+#") for text in texts}


def test_mate_and_check_stand_last():
    at = position("k7/8/1K6/8/8/8/8/7R")
    assert {"Rh8#", "Rh7"} <= set(sans(at))
    at = position("k7/7P/1K6/8/8/8/8/8")
    assert {"h8=Q#", "h8=R#", "h8=N"} <= set(sans(at))


SPELLINGS = [
    ("4k3/8/8/8/8/8/8/4K2R w K", "O-O", "0-0 o-o O-O! 0-0!? O-O+ e1g1 Kg1"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q", "O-O-O", "0-0-0 o-o-o O-O-O?"),
    ("4k3/8/8/8/8/8/8/4K1N1 w", "Nf3", "Ng1f3 Ng1-f3 N-f3 Ngf3 N1f3 Nf3+ Nf3?! g1f3 g1-f3"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w", "exd5", "ed5 e4d5 e4xd5 Pxd5 Pexd5 e:d5 xd5 exd5!"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", "exd6e.p. exd6ep ed6 e5d6"),
    ("8/4P1k1/8/8/8/8/8/4K3 w", "e8=N+", "e8N e8=N e8(N) e8/N e7e8n e7-e8=N e8N+ e8=N!"),
    ("k7/8/8/8/8/8/1R6/1K6 w", "Rb8+", "Rb8 Rb8# Rb8++ Rbb8 R2b8 b2b8"),
]


@pytest.mark.parametrize(
    ("fen", "san", "text"),
    [(fen, san, text) for fen, san, texts in SPELLINGS for text in [san, *texts.split()]],
)
def test_customary_spellings(fen, san, text):
    at = position(fen)
    expected = next(m for m in at.legal_moves() if at.san(m).rstrip("+#") == san.rstrip("+#"))
    if san != "Rb8+":
        assert at.san(expected) == san
    assert at.parse(text) == expected


def test_en_passant_after_a_space():
    at = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6")
    assert at.parse("exd6 e.p.") == at.parse("exd6")
    assert at.parse("e5d6 ep") == at.parse("exd6")


def test_the_pawn_may_be_named_and_a_choice_declined():
    at = position("4k3/8/8/3n4/4P3/8/8/4K3", "veteran")
    stays, changes = at.parse("exd5"), at.parse("exd5=V")
    assert (stays.promotion, changes.promotion) == ("", "V")
    for text in ("Pxd5", "exd5=P", "exd5=", "exd5+"):
        assert at.parse(text) == stays
    for text in ("Pxd5=V", "exd5V", "exd5(V)", "exd5=V!"):
        assert at.parse(text) == changes
    at = position("k9/10/10/3p6/10/2N7/10/10/10/9K", "decimaka")
    for text in ("Nxd7+N", "Nd7=+N", "Nxd7=+N+", "c5d7+N"):
        assert at.parse(text).promotion == "+N"


VETERAN = "4k3/8/8/3n1v2/4P3/8/8/R3K3 w Q - 0 1"


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("xyzzy", InvalidMoveError, "is not a move of Veteran Chess: write squares"),
        ("", InvalidMoveError, "'' is not a move"),
        ("Zf3", InvalidMoveError, "there is no piece 'Z' (but K Q R B N P L V M)"),
        ("exd5=+N", InvalidMoveError, "there is no piece '+N'"),
        ("ra2", IllegalMoveError, "there is no file 'r' (piece letters are upper case)"),
        ("e4", IllegalMoveError, "White's own Pawn stands on e4"),
        ("e4e5e6", InvalidMoveError, "is not a move"),
        ("e3e4", IllegalMoveError, "there is no piece on e3"),
        ("d5e7", IllegalMoveError, "it is White's turn, and the piece on d5 is Black's"),
        ("Be4f5", IllegalMoveError, "the piece on e4 is a Pawn"),
        ("k10k9", IllegalMoveError, "k10 is not on the 8x8 board"),
        ("Qd4", IllegalMoveError, "White, whose turn it is, has no Queen"),
        ("e7", IllegalMoveError, "a Pawn cannot go to e7 (only to d5, e5, f5)"),
        ("e4e7", IllegalMoveError, "the Pawn on e4 cannot go to e7 (only to d5, e5, f5)"),
        ("Ra1xa5", IllegalMoveError, "there is nothing to capture on a5"),
        ("Kxe8", IllegalMoveError, "a King cannot go to e8"),
        ("O-O", IllegalMoveError, "castling is not allowed now"),
        ("e4d4", IllegalMoveError, "the Pawn on e4 cannot go to d4"),
        ("e1e1", IllegalMoveError, "the King on e1 cannot go to e1"),
        ("e4--", IllegalMoveError, "passing is not allowed now"),
        (
            "exf5",
            IllegalMoveError,
            "must become a Veteran (captured a promoted piece); write exf5=V",
        ),
        ("exd5=Q", IllegalMoveError, "may become a Veteran (free choice); write exd5 or exd5=V"),
        ("e5=V", IllegalMoveError, "the Pawn on e4 cannot become that by this move; write e5"),
    ],
)
def test_refused(text, error, reason):
    with pytest.raises(error) as refused:
        position(VETERAN, "veteran").parse(text)
    assert repr(text) in str(refused.value)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_ambiguous():
    at = position("4k3/8/8/8/8/8/8/1N2KN2")
    with pytest.raises(AmbiguousMoveError, match="'Nd2' is ambiguous: write one of Nbd2, Nfd2"):
        at.parse("Nd2")
    at = position("8/4P1k1/8/8/8/8/8/4K3")
    with pytest.raises(AmbiguousMoveError, match=r"write e8=B or e8=N\+ or e8=Q or e8=R"):
        at.parse("e8")


def test_check_and_the_end_of_the_game_are_named():
    at = position("4k3/8/8/8/8/8/4r3/R3K3")
    with pytest.raises(
        IllegalMoveError, match="White is in check, and the Rook on a1 cannot go to a5"
    ):
        at.parse("Ra5")
    at = position("R5k1/5ppp/8/8/8/8/8/4K3 b")
    with pytest.raises(IllegalMoveError, match=r"the game is over \(checkmate\)"):
        at.parse("h6")


def test_a_move_from_elsewhere_has_no_san():
    with pytest.raises(IllegalMoveError):
        position("4k3/8/8/8/8/8/8/4K3").san(move("e2-e4"))


def test_nothing_changes_by_writing():
    at = Position(load("decimaka"))
    before = at.fen()
    sans(at)
    assert (at.fen(), at.ply) == (before, 0)


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet="KRNBPVMQLabcdefgh123456789x-+#=!?:,O0.ep' ", max_size=12))
@example("L!!")
@example("e4=V=")
@example("b10=N,e4")
def test_any_text_is_read_or_refused(text):
    at = position(VETERAN, "veteran")
    try:
        found = at.parse(text)
    except MakachessError:
        return
    assert found.is_null or found in at.legal_moves()


# --- games whose rules come later: the forms alone ------------------------------------------------

LION = {
    "L!xe5xf6": move("d4-f6", "e5", "f6"),
    "L!xe5-c5": move("d4-c5", "e5"),
    "L!xe5-d4": move("d4-d4", "e5"),
    "L!d4--": move("d4-d4", kind=MoveKind.PASS),
    "L!f4": move("d4-f4"),
    "L!xe5": move("d4-e5", "e5"),
    "L!xe5=+L!": move("d4-e5", "e5", promotion="+L!"),
    "L!xe5xf6=+L!": move("d4-f6", "e5", "f6", promotion="+L!"),
    "L!xe5-d4=+L!": move("d4-d4", "e5", promotion="+L!"),
    "W!xa3-a2": move("a1-a2", "a3"),
    "W!xa2xa3-a2": move("a1-a2", "a2", "a3"),
    "W!a3": move("a1-a3"),
    "W!xa2xa3xa4": move("a1-a4", "a2", "a3", "a4"),
    "Pg3": move("g2-g3"),
    "E'b2": move("b1-b2"),
}


def lions(*more):
    return StubPosition(shogi_like(), "7/7/7/3L!3/7/6P/W!E'5", [*LION.values(), *more])


@pytest.mark.parametrize("text", LION)
def test_forms_of_the_shogi_games(text):
    at = lions()
    assert format_san(at, LION[text]) == text
    assert parse_move(at, text) == LION[text]


@pytest.mark.parametrize(
    ("text", "san"),
    [
        ("L!x!e5", "L!xe5-d4"),
        ("L!!e5", "L!xe5-d4"),
        ("L!x!e5=", "L!xe5-d4"),
        ("L!x!e5+", "L!xe5-d4=+L!"),
        ("L!d4xe5xf6", "L!xe5xf6"),
        ("L!d4xe5-c5", "L!xe5-c5"),
        ("L!e5", "L!xe5"),
        ("L!xe5+", "L!xe5=+L!"),
        ("L!xe5=", "L!xe5"),
        ("L!xe5+L!", "L!xe5=+L!"),
        ("L!xe5xf6+", "L!xe5xf6=+L!"),
        ("d4e5+", "L!xe5=+L!"),
        ("d4e5=", "L!xe5"),
        ("d4e5,e5f6+", "L!xe5xf6=+L!"),
        ("L!!", "L!d4--"),
        ("L!d4!", "L!d4--"),
        ("L!--", "L!d4--"),
        ("--", "L!d4--"),
        ("d4d4", "L!d4--"),
        ("L!f4!", "L!f4"),
        ("L!!!?", "L!d4--"),
        ("L!xe5=+L!!!", "L!xe5=+L!"),
        ("L!d4-f4", "L!f4"),
    ],
)
def test_customary_spellings_of_the_shogi_games(text, san):
    assert parse_move(lions(), text) == LION[san]


def test_two_lions_are_told_apart_in_legs_too():
    pieces = "7/7/7/3L!1L!1/7/7/7"
    one, two = move("d4-e6", "e5", "e6"), move("f4-e6", "e5", "e6")
    at = StubPosition(shogi_like(), pieces, [one, two, move("f4-g4")])
    assert format_san(at, one) == "L!dxe5xe6"
    assert format_san(at, two) == "L!fxe5xe6"
    assert parse_move(at, "L!fxe5xe6") == parse_move(at, "L!f4xe5xe6") == two
    with pytest.raises(AmbiguousMoveError):
        parse_move(at, "L!xe5xe6")


def test_the_piece_that_moves_is_always_named_in_the_shogi_games():
    with pytest.raises(InvalidMoveError, match="the moving piece must be named"):
        parse_move(lions(), "g3")


DEVINGT = {
    "a3,c4": move("a2-a3,c2-c4", kind=MoveKind.COMPOUND),
    "a3,c3,e3": move("a2-a3,c2-c3,e2-e3", kind=MoveKind.COMPOUND),
    "b10=N,Nd3": move("e1-d3", prefix=[("b10", "N")]),
    "b10=R,Nd3": move("e1-d3", prefix=[("b10", "R")]),
    "b10=N,d10=R,Nd3": move("e1-d3", prefix=[("b10", "N"), ("d10", "R")]),
    "a3": move("a2-a3"),
    "Ng4": move("e3-g4"),
}


@pytest.mark.parametrize("text", DEVINGT)
def test_forms_of_devingt(text):
    pieces = "10/10/10/10/10/10/10/4N5/PPPPPPPPPP/R3N4R"
    at = StubPosition(devingt_like(), pieces, DEVINGT.values())
    assert format_san(at, DEVINGT[text]) == text
    assert parse_move(at, text) == DEVINGT[text]
