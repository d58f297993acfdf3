"""Looking pieces up: those that move alike are one entry, and the sentences tell the matrix."""

import re
from itertools import permutations, product

import pytest
from makachess.core.engine.model import Model, TypeModel
from makachess.core.pieces import never_taken
from makachess.core.position import Position
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
    assert other in found[0].also
    assert game in [piece.game for piece in found[0].entry.named(other)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("chess", "N"), ("maka", "N")),  # the shogi Knight leaps ahead only
        (("chess", "P"), ("devingt", "P")),  # the triple step
        (("decimaka", "Y"), ("decimaka-revised", "Y")),  # jumps, slides
        (("chess", "K"), ("veteran", "L")),  # royal or not
        (("macadamia", "+L!"), ("maka", "+L!")),
    ],
)
def test_pieces_that_move_otherwise_are_apart(one, other):
    def entry(name, kind):
        pieces = {
            (piece.variant.name, piece.kind): entry for entry in ENTRIES for piece in entry.pieces
        }
        return pieces[name, kind]

    assert entry(*one) is not entry(*other)


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


def test_each_letter_more_finds_no_more():
    word = "mounted veteran"
    counts = [len(search(ENTRIES, word[:n])) for n in range(len(word) + 1)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == len(ENTRIES)
    assert counts[-1] == 1
    assert search(ENTRIES, "xyzzy") == []


def test_a_search_in_one_game_finds_its_pieces_only():
    for game, variant in GAMES.items():
        found = search(ENTRIES, "", game)
        assert {hit.piece.game for hit in found} == {game}
        kinds = {piece.kind for hit in found for piece in hit.entry.pieces if piece.game == game}
        assert kinds == set(variant.pieces)


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


def test_names_come_before_what_only_tells_of_them():
    labels = [label for label, _ in Index().find("werewolf")]
    assert labels[:2] == ["Werewolf", "Werewolf Chess"]
    assert len(labels) > 2
    words = [label for label, _ in Index().find("elephant")]
    assert words.index("White Elephant") < words.index("Dai Shogi") < words.index("Pirate")


def test_the_words_stand_in_one_sentence_and_few_letters_are_whole_words():
    index = Index()
    assert index.find("castling kanji") == []
    assert index.find("en pass")
    assert not index.find("e passant")


def test_words_are_looked_for_in_the_game_that_is_shown():
    veteran = load("veteran")
    games = {found.piece.game for _, found in Index(veteran).find("contagious")[1:]}
    assert games == {"Veteran Chess"}


SENTENCES = {
    ("veteran", "P"): [
        "It stays a Pawn when it takes a Pawn, also en passant.",
        "It may become a Veteran by taking a Rook, a Bishop or a Knight.",
        "It must become a Veteran when it takes a Veteran or a Mounted Veteran.",
        "It must become a Queen when it takes a Queen or a Lady.",
    ],
    ("veteran", "B"): ["It must become a Queen when it takes a Queen or a Lady."],
    ("veteran", "K"): [
        "It never changes: it has no promotion, and it is immune to contagion.",
    ],
    ("decimaka", "P"): [
        "It may become an Omni by taking any unpromoted piece, also en passant.",
        "It must become an Omni when it takes an Omni, a Trident or a Nightrider.",
        "It must become a Queen when it takes a Queen.",
    ],
    ("decimaka-revised", "L"): [
        "It may become a Berserker by taking any unpromoted piece but a Fiancee.",
        "It must become a Berserker when it takes any promoted piece but a Queen.",
        "It must become a Queen when it takes a Queen or a Fiancee.",
    ],
    ("devingt", "P"): [
        "On the last rank it must become a captured piece of its own side: a Queen, a Rook, a "
        "Bishop, a Knight or a Sage. While there is none, it waits there.",
    ],
    ("macadamia", "D"): [
        "It must become a Saint when it takes a Priest or a Saint.",
        "It must become a Ghost when it takes a Pirate or a Ghost.",
    ],
    ("maka", "K"): [
        "It may become an Emperor by taking any unpromoted piece.",
        "It must become an Emperor when it takes any promoted piece.",
        "It is immune to contagion.",
    ],
    ("maka", "I'"): [
        "It may become a Teaching King by taking any unpromoted piece but a Deva or a Dark Spirit.",
        "It must become a Teaching King when it takes a Deva or any promoted piece but a Buddhist "
        "Spirit.",
        "It must become a Buddhist Spirit when it takes a Dark Spirit or a Buddhist Spirit.",
    ],
    ("chess", "Q"): ["It does not promote."],
    ("chu", "P"): [
        "By entering the last 4 ranks, or by a capture that begins or ends there, or by reaching "
        "the last rank, it may become a Promoted Pawn."
    ],
    ("cannibal", "P!"): [
        "It must become a Royal Queen when it takes a Queen.",
        "It must become a Royal Rook when it takes a Rook.",
        "It must become a Royal Bishop when it takes a Bishop.",
        "It must become a Royal Knight when it takes a Knight.",
        "On the last rank it must become a Royal Queen, unless it takes something there.",
    ],
    ("werewolf", "P"): [
        "It must become a Werewolf when it takes a Werewolf.",
        "On the last rank it must become a Rook, a Bishop or a Knight, unless it takes a Werewolf "
        "there.",
    ],
    ("maka", "+P"): [
        "It must become a Teaching King when it takes a Deva or a Teaching King.",
        "It must become a Buddhist Spirit when it takes a Dark Spirit or a Buddhist Spirit.",
    ],
}


@pytest.mark.parametrize("case", SENTENCES)
def test_the_row_of_the_matrix_in_sentences(case):
    name, kind = case
    assert list(capture_sentences(load(name), kind)) == SENTENCES[case]


COLUMNS = {
    ("veteran", "L"): ["It is contagious: whatever takes it must become a Queen, but not a King."],
    ("veteran", "P"): [
        "Whatever takes it may promote, if it can.",
        "A Pawn that takes it stays what it is.",
    ],
    ("veteran", "M"): ["Whatever takes it must promote, if it can."],
    ("chess", "Q"): [],
    ("maka", "K"): ["Whatever takes it may promote, if it can."],
    ("maka", "+I'"): [
        "It is contagious: whatever takes it must become a Teaching King, but not a King, a Drunk "
        "Elephant, an Emperor or a Prince."
    ],
    ("cannibal", "Q"): [
        "It is contagious: whatever takes it must become a Queen, but not a King, a Royal Pawn, a "
        "Royal Knight, a Royal Bishop, a Royal Rook or a Royal Queen."
    ],
    ("werewolf", "W"): [
        "It is contagious: whatever takes it must become a Werewolf, but not a King."
    ],
}


@pytest.mark.parametrize("case", COLUMNS)
def test_the_column_of_the_matrix_in_sentences(case):
    name, kind = case
    assert list(captor_sentences(load(name), kind)) == COLUMNS[case]


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


def test_the_readings_of_kanji_are_those_of_the_pieces_they_name():
    maka = load("maka")
    assert (maka.pieces["L!"].kanji_name, maka.pieces["L!"].reading) == ("獅子/師子", "shishi")
    without = {piece.kanji_name[0] for piece in maka.pieces.values() if not piece.reading}
    assert without == {"奔"}  # the Free forms, for which the sources give none
    promoted = load("maka", rules="modern").pieces["+O"]
    assert (promoted.name, promoted.reading) == ("Lion", "shishi")


def test_namesakes_are_told_apart_by_the_titles_of_their_games():
    labels = {label for label, _ in Index().find("")}
    assert {"Lion (Decimaka)", "Lion (Macadamia)", "Knight (Maka)"} <= labels
    assert {"Y (Decimaka)", "Y (Decimaka, revised)", "Berserker (Decimaka, revised)"} <= labels


# --- what texts claim of changes, held against the matrix -----------------------------------------

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


def named_in(variant, text):
    """The ids of the types that a list such as `Kings, Ladies and promoted pieces` names."""
    pieces = variant.pieces.values()
    forms = {
        form: piece.name
        for piece in pieces
        for form in (piece.name, f"{piece.name}s", f"{piece.name.removesuffix('y')}ies")
    }
    words = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    names_found = {forms[form] for form in re.findall(rf"\b(?:{words})\b", text)}
    return {
        piece.id
        for piece in pieces
        if piece.name in names_found
        or (piece.promoted and "promoted pieces" in text)
        or (piece.royal and "Royals" in text)
    }


def those(variant, is_true):
    return {kind for kind in variant.pieces if is_true(variant, kind)}


def without_promotion(variant, text):
    """Where promoted pieces are not named as such, it is of the others."""
    whole = those(variant, has_none_of_its_own)
    if "promoted pieces" in text:
        return named_in(variant, text) == whole
    first = {kind for kind in variant.pieces if not variant.pieces[kind].promoted}
    return named_in(variant, text) & first == whole & first


def promoting(variant, text, target):
    pieces = variant.pieces
    named = {pieces[kind].promotes_to for kind in named_in(variant, text)}
    return bool(named) and {pieces[kind].name for kind in named} == {target}


def dead(variant, text):
    """The Kings, and what cannot mate as the only piece, on the last rank or in the middle."""
    kings = f"k{variant.files - 1}", *[str(variant.files)] * (variant.ranks - 2)
    found = set(variant.royals)
    for kind in set(variant.pieces) - found:
        for square in (f"c{variant.ranks}", "e4"):
            position = Position(variant, "/".join((*kings, f"K{variant.files - 1}")) + " b - - 0 1")
            position.put(square, kind)
            if (outcome := position.outcome()) and outcome.reason == "dead position":
                found.add(kind)
    return named_in(variant, text) == found


NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
HELP = {
    r"(.*) have (?:no promotion of their own|none)\b": without_promotion,
    rf"((?:{NAME}(?:, | and )?)+) (?:promote )?to ({NAME})s\b": promoting,
    r"(.*) (?:is|are) immune": lambda variant, text: (
        named_in(variant, text) == those(variant, is_spared)
    ),
    r"(.*\b(?:is|are) contagious.*)": lambda variant, text: (
        named_in(variant, text.partition(":")[0]) == set(carriers(variant))
    ),
    r"The (.*) is not contagious": lambda variant, text: (
        not named_in(variant, text) & set(carriers(variant))
    ),
    r"(?<!takes )nothing (?:is left )?but (.*)": dead,
    r"([\w-]+) types, from .* become a (Gold)\b": lambda variant, number, target: (
        number == NUMBERS[sum(f"Promoted {target}" == name for name in targets(variant))]
    ),
    r"([\w-]+) kinds have one": lambda variant, number: (
        number.capitalize() == NUMBERS[len(targets(variant))]
    ),
}
NUMBERS = {12: "Twelve", 21: "Twenty-one"}


def targets(variant):
    """The names of what the types promote to."""
    pieces = variant.pieces
    return [pieces[p.promotes_to].name for p in pieces.values() if p.promotes_to]


@pytest.mark.parametrize("name", [*names(), *relative_names()])
def test_what_the_help_says_of_changes_and_draws_is_so(name):
    variant = load(name)
    texts = variant.summary, variant.help
    for sentence in re.split(r"(?<=[.;])\s+", " ".join(" ".join(texts).split())):
        for words, is_true in HELP.items():
            for found in re.finditer(words, sentence):
                assert is_true(variant, *found.groups()), (words, sentence)
        assert not re.search("(?i)never promote|can mate", sentence)


def test_the_help_makes_claims_of_every_kind():
    helps = " ".join(" ".join(load(name).help.split()) for name in (*names(), *relative_names()))
    assert all(re.search(words, helps) for words in HELP)


@pytest.mark.parametrize(
    ("game", "size", "movers"), [("maka", 19, ["W!", "+L!"]), ("macadamia", 13, ["W!"])]
)
def test_the_far_one_counts_as_the_last_even_if_the_mover_steps_back(game, size, movers):
    variant = load(game)
    assert "farther away counts as later, even if it steps back" in " ".join(variant.help.split())
    for mover, (near, far) in product(movers, permutations(["I'", "J'"])):
        column = {7: near.lower(), 6: far.lower(), 8: mover}  # ranks from above
        rows = [f"3{column[n]}{size - 4}" if n in column else str(size) for n in range(1, size - 1)]
        fen = "/".join([f"k{size - 1}", *rows, f"K{size - 1}"]) + " w - - 0 1"
        made = {str(m).partition("=")[0]: m for m in Position(variant, fen).legal_moves()}
        at, one, two = (f"d{size - n}" for n in (8, 7, 6))
        for path in (f"{at}{one},{one}{two}", f"{at}{one},{one}{two},{two}{one}"):
            assert made[path].promotion == f"+{far}"
