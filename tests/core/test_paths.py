"""Moves of several straight parts, against squares listed by hand and against the naive rules."""

import random
import re
from contextlib import suppress
from dataclasses import replace

import pytest
from cases import cases
from makachess.core import COMPILED, Position, Square
from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.variants import load
from naive import compare
from strewn import rich_position


def with_knight(betza, name="chess"):
    variant = load(name)
    knight = replace(variant.pieces["N"], betza=betza)
    return replace(variant, pieces={**variant.pieces, "N": knight})


def placed(row, file, piece):
    """A row of a FEN with a piece put on an empty square."""
    cells = re.sub("[0-9]", lambda digit: "." * int(digit[0]), row)
    cells = cells[:file] + piece + cells[file + 1 :]
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), cells)


@pytest.mark.parametrize(("about", "betza", "placement", "moves"), cases("ways"))
def test_squares_listed_by_hand(about, betza, placement, moves):
    rows = placement.split("/")
    if "N" not in placement:
        rows[4] = placed(rows[4], 3, "N")
    position = Position(with_knight(betza), "/".join(rows) + " w")
    found = [str(move) for move in position.legal_moves() if move.origin == Square(3, 3)]
    assert sorted(found) == sorted(moves.split())
    compare(position, 1)


TEXTS = (
    *("gQ", "mRcpR", "FyafsF", "WyafsW", "afsW", "mpafsK", "fcafmFfmF", "KcafK", "(1,4)", "(3,4)"),
    *("(2,5)0", "mRpafscR", "KcabKcafK", "RyafsR", "mafsmafsW", "cafcasK", "mcpafmcpafK", "gBcpR"),
    *("mBcpB", "pQ", "cpafmF", "KpasK", "mafK", "DmafD", "R", "N", "fmD"),
)


def mixed(name, rng):
    """A game whose pieces, royals left out, move by one or two of the texts, or not at all."""
    variant = load(name)
    pieces = dict(variant.pieces)
    for kind, piece in pieces.items():
        while not piece.royal:
            with suppress(VariantError):  # side by side some terms mean something else
                text = "".join(rng.sample(TEXTS, rng.randint(1, 2))) if rng.random() < 0.9 else "-"
                parse_betza(text)
                pieces[kind] = replace(piece, betza=text)
                break
    return replace(variant, pieces=pieces)


@pytest.mark.parametrize("name", ["veteran", "decimaka", "macadamia"])
def test_mixtures(name):
    for seed in range(5 if COMPILED else 2):
        rng = random.Random(seed)
        position = rich_position(mixed(name, rng), rng, rng.choice([0.05, 0.2, 0.4]))
        compare(position, 1)
        assert position.perft(1) == len(set(position.legal_moves()))
