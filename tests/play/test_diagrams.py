"""Movement diagrams: what the marks are, and that no type of any variant is left out."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from makachess.core.betza import Movement, Power, Stretch, parse_betza
from makachess.play.diagrams import (
    Mark,
    _path_words,
    diagram_marks,
    diagram_radius,
    format_grid,
    piece_diagram,
)
from makachess.variants import load, names


def grid(betza):
    movement = parse_betza(betza)
    radius = diagram_radius(movement)
    return format_grid(diagram_marks(movement, radius), radius, "X")


@pytest.mark.parametrize(
    ("betza", "rows"),
    [
        ("K", [". . . . .", ". o o o .", ". o X o .", ". o o o .", ". . . . ."]),
        ("N", [". * . * .", "* . . . *", ". . X . .", "* . . . *", ". * . * ."]),
        ("mWcF", [". . . . .", ". x m x .", ". m X m .", ". x m x .", ". . . . ."]),
        ("fmWfceFifmnD", [". . i . .", ". x m x .", ". . X . .", ". . . . .", ". . . . ."]),
        ("KNADcaKmabK", ["* * * * *", "* ! ! ! *", "* ! X ! *", "* ! ! ! *", "* * * * *"]),
        (
            "vRfB",
            [
                r"\ . . | . . /",
                r". \ . | . / .",
                r". . \ | / . .",
                ". . . X . . .",
                ". . . | . . .",
                ". . . | . . .",
                ". . . | . . .",
            ],
        ),
        (
            "BmasB",
            [
                r"\ . t . t . /",
                r". \ . t . / .",
                r"t . \ . / . t",
                ". t . X . t .",
                r"t . / . \ . t",
                r". / . t . \ .",
                "/ . t . t . \\",
            ],
        ),
        (
            "fmWfceFifmW3",
            [
                ". . . i . . .",
                ". . . i . . .",
                ". . x m x . .",
                ". . . X . . .",
                ". . . . . . .",
                ". . . . . . .",
                ". . . . . . .",
            ],
        ),
    ],
)
def test_grid(betza, rows):
    assert grid(betza) == rows


@pytest.mark.parametrize(
    ("betza", "mark"),
    [
        ("(4,1)", Mark.JUMP),
        ("(4,1)2", Mark.RIDE),
        ("m(4,1)", Mark.MOVE),
        ("c(4,1)2", Mark.CAPTURE),
    ],
)
def test_a_leap_of_more_squares_than_a_leg_has_is_shown_like_one(betza, mark):
    assert diagram_marks(parse_betza(betza), 5)[1, 4] is mark


def test_the_freest_way_to_a_square_is_the_one_shown():
    marks = diagram_marks(parse_betza("Q3NAD"), 4)
    assert [marks[0, rank] for rank in (1, 2, 3)] == [Mark.VERTICAL, Mark.JUMP, Mark.VERTICAL]
    assert (0, 4) not in marks
    assert diagram_marks(parse_betza("mRcW"), 2)[0, 1] is Mark.VERTICAL
    assert diagram_marks(parse_betza("mRcW"), 2)[0, 2] is Mark.MOVE


@pytest.mark.parametrize(
    "power", [p for p in Power if p is not Power.PASS], ids=lambda power: power.name
)
def test_every_power_has_squares(power):
    assert diagram_marks(Movement(powers=frozenset({power})), 3)


@pytest.mark.parametrize("field", fields(Stretch), ids=lambda field: field.name)
def test_all_that_a_part_of_a_path_says_is_shown(field):
    part = Stretch(1, 0, 1, moves=True, captures=False, hops=False)
    value = getattr(part, field.name)
    changed = replace(part, **{field.name: not value if isinstance(value, bool) else value + 1})

    def shown(first: Stretch):
        end = Stretch(0, 1, 1, moves=True, captures=True, hops=False)
        movement = Movement(paths=((first, end),))
        return diagram_marks(movement, 4), list(_path_words(movement))

    hint = f"play/diagrams.py: _path_marks and _path_words say nothing of {field.name}"
    assert shown(part) != shown(changed), hint


@pytest.mark.parametrize("name", names())
def test_every_piece_has_a_diagram_that_says_what_its_marks_mean(name):
    variant = load(name)
    for kind in variant.pieces:
        diagram = piece_diagram(variant, kind)
        assert diagram.legend, kind
        for mark in set(" ".join(diagram.grid).split()) - {".", kind.lstrip("+")[0]}:
            assert any(mark in line.split()[:4] for line in diagram.legend), (kind, mark)
