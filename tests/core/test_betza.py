"""The reader of Betza text, against pictures of where a piece can go on an empty board."""

from pathlib import Path

import pytest
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
    [
        ("Kx", "x", 2, "expected modifiers and an atom, such as 'fmW'"),
        ("W-F", "-F", 2, "expected modifiers and an atom, such as 'fmW'"),
        ("W 3", " 3", 2, "expected modifiers and an atom, such as 'fmW'"),
        ("3W", "3W", 1, "expected modifiers and an atom, such as 'fmW'"),
        ("WfmX", "fmX", 2, "unknown atom 'X'"),
        ("WjR", "jR", 2, "unknown modifier 'j'"),
        ("fWtF", "tF", 3, "unknown modifier 't'"),
        ("feF", "feF", 1, "'e' goes with a capture, as in 'fceF'"),
        ("nW", "nW", 1, "'n' makes a leap of D, A, H or G blockable, as in 'nD'"),
        ("nD2", "nD2", 1, "'n' makes a leap of D, A, H or G blockable, as in 'nD'"),
        ("fN", "fN", 1, "write 'ff' for the leaps farthest forward"),
        ("lfQ", "lfQ", 1, "a single diagonal is written with F or B, as in 'lfF'"),
        ("KO2", "O2", 2, "castling is written 'isO2'"),
        ("KisO", "isO", 2, "castling is written 'isO2'"),
        ("KisO1", "isO1", 2, "castling is written 'isO2'"),
        ("fU", "fU", 1, "goes anywhere as 'U' or 'kU', and in no other way"),
        ("caU", "caU", 1, "goes anywhere as 'U' or 'kU', and in no other way"),
        ("W(0,0)", "(0,0)", 2, "no leap: the numbers are squares, up to 18"),
        ("(1,19)", "(1,19)", 1, "no leap: the numbers are squares, up to 18"),
        ("i(1,4)", "i(1,4)", 1, "not yet: 'i', 'n' and 'e' on a leap of more than three squares"),
        ("pN", "pN", 1, "not yet: N in a move of several legs, or over a piece"),
        ("pW3", "pW3", 1, "not yet: 'p' and 'g' on what is not an endless slide, R, B or Q"),
        ("ppR", "ppR", 1, "not yet: a slide over several pieces ('pp'), or 'y' without 'a'"),
        ("yR", "yR", 1, "not yet: a slide over several pieces ('pp'), or 'y' without 'a'"),
        ("ipR", "ipR", 1, "not yet: 'i' on a slide over a piece"),
        ("afafafafW", "afafafafW", 1, "not yet: more than 4 legs"),
        ("iafW", "iafW", 1, "not yet: 'i' in a move of several legs"),
        ("afrW", "afrW", 1, "not yet: a turn to one side alone; 's', 'fs' and 'bs'"),
        ("aW", "aW", 1, "say which way the next leg goes, such as 'af' or 'afs'"),
        ("apfW", "apfW", 1, "'p' and 'y' say how a leg is followed by another"),
        ("yafW3", "yafW3", 1, "not yet: 'y' on a limited slide"),
        ("cafR", "cafR", 1, "not yet: a slide that takes on its way"),
        ("cafcafcafW", "cafcafcafW", 1, "not yet: more than two captures on the way"),
        ("cacabK", "cacabK", 1, "not yet: a way that ends where it has taken before"),
        ("pafcabW", "pafcabW", 1, "not yet: a way that takes others first, then whom it has"),
        ("aaaK", "aaaK", 1, "not yet: more than 600 ways at once"),
    ],
)
def test_what_cannot_be_read_is_named(text, part, character, reason):
    with pytest.raises(VariantError) as caught:
        parse_betza(text)
    assert str(caught.value).startswith(f"{text!r}: {part!r} at character {character}: {reason}")


def test_no_text_is_no_movement():
    with pytest.raises(VariantError, match="no moves; write at least one atom"):
        parse_betza("")
