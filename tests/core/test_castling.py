"""Castling: the tables of the rule sheets, as read off the arrays, and those of variant files."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pytest
from makachess.core import IllegalMoveError, InvalidFenError, Move, Position
from makachess.core.castling import castlings
from makachess.core.move import MoveKind
from makachess.play.diagrams import piece_diagram
from makachess.play.session.draft import Draft
from makachess.variants import load, load_file
from walking import walk

DATA = Path(__file__).parents[1] / "data"
WILDEBEEST = load_file(DATA / "inventors" / "wildebeest.toml")
JANUS, SHAKO, OUK = (
    load_file(DATA / "fairy-stockfish" / f"{name}.toml") for name in ("janus", "shako", "cambodian")
)
ODD = load_file(DATA / "variants" / "odd-castling.toml")
OPEN = "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KQkq - 0 1"

CHESS = """
K e1-g1 h1-f1 f1 g1 : e1 f1 g1
Q e1-c1 a1-d1 b1 c1 d1 : e1 d1 c1
k e8-g8 h8-f8 f8 g8 : e8 f8 g8
q e8-c8 a8-d8 b8 c8 d8 : e8 d8 c8
"""
DECIMAKA = """
K f1-i1 j1-h1 g1 h1 i1 : f1 g1 h1 i1
Q f1-c1 a1-d1 b1 c1 d1 e1 : f1 e1 d1 c1
k e10-h10 j10-g10 f10 g10 h10 i10 : e10 f10 g10 h10
q e10-b10 a10-c10 b10 c10 d10 : e10 d10 c10 b10
"""
DEVINGT = """
K e1-g1 j1-f1 f1 g1 h1 i1 : e1 f1 g1
K e1-h1 j1-g1 f1 g1 h1 i1 : e1 f1 g1 h1
Q e1-c1 a1-d1 b1 c1 d1 : e1 d1 c1
Q e1-b1 a1-c1 b1 c1 d1 : e1 d1 c1 b1
k e10-g10 j10-f10 f10 g10 h10 i10 : e10 f10 g10
k e10-h10 j10-g10 f10 g10 h10 i10 : e10 f10 g10 h10
q e10-c10 a10-d10 b10 c10 d10 : e10 d10 c10
q e10-b10 a10-c10 b10 c10 d10 : e10 d10 c10 b10
"""
TABLES = {
    "chess": CHESS,
    "veteran": CHESS,
    "decimaka": DECIMAKA,
    "decimaka-revised": DECIMAKA,
    "devingt": DEVINGT,
}


def _row(way):
    king, rook = f"{way.king_from}-{way.king_to}", f"{way.rook_from}-{way.rook_to}"
    empty, safe = " ".join(map(str, way.empty)), " ".join(map(str, way.safe))
    return f"{way.right} {king} {rook} {empty} : {safe}"


@pytest.mark.parametrize("name", TABLES)
def test_table_of_the_sheet(name):
    ways = castlings(load(name))
    assert [_row(way) for way in ways] == TABLES[name].strip().splitlines()
    assert {(way.king, way.rook) for way in ways} == {("K", "R")}


def texts(position):
    """Castlings in coordinates and in SAN, in the order of the table."""
    moves = [move for move in position.legal_moves() if move.kind is MoveKind.CASTLING]
    for move in moves:
        assert position.parse(str(move)) == position.parse(position.san(move)) == move
        assert Move.parse(str(move)) == move
        assert hash(Move.parse(str(move))) == hash(move)
        assert move.replace() == move
    return [(str(move), position.san(move)) for move in moves]


def test_each_side_may_have_a_distance_of_its_own():
    position = Position(JANUS, "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1")
    assert texts(position) == [("e1i1", "O-O"), ("e1b1", "O-O-O")]
    position.push_san("O-O-O")
    position.push_san("O-O")
    assert position.fen() == "r6rk1/10/10/10/10/10/10/1KR6R w - - 2 2"


def test_a_castling_that_looks_like_a_step_names_both_pieces():
    position = Position(WILDEBEEST, OPEN)
    assert texts(position) == [
        ("f1g1,k1f1", "Kg1,Rf1+"),
        ("f1h1", "Kh1"),
        ("f1i1", "Ki1"),
        ("f1j1", "Kj1"),
        ("f1e1,a1f1", "Ke1,Rf1+"),
        ("f1d1", "Kd1"),
        ("f1c1", "Kc1"),
        ("f1b1", "Kb1"),
    ]
    assert str(position.parse("f1g1")) == "f1g1"
    assert position.parse("f1g1") != position.parse("f1g1,k1f1") == position.parse("Kg1,f1")
    assert position.parse("f1h1,k1g1") == position.parse("Kh1,Rg1") == position.parse("f1h1")
    position.push(Move.parse("f1g1,k1f1"))
    assert position.fen().split()[:3] == ["r4k4r/11/11/11/11/11/11/11/11/R4RK4", "b", "kq"]


@pytest.mark.parametrize(
    ("variant", "fen", "text", "why"),
    [
        (WILDEBEEST, "5k5/6r4/11/11/11/11/11/11/11/5K4R w K - 0 1", "Kg1,Rf1", "g1 is attacked by"),
        (WILDEBEEST, "5k5/11/11/11/11/11/11/11/11/5K3BR w K - 0 1", "f1g1,k1f1", "Bishop on j1"),
        (WILDEBEEST, "5k5/11/11/11/11/11/11/11/11/5K4R w - - 0 1", "Kh1", "or that Rook has moved"),
        (
            JANUS,
            "4k5/10/10/10/10/10/10/R3K1N2R w KQ - 0 1",
            "O-O",
            "Knight on g1 stands in the way",
        ),
        (OUK, "4k3/8/8/8/8/8/8/RNSKMSNR w E - 0 1", "Kb2", "it has moved before"),
        (OUK, "3rk3/8/8/8/8/8/8/RNSKMSNR w D - 0 1", "Kb2", "only while it is not attacked"),
        (OUK, "4k3/8/8/8/8/8/8/RNSKMSNR w D - 0 1", "Me3", "it has moved before"),
        (WILDEBEEST, "5k5/11/11/11/11/11/11/5P5/11/5K5 w - - 0 1", "f3f6", "as far as rank 5"),
    ],
)
def test_why_it_cannot_be(variant, fen, text, why):
    with pytest.raises(IllegalMoveError, match=why):
        Position(variant, fen).parse(text)


def test_first_moves_last_until_the_piece_has_moved():
    position = Position(OUK)
    assert position.castling_rights == "DEde"
    assert {"d1b2", "d1f2"} <= {str(move) for move in position.legal_moves()}
    for text in ("d1f2", "e8g7", "f2g2", "g7f7"):  # both Kings, out and on
        position.push(position.parse(text))
    assert position.castling_rights == "Ed"
    position.push(position.parse("e1d2"))
    assert position.castling_rights == "d"
    assert {*Position(OUK, position.fen()).legal_moves()} == {*position.legal_moves()}
    assert Position(OUK).mirror().castling_rights == "DEde"


@pytest.mark.parametrize("fen", ["DD", "KDEde", "Dx"])
def test_rights_that_a_game_does_not_know_are_refused(fen):
    with pytest.raises(InvalidFenError, match="castling"):
        Position(OUK, f"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w {fen} - 0 1")


def test_rights_are_edited_by_their_letters():
    draft = Draft(OUK)
    draft.toggle_right("D")
    assert draft.castling == "Ede"
    draft.empty(next(at for at in draft.pieces if str(at) == "e8"))
    assert (draft.possible_rights, draft.castling) == ("DEd", "Ed")


def test_words_tell_how_a_king_castles():
    last = [piece_diagram(variant, "K").legend[-1] for variant in (WILDEBEEST, SHAKO, JANUS, OUK)]
    assert last == [
        "Castles: it moves 1, 2, 3 or 4 squares towards a Rook.",
        "Castles: it moves 2 squares towards a Rook.",
        "Castles: it moves 4 squares towards the Rook on j1, or 3 towards the Rook on a1.",
        "i moves there if it has never moved and is not attacked",
    ]


def test_words_tell_of_both_sides_where_they_castle_differently():
    armies = load_file(DATA / "inventors" / "armies.toml")
    assert piece_diagram(armies, "K").legend[-2:] == [
        "White castles: it moves 2 squares towards a Charging Rook.",
        "Black castles: it moves 2 squares towards the Bede on h8, or 3 towards the Bede on a8.",
    ]
    white, black = piece_diagram(ODD, "K").legend[-2:]
    assert white.startswith("White castles: e1 to g1 with the Rook h1 to f1, e1 to g1 with the ")
    assert black.startswith("Black castles: e8 to f8 with the Knight g8 to e8, e8 to c6 with the ")


@pytest.mark.parametrize("variant", [JANUS, SHAKO, OUK, WILDEBEEST, ODD], ids=lambda v: v.name)
def test_walk(variant):
    position = Position(variant, OPEN if variant is WILDEBEEST else None)
    deque(walk(position, random.Random(1), 30, sample=3), maxlen=0)
