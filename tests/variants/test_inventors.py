"""Published games of other inventors, in files or as relatives: each is played in every way."""

from __future__ import annotations

import random
import shutil
from itertools import islice
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.variants import check_file, load
from naive import compare
from strewn import game

FOLDER = Path(__file__).parents[1] / "data" / "inventors"
GAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))

# The numbers of moves from the array, counted by hand.
FIRST = {
    "arch-chancellor": 24,  # 16 of Pawns, and each of four pieces leaps like a Knight
    "armies": 26,  # 16 of Pawns, 4 of Charging Knights, 4 of Fibnifs, 2 of the Colonel
    "capablanca": 28,  # 20, and as many
    "elven-shogi": 48,  # of Elven Chess's 60, without double steps and castling
    "gardner": 7,
    "gothic": 28,
    "gross": 72,  # 36 of Pawns, 8 Champions', 6 Knights', 6 Wizards', 4 Cannons', 12 of others
    "heian-dai": 29,
    "knightmate": 18,  # the Kings cannot move
    "kyoto": 12,  # 3 of Silver, King and Gold each, 2 of the Tokin, one of the Pawn
    "light-brigade": 22,  # 16 of Pawns, 5 of the Queens, one of the King
    "los-alamos": 10,
    "maharaja": 22,  # 20 like a Queen and 4 like a Knight, without e6 and e7, which are attacked
    "morph": 20,
    "revolving": 20,
    "rookies": 20,
    "sho": 26,  # 9 of Pawns, 4 of Silvers and of Golds, 3 of the Rook, 2 of Lances, King, Elephant
    # 11 of Pawns, 8 of the Fox, 6 of the Swallow's Wings, 5 of the Rabbit, 21 of the others
    "wa": 51,
    "wildebeest": 45,  # 33 of Pawns, 4 of Knights, 4 of Camels, 4 of the Wildebeest
}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data folder that has all of them."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    shutil.copytree(FOLDER, tmp_path / "variants")
    return tmp_path


@pytest.mark.parametrize("name", GAMES)
def test_each_is_sound_and_played_by_both_generators(home, name):
    assert check_file(home / "variants" / f"{name}.toml") == []
    assert len(Position(load(name)).legal_moves()) == FIRST[name]
    for position in islice(game(Position(load(name)), random.Random(1), 41), 0, None, 10):
        compare(Position(position.variant, position.fen()), 1)


def test_counts_that_somebody_else_has_published(home):
    position = Position(load("heian-dai"))
    assert [position.perft(depth) for depth in (1, 2, 3)] == [29, 841, 25085]
