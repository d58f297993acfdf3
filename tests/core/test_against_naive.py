"""The kernel against a second generator written after the rule sheet, on full boards."""

import random

import pytest
from makachess.core import COMPILED
from makachess.variants import load
from naive import naive_moves
from strewn import rich_position

GAMES = [
    ("maka", {}),
    ("maka", {"rules": "modern", "royal_contagion": "forced"}),
    ("maka", {"rules": "tsa", "emperor": "royal-only", "free_bear": "bBfFsRfA"}),
    ("maka", {"royal_contagion": "forced", "donkey": "vDW", "free_boar": "R"}),
    ("macadamia", {}),
    ("macadamia", {"wolf": "page-betza", "emperor": "royal-only"}),
    ("macadamia", {"wolf": "applet", "berserker": "liondog"}),
]


@pytest.mark.parametrize("share", [0.05, 0.4], ids=["thin", "dense"])
@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_rich_positions(name, options, share):
    compare(name, options, share, range(4 if COMPILED else 1))


@pytest.mark.long
@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.6], ids=str)
@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_many_rich_positions(name, options, share):
    compare(name, options, share, range(4, 40 if COMPILED else 8))


def compare(name, options, share, seeds):
    variant = load(name, **options)
    for seed in seeds:
        position = rich_position(variant, random.Random(seed), share)
        pieces = {tuple(square): piece for square, piece in position.piece_map().items()}
        found = {described(position, move) for move in position.legal_moves()}
        expected = naive_moves(variant, pieces, position.turn)
        assert found == expected, (position.fen(), found ^ expected)


def described(position, move):
    kind = move.promotion or position.piece_at(move.origin).upper()
    return tuple(move.origin), tuple(map(tuple, move.victims)), tuple(move.destination), kind
