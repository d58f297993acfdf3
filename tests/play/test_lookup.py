"""Looking pieces up: those that move alike are one entry, and the sentences tell the matrix."""

import re

import pytest
from cases import cases
from makachess.core.engine.model import Model, TypeModel
from makachess.core.pieces import never_taken
from makachess.core.promotion import EN_PASSANT, explain, matrix
from makachess.core.spec import Rule
from makachess.play.game_page import format_page
from makachess.play.lookup import Index, make_entries, search
from makachess.play.sentences import (
    array_sentence,
    becoming_sentences,
    captor_sentences,
    capture_sentences,
    change_sentences,
    worth_sentence,
)
from makachess.variants import load, load_file, models, names, relative_names
from own_variants import VAMPIRE

GAMES = {load(name).title: load(name) for name in names()}
ENTRIES = make_entries(GAMES)


def test_every_piece_of_every_game_is_in_one_entry():
    pieces = [(piece.game, piece.kind) for entry in ENTRIES for piece in entry.pieces]
    assert sorted(pieces) == sorted((g, kind) for g, v in GAMES.items() for kind in v.pieces)


@pytest.mark.parametrize(
    ("name", "other", "game"),
    [
        ("Castle", "Dragon King", "Maka Dai Dai Shogi"),
        ("Gold", "Promoted Gold", "Macadamia Shogi"),
        ("Lady", "Fiancee", "Decimaka"),
        ("Veteran", "Omni", "Decimaka"),
        ("Bishop", "Free Cat", "Maka Dai Dai Shogi"),
        ("King", "Prince", "Maka Dai Dai Shogi"),
    ],
)
def test_pieces_that_move_alike_are_found_once(name, other, game):
    found = [hit for hit in search(ENTRIES, name) if hit.name == name]
    assert len(found) == 1
    assert (other, game) in [(piece.type.name, piece.game) for piece in found[0].entry.pieces]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("lion d", "Lion Dog"),
        ("+L!", "Berserker"),
        ("+l!", "Berserker"),
        ("獅", "Lion"),
        ("獅子", "Lion"),
        ("komai", "Wolf"),
        ("hono", "Queen"),  # hon'ō
        ("between", "Go-Between"),
        ("emp", "Emperor"),
        ("Q", "Queen"),
        ("  rook ", "Rook"),
        ("gold", "Gold"),
    ],
)
def test_what_is_typed_finds(text, first):
    assert search(ENTRIES, text)[0].name == first


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("promotes", ["Maka Dai Dai Shogi", "Prince"]),
        ("pawn takes", ["Decimaka", "Cannibal Chess"]),
        ("takes pawn", ["Decimaka", "Cannibal Chess"]),
        ("en passant", ["Veteran Chess", "Pawn"]),
        ("contagious", ["Veteran Chess", "Lady"]),  # of which its page says so
    ],
)
def test_words_of_the_rules_find_games_and_pieces(text, found):
    labels = [label for label, _ in Index().find(text)]
    assert [label for label in labels if label in found] == found
    assert len(labels) == len(set(labels))


def test_the_words_stand_in_one_sentence_and_few_letters_are_whole_words():
    index = Index()
    assert index.find("castling kanji") == []
    assert index.find("en pass")
    assert not index.find("e passant")


@pytest.mark.parametrize(("name", "kind", "said"), cases("capture-sentences"))
def test_the_row_of_the_matrix_in_sentences(name, kind, said):
    assert list(capture_sentences(load(name), kind)) == said.splitlines()


@pytest.mark.parametrize(("name", "kind", "said"), cases("captor-sentences"))
def test_the_column_of_the_matrix_in_sentences(name, kind, said):
    assert list(captor_sentences(load(name), kind)) == said.splitlines()


NAMED = """
extends = "chess"
title = "Named"
summary = "A Rook that takes a Knight becomes a Queen."

[promotion.becomes]
R = { N = "Q" }
"""


@pytest.mark.parametrize(
    ("game", "kind", "said"),
    [
        (
            *(VAMPIRE, "V"),
            [
                "It is contagious: whatever takes it must become a Vampire, but not a King, nor a "
                "Pawn on the last rank."
            ],
        ),
        (VAMPIRE + "[promotion]\ncontagion = false\n", "V", []),
        (NAMED, "N", []),
        (
            NAMED + '[pieces.N]\ninfects = "N"\n',
            "N",
            [
                "It is contagious: whatever takes it must become a Knight, but not a King or a "
                "Rook, nor a Pawn on the last rank."
            ],
        ),
    ],
)
def test_captors_in_games_of_ones_own(tmp_path, game, kind, said):
    path = tmp_path / "own.toml"
    path.write_text(game, encoding="utf-8")
    variant = load_file(path)
    assert list(captor_sentences(variant, kind)) == said
    assert "".join(format_page(variant))
    assert Index(variant).find("checkmate")


@pytest.mark.parametrize("name", ["veteran", "decimaka", "decimaka-revised", "macadamia"])
def test_a_row_names_every_change_and_no_other(name):
    """Read back: each type it can become is named, and no other is."""
    variant = load(name)
    for kind in variant.pieces:
        text = " ".join(capture_sentences(variant, kind))
        targets = {
            change.target
            for (capturer, victim), change in matrix(variant).items()
            if capturer == kind
            and change.rule is not Rule.STAY
            and change.target != kind
            and victim not in never_taken(variant)
            and victim != EN_PASSANT
        }
        named = set(re.findall(r"must become an? (.*?) when|may become an? (.*?) by", text))
        named = {name for pair in named for name in pair if name}
        assert {variant.pieces[k].name for k in targets} == named


@pytest.mark.parametrize(
    ("game", "kind", "said"),
    [
        (
            *("veteran", "Q"),
            [
                "It is what a Lady promotes to.",
                "Whatever takes a Lady becomes one, but not a King.",
            ],
        ),
        ("chess", "N", ["A Pawn can become one on the last rank."]),
        ("elven", "N", ["A Pawn can become one on the last 3 ranks."]),
        ("chu", "+V", ["It is what a Vertical Mover (V) promotes to."]),
        ("chess", "P", []),
    ],
)
def test_where_a_piece_comes_from(game, kind, said):
    assert list(becoming_sentences(load(game), kind)) == said


def test_worth_and_number():
    veteran = load("veteran")
    assert worth_sentence(veteran, "K") == ""
    assert array_sentence(veteran, "R") == "Each side starts with two (White's on a1 and h1)."
    assert array_sentence(veteran, "P") == "Each side starts with eight."
    assert array_sentence(veteran, "Q") == "None is on the board at the start."


@pytest.mark.parametrize(
    ("prices", "said"), [({}, "20.6"), ({"P": (40, 60), "Q": (900, 1100)}, "20.0")]
)
def test_a_piece_is_worth_what_the_engine_goes_by(prices, said, monkeypatch):
    """The values of the variant's file, or those between middle and end game that were learned."""
    veteran = load("veteran")
    learned = {kind: TypeModel(0, prices.get(kind, (1, 1)), (), ()) for kind in veteran.pieces}
    monkeypatch.setattr(models, "find_model", lambda variant: (prices and Model(learned)) or None)
    assert worth_sentence(veteran, "Q") == f"The engine counts it as {said} Pawns."
    assert worth_sentence(veteran, "K") == ""


def test_namesakes_are_told_apart_by_the_titles_of_their_games():
    labels = {label for label, _ in Index().find("")}
    assert {"Lion (Decimaka)", "Lion (Macadamia)", "Knight (Maka)"} <= labels
    assert {"Y (Decimaka)", "Y (Decimaka, revised)", "Berserker (Decimaka, revised)"} <= labels


PLAYED = [
    *((name, {}) for name in (*names(), *relative_names())),
    ("maka", {"rules": "modern"}),
    ("maka", {"rules": "tsa"}),
    ("maka", {"contagion": "off"}),
    ("maka", {"deva_contagion": "off"}),
    ("maka", {"royal_contagion": "forced"}),
    ("macadamia", {"rules": "modern"}),
]


def played():
    return pytest.mark.parametrize(("name", "options"), PLAYED, ids=str)


def changed_by(variant, kind):
    """What a capture makes of a piece, by the victims that change it."""
    return {
        victim: change.target
        for (captor, victim), change in matrix(variant).items()
        if captor == kind and change.rule is not Rule.STAY and change.target != kind
    }


def carriers(variant):
    return [p.id for p in variant.pieces.values() if p.infects and variant.promotion.contagion]


def is_infected(variant, kind, carrier):
    change = matrix(variant)[kind, carrier]
    return (change.rule, change.target) == (Rule.CONTAGION, variant.pieces[carrier].infects)


def is_spared(variant, kind):
    found = carriers(variant)
    return bool(found) and not any(matrix(variant)[kind, v].rule is Rule.CONTAGION for v in found)


def stays_for_good(variant, kind):
    return not changed_by(variant, kind) and kind not in variant.promotion.arrival


def has_none_of_its_own(variant, kind):
    return not variant.pieces[kind].promotes_to and kind not in variant.promotion.arrival


CLAIMS = {  # of a piece that the text is about
    r"never promotes|It never changes|It does not promote": stays_for_good,
    r"no promotion of its own": has_none_of_its_own,
    r"immune": is_spared,
    r"It is contagious": lambda variant, kind: any(
        is_infected(variant, captor, kind) for captor in variant.pieces
    ),
}


def check_claims(text, variant, kind):
    for words, is_true in CLAIMS.items():
        assert not re.search(words, text) or is_true(variant, kind), (kind, text)


@played()
def test_what_is_said_of_a_piece_is_what_the_matrix_does(name, options):
    variant = load(name, **options)
    for kind, piece in variant.pieces.items():
        text = " ".join((piece.description, *change_sentences(variant, kind)))
        check_claims(text, variant, kind)
        ever = any(not stays_for_good(variant, one) for one in variant.pieces)
        assert ("never changes" in text or "does not promote" in text) is (
            ever and stays_for_good(variant, kind)
        )
        assert ("immune" in text) is is_spared(variant, kind)
        for it, taken, spared in SPARING.findall(text):
            carrier = next(
                p.id for p in variant.pieces.values() if (it and p is piece) or taken == p.name
            )
            assert set(re.split(r"(?:, | or |^)an? ", spared)) - {""} == {
                p.name for p in variant.pieces.values() if not is_infected(variant, p.id, carrier)
            }


SPARING = re.compile(
    r"[Ww]hatever takes (?:(it)|an? ([^.]*?)) (?:must become|becomes) [^.,]*(?:, but not ([^.]*?))?"
    r"(?:, nor [^.]*)?\."
)


@played()
def test_the_reasons_of_the_matrix_are_so(name, options):
    variant = load(name, **options)
    for captor, victim in matrix(variant):
        check_claims(explain(variant, captor, victim), variant, captor)
