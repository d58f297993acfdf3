"""Games of other inventors: beside ours, found by name, and played by both generators."""

import random
import re
import tomllib
from pathlib import Path

import pytest
from cli_calls import good
from makachess.core import Position
from makachess.core.engine import Engine, Limits, play
from makachess.core.errors import IllegalMoveError, VariantError
from makachess.play.diagrams import piece_diagram
from makachess.play.sentences import capture_sentences
from makachess.variants import (
    check_file,
    label_variants,
    list_relatives,
    load,
    load_by_name,
    load_file,
    name_of,
    names,
    relative_names,
    rules_digest,
)
from naive import Comparison

ROOT = Path(__file__).parents[2]
SHOGI = ("chu", "dai-dai-shogi", "dai-shogi")
RELATIVES = ("cannibal", *SHOGI, "elven", "grand", "mighty-lion", "werewolf")
PERFT = ROOT / "tests" / "data" / "perft"


def test_they_are_not_among_the_built_in_ones():
    assert set(RELATIVES) <= set(relative_names())
    assert not set(relative_names()) & set(names())
    assert [listing.name for listing in list_relatives()] == list(relative_names())


@pytest.mark.parametrize("name", relative_names())
def test_each_is_a_variant_by_its_name_and_title(name):
    variant = load(name)
    assert load_by_name(name) is variant
    assert name_of(variant.title) == name
    assert variant.summary
    assert len(label_variants([variant, *map(load, names())])) == 1 + len(names())


@pytest.mark.parametrize("name", relative_names())
def test_their_files_are_sound(name):
    assert check_file(ROOT / "variants" / "relatives" / f"{name}.toml") == []


def test_their_names_are_taken(tmp_path):
    path = tmp_path / "werewolf.toml"
    path.write_text('extends = "chess"\n', encoding="utf-8")
    with pytest.raises(VariantError, match="the name of a built-in variant"):
        load(str(path))


def test_they_can_be_extended(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('extends = "werewolf"\ntitle = "Mine"\n', encoding="utf-8")
    assert "W" in load_file(path).pieces


@pytest.mark.parametrize("name", RELATIVES)
def test_each_has_a_sheet_with_numbered_rulings_and_examples(name):
    text = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    assert "https://" in text
    assert f"(`{name}`)" in text
    rulings, _, examples = text.partition("\nExamples:\n")
    for part in (rulings, examples):
        found = [int(number) for number in re.findall(r"^([0-9]+)\. ", part, re.M)]
        assert found == list(range(1, len(found) + 1))
        assert len(found) > 5


@pytest.mark.parametrize("seeds", [1, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", relative_names())
def test_both_generators_agree_along_random_games(name, seeds):
    for seed in range(seeds):
        rng, position = random.Random(seed), Position(load(name))
        for _ in range(12):
            assert Comparison(Position(position.variant, position.fen())).run(1) is None
            moves = position.legal_moves()
            if not moves:
                break
            taking = [move for move in moves if move.is_capture]
            position.push(rng.choice(taking if taking and rng.random() < 0.6 else moves))


@pytest.mark.parametrize("most", [500, pytest.param(150_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", RELATIVES)
def test_the_counts_are_those_of_both_generators(name, most):
    for row in tomllib.loads((PERFT / f"{name}.toml").read_text())["position"]:
        comparison = Comparison(Position(load(name), row["fen"]))
        depth = max(1, sum(nodes <= most for nodes in row["nodes"]))
        assert comparison.run(depth) is None
        assert comparison.leaves == row["nodes"][depth - 1]


def test_moves_by_their_notation():
    variant = load("cannibal")
    position = Position(variant)
    for text in ("e4", "d5", "exd5", "Qxd5=P", "Nc3", "d4"):
        position.push(position.parse(text))
    assert position.fen().split()[0] == "rnb1kbnr/ppp1pppp/8/8/3p4/2N5/PPPP1PPP/R1BQKBNR"


def test_what_a_file_says_of_lions_is_checked(tmp_path):
    path = tmp_path / "lions.toml"
    path.write_text(
        'extends = "chu"\n[trading]\nlions = ["N", "Y"]\nno-bridge = ["Z"]\n'
        'royals-guard = false\ncounterstrike = "never"\n[promotion]\nlast-chance = ["J"]\n',
        encoding="utf-8",
    )
    found = [(fault.line, fault.reason) for fault in check_file(path)]
    assert [line for line, _ in found] == [3, 4, 5, 6, 8], found
    assert "unknown piece 'Y'" in found[0][1]
    assert "where mate decides" in found[2][1]
    assert "one of allowed, by-lions, forbidden" in found[3][1]


def test_rules_about_lions_and_zones_are_part_of_the_digest(tmp_path):
    texts = (
        "",
        "[trading]\nbridge = false\n",
        '[trading]\ncounterstrike = "allowed"\n',
        '[promotion]\nzone-rule = "must"\n',
        '[promotion]\nlast-chance = ["P"]\n',
    )
    digests = set()
    for text in texts:
        path = tmp_path / "mine.toml"
        path.write_text(f'extends = "chu"\n{text}', encoding="utf-8")
        digests.add(str(rules_digest(load_file(path))))
    assert len(digests) == len(texts)


def test_copies_and_searches_know_what_has_been_taken():
    position = Position(load("mighty-lion"), "6rk/8/8/1l6/8/8/1R6/6LK w - - 0 1")
    position.push(position.parse("b2b5"))
    revenge = "g8g1"
    assert revenge not in map(str, position.legal_moves())
    assert revenge not in map(str, position.copy().legal_moves())
    engine = Engine(position.variant, hash_mb=1)
    assert str(play(engine, position, Limits(depth=3)).move) != revenge
    told = Position(position.variant, position.fen())
    assert revenge not in map(str, told.legal_moves())
    anew = Position(position.variant, position.fen().replace(" b5 ", " - "))
    assert str(play(engine, anew, Limits(depth=3)).move) == revenge


@pytest.mark.parametrize(
    ("name", "fen", "before", "text", "reason"),
    [
        (
            *("mighty-lion", "7k/8/2p5/1l6/8/2L5/8/7K w - - 0 1", "", "Lxb5"),
            "the Lion could be retaken on b5, and Lions are not traded",
        ),
        (
            *("elven", "5k3r/10/10/3w6/10/10/3R6/10/8K1/9W w - - 0 1", "d4d7", "j10j1"),
            "a Warlock has just been taken, and no Warlock may be taken in reply",
        ),
        (
            *("chu", "12/12/12/12/12/3p8/3R8/12/12/12/12/K10k w - - 0 1", "", "d6d7=+R"),
            "captures promote on the last 4 ranks alone",
        ),
    ],
)
def test_why_not_is_said(name, fen, before, text, reason):
    position = Position(load(name), fen)
    for move in before.split():
        position.push(position.parse(move))
    with pytest.raises(IllegalMoveError, match=reason):
        position.parse(text)


def test_where_a_piece_promotes_is_said():
    (pawn,) = arrival_sentences(load("chu"), "P")
    assert pawn in " ".join(good("pieces", "chu", "P").split())
    assert arrival_sentences(load("elven"), "P")[0].startswith("On the last 3 ranks it must become")


def arrival_sentences(variant, kind):
    return [text for text in capture_sentences(variant, kind) if "last" in text]


def test_what_a_diagram_cannot_show_of_a_werewolf_is_said():
    assert piece_diagram(load("werewolf"), "W").legend[-2:] == [
        "Moves and captures over a piece in between.",
        "May take a piece on its way and go on.",
    ]


def test_the_command_line_says_what_a_king_becomes():
    text = " ".join(good("pieces", "cannibal", "K").split())
    assert "It must become a Royal Queen when it takes a Queen." in text
