"""The schema module: every fault of a document is told with its place, and what fits is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
from makachess.variants.schema import (
    SWITCH,
    Each,
    Kind,
    Several,
    clean,
    line,
    one_of,
    record_of,
    whole,
    word,
)


@dataclass(frozen=True, slots=True)
class Rook:
    square: Annotated[str, word("[a-h][1-8]", "a square")]
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Castle:
    rooks: Annotated[tuple[Rook, ...], Several(2)]
    name: Annotated[str, line(5, 1)] = "short"
    other: Rook | None = None


def odd(value: int) -> int:
    if value % 2 == 0:
        raise ValueError("must be odd")
    return -value


SHAPE = {
    "on": SWITCH,
    "size": whole(1, 9),
    "side": one_of("white", "black"),
    "odd": Kind(whole(0, 99).accepts, "a number", odd),
    "pieces": Each(word("[A-Z]", "a capital"), {"value": whole(0, 9)}, most=3),
    "castle": record_of(Castle),
}


def faults_of(document: object) -> tuple[object, list[str]]:
    told: list[str] = []
    found = clean(SHAPE, document, lambda path, reason: told.append(".".join((*path, reason))))
    return found, told


def test_every_fault_is_told_with_its_place_and_the_rest_is_kept():
    found, told = faults_of(
        {
            "on": 1,
            "size": 5,
            "side": "red",
            "odd": 4,
            "pieces": {"P": {"value": 1, "worth": 2}, "low": {"value": 10}, "R": 5},
            "castle": {"rooks": [{"square": "z9"}, {"moved": 1}], "nam": "x", "name": ""},
            "sise": 3,
        }
    )
    assert found == {"size": 5, "pieces": {"P": {"value": 1}}}
    assert told == [
        "on.1 is not true or false",
        "side.'red' is not one of white, black",
        "odd.4 must be odd",
        "pieces.P.worth.unknown key (there are: value)",
        "pieces.low.'low' is not a capital",
        "pieces.low.value.10 is not a whole number from 0 to 9",
        "pieces.R.5 is not a table",
        "castle.'nam' is not a key of 'castle'",
        "castle.rooks.square.'z9' is not a square",
        "castle.rooks.'square' is missing",
        "castle.rooks.moved.1 is not true or false",
        "castle.name.'' is not a text of one line, 1 to 5 characters",
        "sise.unknown key (there are: on, size, side, odd, pieces, castle); did you mean 'size'?",
    ]


def test_what_fits_is_held_as_declared():
    castle = {"rooks": [{"square": "h1"}], "other": None}
    found, told = faults_of({"odd": 3, "castle": castle})
    assert (found, told) == ({"odd": -3, "castle": Castle((Rook("h1"),))}, [])


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ([], "[] is not a table"),
        ({"pieces": {key: {} for key in "ABCD"}}, "pieces.has 4 entries, and there are at most 3"),
        ({"castle": 1}, "castle.1 is not a record 'castle'"),
        ({"castle": {"rooks": [1, 2, 3]}}, "castle.rooks.[1, 2, 3] is not a list of at most 2"),
        ({"castle": {"rooks": [None]}}, "castle.rooks.None is not a record 'rook'"),
        ({"size": True}, "size.True is not a whole number from 1 to 9"),
    ],
)
def test_what_is_of_another_shape_is_refused_as_a_whole(document, told):
    assert faults_of(document)[1] == [told]
