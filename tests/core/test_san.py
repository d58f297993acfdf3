"""SAN: one text for every move, customary spellings read, and a reason for what cannot be."""

from __future__ import annotations

import pytest
from cases import cases
from hypothesis import example, given, settings
from hypothesis import strategies as st
from makachess.core import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    MakachessError,
    Position,
    errors,
)
from makachess.variants import load


def position(fen, name="chess"):
    return Position(load(name), fen)


def sans(at):
    return sorted(at.san(m) for m in at.legal_moves())


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


VETERAN = "4k3/8/8/3n1v2/4P3/8/8/R3K3 w Q - 0 1"


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    cases("refused-san"),
)
def test_refused(text, error, reason):
    with pytest.raises(getattr(errors, error)) as refused:
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


@settings(max_examples=150, deadline=None)
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


@pytest.mark.parametrize(
    ("name", "told"), [("chess", r"piece 'Z' \(but K Q R B N P\)$"), ("maka", r"piece 'Z'$")]
)
def test_the_pieces_of_a_game_are_listed_if_they_are_few(name, told):
    with pytest.raises(InvalidMoveError, match=told):
        Position(load(name)).parse("Ze4")
