"""Moves of several straight parts, against squares listed by hand and against the naive rules."""

import re
from dataclasses import replace

import pytest
from cases import cases
from makachess.core import Position, Square
from makachess.variants import load
from naive import compare


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
