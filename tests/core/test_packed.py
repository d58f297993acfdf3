"""The numbers the C compiler sees are those of the plain kernel."""

import ast
import inspect
import re
from dataclasses import fields
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from makachess.core.kernel import packed
from makachess.core.kernel.packed import UndoRecord

PXD = Path(__file__).parents[2] / "core/include/makachess/core/kernel/packed.pxd"


def test_both_files_of_constants_agree() -> None:
    text = PXD.read_text()
    compiled = {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", text)}
    plain = {name: value for name, value in vars(packed).items() if name.isupper()}
    assert compiled == plain


def test_both_files_of_inline_functions_agree() -> None:
    """Each function of the .pxd returns what the one of the same name and arguments returns."""
    compiled = {}
    text = PXD.read_text()
    for name, takes, value in re.findall(r"cdef inline .*?(\w+)\((.*)\) .*:\n +return (.+)", text):
        arguments = [argument.split()[-1] for argument in takes.split(",")]
        compiled[name] = (arguments, ast.unparse(ast.parse(value)))
    plain = {
        node.name: (
            [a.arg for a in node.args.args],
            ast.unparse(node.body[-1]).removeprefix("return "),
        )
        for node in ast.parse(inspect.getsource(packed)).body
        if isinstance(node, ast.FunctionDef) and node.name in compiled
    }
    del compiled["record_at"], plain["record_at"]  # an address in C, the record itself in Python
    assert compiled == plain
    assert text.count("cdef inline") == len(compiled) + 1 >= 27


def test_a_packed_move_gives_back_what_was_put_in() -> None:
    move = (
        packed.pack(123, 999)
        | packed.pack_further(456, 1)
        | packed.pack_promotion(255)
        | packed.pack_kind(packed.STRIDE)
        | packed.pack_choice(packed.MOST_RESULTS)
    )
    assert move < 1 << 63
    assert (packed.origin_of(move), packed.destination_of(move)) == (123, 999)
    assert (packed.first_of(move), packed.second_of(move)) == (456, 1)
    assert packed.promotion_of(move) == 255
    assert packed.kind_of(move) == packed.STRIDE
    assert packed.choice_of(move) == packed.MOST_RESULTS
    assert packed.has_further(move)
    assert not packed.has_further(packed.without_further(move))
    assert not packed.choice_of(packed.without_choice(move))
    assert packed.is_plain(packed.pack(999, 999))


def test_both_files_of_undo_records_agree() -> None:
    text = PXD.read_text()
    compiled = re.findall(r"^    (?:long long|int) (\w+)$", text, flags=re.MULTILINE)
    assert compiled == [field.name for field in fields(UndoRecord)]


PART = st.integers(-(1 << 23), (1 << 23) - 1)


@given(PART, PART, st.integers(1 - (1 << 15), (1 << 15) - 1))
def test_a_packed_score_gives_back_what_was_put_in(middle: int, end: int, phase: int) -> None:
    score = packed.pack_score(middle, end, phase)
    assert -(1 << 63) <= score < 1 << 63
    assert packed.middle_of(score) == middle
    assert packed.end_of(score) == end
    assert packed.phase_of(score) == phase


def test_the_worth_of_any_board_fits_into_a_packed_score() -> None:
    squares = 19 * 19
    assert squares * packed.MOST_WORTH < 1 << 23
    assert squares * packed.MOST_PHASE < 1 << 15


WORTH = st.integers(-2_000_000, 2_000_000)


@given(WORTH, WORTH, st.integers(0, 300), st.integers(1, 200))
def test_a_score_lies_between_its_parts_and_is_the_same_for_both_sides(
    middle: int, end: int, phase: int, full: int
) -> None:
    scale = (256 << 16) // full
    mine = packed.pack_score(middle, end, phase)
    theirs = packed.pack_score(-middle, -end, phase)
    share = packed.share_of(mine, full, scale)
    value = packed.value_of(mine, share)
    assert 0 <= share <= 256
    assert min(middle, end) <= value <= max(middle, end)
    assert packed.value_of(theirs, share) == -value
    exact = end + (middle - end) * min(phase, full) / full
    assert abs(value - exact) <= 1 + abs(middle - end) / 128
