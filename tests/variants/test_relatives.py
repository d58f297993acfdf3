"""Games of other inventors: beside ours, found by name, and played by both generators."""

import random
import tomllib
from itertools import islice
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.errors import VariantError
from makachess.variants import (
    check_file,
    label_variants,
    load,
    load_by_name,
    name_of,
    names,
    relative_names,
)
from naive import compare
from strewn import game

ROOT = Path(__file__).parents[2]
SHOGI = ("chu", "dai-dai-shogi", "dai-shogi")
RELATIVES = ("cannibal", *SHOGI, "elven", "grand", "mighty-lion", "werewolf")
PERFT = ROOT / "tests" / "data" / "perft"


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


@pytest.mark.parametrize("seeds", [1, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", relative_names())
def test_both_generators_agree_along_random_games(name, seeds):
    for seed in range(seeds):
        found = game(Position(load(name)), random.Random(seed), 12, greed=0.6)
        for at in islice(found, 0, None, 3):
            compare(Position(at.variant, at.fen()), 1)


@pytest.mark.long
@pytest.mark.parametrize("name", RELATIVES)
def test_the_counts_are_those_of_both_generators(name):
    for row in tomllib.loads((PERFT / f"{name}.toml").read_text())["position"]:
        depth = max(1, sum(nodes <= 150_000 for nodes in row["nodes"]))
        assert compare(Position(load(name), row["fen"]), depth) == row["nodes"][depth - 1]


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
