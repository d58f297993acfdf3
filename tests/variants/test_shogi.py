"""Maka Dai Dai Shogi and Macadamia Shogi: their armies, their arrays, and what the options do."""

from collections import Counter

import pytest
from makachess.core import Position, Square
from makachess.core.pieces import array_pieces
from makachess.core.promotion import matrix
from makachess.variants import load

GAMES = ["macadamia", "maka"]


def pieces(variant, color):
    return Counter(kind for kind, owner in array_pieces(variant).values() if owner == color)


@pytest.mark.parametrize(
    ("name", "total", "types", "pawns"), [("maka", 96, 50, 19), ("macadamia", 48, 26, 13)]
)
def test_the_armies(name, total, types, pawns):
    white, black = (pieces(load(name), color) for color in ("white", "black"))
    assert white == black
    assert white.total() == total
    assert len(white) == types
    assert white["P"] == pawns


@pytest.mark.parametrize("name", GAMES)
def test_black_stands_turned_round(name):
    variant = load(name)
    pieces = array_pieces(variant)
    for (file, rank), (kind, color) in pieces.items():
        opposite = Square(variant.files - 1 - file, variant.ranks - 1 - rank)
        assert pieces[opposite] == (kind, "black" if color == "white" else "white")


@pytest.mark.parametrize(
    ("name", "square", "piece"),
    [
        ("maka", "i1", "I'"),
        ("maka", "k19", "i'"),
        ("maka", "q19", "u"),
        ("maka", "g2", "S!"),
        ("maka", "m18", "s!"),
        ("maka", "b5", "L'"),
        ("maka", "r15", "l'"),
        ("macadamia", "f1", "I'"),
        ("macadamia", "f13", "j'"),
        ("macadamia", "d2", "L!"),
        ("macadamia", "d12", "w!"),
    ],
)
def test_pieces_that_are_easily_misplaced(name, square, piece):
    assert Position(load(name)).piece_at(Square.parse(square)) == piece


@pytest.mark.parametrize(
    ("name", "golds", "never"), [("maka", 21, {"Q", "D", "H"}), ("macadamia", 12, {"Q", "D"})]
)
def test_what_promotes_to_what(name, golds, never):
    pieces = load(name).pieces
    first = [piece for piece in pieces.values() if not piece.promoted]
    assert {piece.id for piece in first if not piece.promotes_to} == never
    assert all(p.promotes_to == f"+{p.id}" for p in first if p.promotes_to)
    became_gold = [p for p in pieces.values() if p.promoted and p.name == "Promoted Gold"]
    assert len(became_gold) == golds
    assert {piece.betza for piece in became_gold} == {"WfF"}
    assert len(pieces) == 2 * len(first) - len(never)
    assert {kind for kind in pieces if pieces[kind].royal} == {"K", "+K", "+E"}
    assert {kind for kind in pieces if pieces[kind].immune} == {"K", "E", "+K", "+E"}
    assert {kind for kind in pieces if pieces[kind].infects} == {"I'", "J'", "+I'", "+J'"}


# --- options ------------------------------------------------------------------------------------

MODERN = {
    "maka": {"+O", "+X", "B'", "I'", "J'"},
    "macadamia": {"+L!", "+O", "+X", "I'", "J'"},
}


def changed(name, **options):
    """The types that options make other than they are by default."""
    before, after = load(name).pieces, load(name, **options).pieces
    return {kind for kind in before if before[kind] != after[kind]}


@pytest.mark.parametrize("name", GAMES)
def test_modern_rules(name):
    modern = load(name, rules="modern")
    assert changed(name, rules="modern") == MODERN[name]
    assert modern.promotion.mandatory
    assert modern.promotion.contagion
    assert modern.pieces["+O"].betza == modern.pieces["L!"].betza
    assert modern.pieces["+X"].betza == modern.pieces["Q"].betza


def test_the_rules_of_the_shogi_association():
    tsa = load("maka", rules="tsa")
    assert changed("maka", rules="tsa") == {"W!", "+I'", "+L!", "+B'", "+W", "+D!"}
    assert tsa.promotion.mandatory
    assert tsa.pieces["+B'"].betza == "BsRfA"
    assert {change.cell("P") for (piece, _), change in matrix(tsa).items() if piece == "P"} == {
        "!+P"
    }


def test_an_option_wins_over_the_preset():
    modern = load("maka", rules="modern", blind_bear="FbR", promotion="optional")
    assert changed("maka", rules="modern", blind_bear="FbR") == MODERN["maka"] - {"B'"}
    assert not modern.promotion.mandatory
    assert modern.rules_options == "rules=modern; promotion=optional; blind-bear=FbR"


@pytest.mark.parametrize(
    ("name", "option", "value", "types"),
    [
        ("maka", "emperor", "royal-only", {"+K"}),
        ("maka", "fiend", "slide3", {"+L!"}),
        ("maka", "liondog", "slide3", {"W!", "+I'"}),
        ("maka", "kirin-phoenix", "lion-queen", {"+O", "+X"}),
        ("maka", "blind-bear", "FsW", {"B'"}),
        ("maka", "free-bear", "BsRfA", {"+B'"}),
        ("maka", "free-bear", "bBfFsRfA", {"+B'"}),
        ("maka", "free-boar", "R", {"+A'"}),
        ("maka", "donkey", "vDW", {"Y'"}),
        ("maka", "free-wolf", "BvRsW5", {"+W"}),
        ("maka", "free-dragon", "fQbK", {"+D!"}),
        ("maka", "deva-contagion", "off", {"I'", "J'"}),
        ("macadamia", "wolf", "page-betza", {"W!", "+I'"}),
        ("macadamia", "wolf", "applet", {"W!", "+I'"}),
        ("macadamia", "berserker", "liondog", {"+L!"}),
    ],
)
def test_the_types_an_option_changes(name, option, value, types):
    assert changed(name, **{option: value}) == types


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("options", "capturer", "victim", "cell"),
    [
        ({}, "K", "I'", "?+K"),
        ({"royal_contagion": "forced"}, "K", "I'", "!+K"),
        ({"royal_contagion": "forced"}, "E", "J'", "!+E"),
        ({"royal_contagion": "forced"}, "K", "P", "?+K"),
        ({"contagion": "off"}, "R", "+I'", "!+R"),
        ({"contagion": "off"}, "R", "I'", "?+R"),
        ({"contagion": "off"}, "Q", "+J'", "="),
        ({"contagion": "off"}, "I'", "P", "?+I'"),
        ({"deva_contagion": "off"}, "R", "I'", "?+R"),
        ({"deva_contagion": "off"}, "R", "+I'", "!+I'"),
        ({"promotion": "mandatory"}, "R", "P", "!+R"),
        ({"promotion": "mandatory"}, "R", "J'", "!+J'"),
    ],
)
def test_what_captures_do_under_an_option(name, options, capturer, victim, cell):
    change = matrix(load(name, **options))[capturer, victim]
    assert change.cell(capturer) == cell


@pytest.mark.parametrize("name", GAMES)
def test_options_of_the_ending(name):
    ending = load(name, repetition="forbidden", pass_repetition="first-loses", move_limit=0).ending
    assert ending.repetition == "forbidden"
    assert ending.pass_repetition == "first-loses"
    assert ending.move_limit == 0
