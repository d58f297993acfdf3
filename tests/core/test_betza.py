"""The reader of Betza text, against pictures of where a piece can go on an empty board."""

from pathlib import Path

import pytest
from cases import cases
from makachess.core.betza import UNLIMITED, Leg, Power, parse_betza
from makachess.core.errors import VariantError

DATA = Path(__file__).parents[1] / "data" / "betza.txt"


def pictures():
    for block in DATA.read_text(encoding="utf-8").split("\n\n")[1:]:
        (text, *others), *rows = (line.split() for line in block.splitlines())
        yield pytest.param(text, set(others), rows, id=text)


@pytest.mark.parametrize(("text", "others", "picture"), list(pictures()))
def test_picture(text, others, picture):
    movement = parse_betza(text)
    assert draw(movement.legs, len(picture) // 2) == picture
    powers = {power.name.lower().replace("_", "-") for power in movement.powers}
    assert powers | {f"castles-{n}" for n in movement.castles} == others
    half = len(picture) // 2
    for leg in movement.legs:  # what leaves the picture is unlimited
        assert leg.last == UNLIMITED or leg.last * max(abs(leg.dx), abs(leg.dy)) <= half


def draw(legs, half):
    """The picture of some legs, `half` squares to each side of the piece."""
    cells = {(0, 0): "@"}
    for leg in legs:
        mark = "i" if leg.initial else "x" if leg.moves and leg.captures else "mc"[leg.captures]
        for n in range(leg.first, min(leg.last, half) + 1):
            cell = (leg.dx * n, leg.dy * n)
            both = {mark, cells.get(cell, mark)}
            cells[cell] = "x" if both == {"m", "c"} else min(both, key="xmci".index)
    span = range(-half, half + 1)
    return [[cells.get((dx, dy), ".") for dx in span] for dy in reversed(span)]


def test_a_pawn():
    assert parse_betza("fmWfceFifmnD").legs == (
        Leg(0, 1, captures=False),
        Leg(1, 1, moves=False, en_passant=True),
        Leg(-1, 1, moves=False, en_passant=True),
        Leg(0, 1, first=2, last=2, captures=False, initial=True),
    )


def test_a_triple_step_is_given_beside_the_single_one():
    assert parse_betza("fmWifmW3").legs == (
        Leg(0, 1, captures=False),
        Leg(0, 1, last=3, captures=False, initial=True),
    )


def test_a_leap_is_no_slide():
    assert parse_betza("fD").legs == (Leg(0, 2),)
    assert parse_betza("fW2").legs == (Leg(0, 1, last=2),)


def test_the_modifiers_of_a_leg_may_stand_in_any_order():
    assert parse_betza("pmcapmcfavK").powers == {Power.LINE_THREE}
    assert parse_betza("cfF") == parse_betza("fcF")


@pytest.mark.parametrize(
    ("text", "part", "character", "reason"),
    cases("unreadable-betza"),
)
def test_what_cannot_be_read_is_named(text, part, character, reason):
    with pytest.raises(VariantError) as caught:
        parse_betza(text)
    assert str(caught.value).startswith(f"{text!r}: {part!r} at character {character}: {reason}")


def test_no_text_is_no_movement():
    with pytest.raises(VariantError, match="no moves; write at least one atom"):
        parse_betza("")
