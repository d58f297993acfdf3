"""Maka Dai Dai Shogi and Macadamia Shogi: their armies, their arrays, and what the options do."""

from collections import Counter

import pytest
from makachess.core.pieces import array_pieces
from makachess.core.promotion import matrix
from makachess.variants import load

GAMES = ["macadamia", "maka"]


def pieces(variant, color):
    return Counter(kind for kind, owner in array_pieces(variant).values() if owner == color)


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
