"""The numbers the C compiler sees are those of the plain kernel."""

import ast
import inspect
import re
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.core.kernel import packed, packed_move, packed_score
from makachess.core.kernel.undo_record import UndoRecord

KERNEL = Path(__file__).parents[2] / "core/include/makachess/core/kernel"


def test_both_files_of_constants_agree() -> None:
    text = (KERNEL / "packed.pxd").read_text()
    compiled = {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", text)}
    plain = {name: value for name, value in vars(packed).items() if name.isupper()}
    assert compiled == plain


@pytest.mark.parametrize(("module", "least"), [(packed_move, 16), (packed_score, 7)])
def test_both_files_of_inline_functions_agree(module: ModuleType, least: int) -> None:
    """Each function of the .pxd returns what the one of the same name and arguments returns."""
    compiled = {}
    text = (KERNEL / f"{module.__name__.rpartition('.')[2]}.pxd").read_text()
    for name, takes, value in re.findall(r"cdef inline .*?(\w+)\((.*)\) .*:\n +return (.+)", text):
        arguments = [argument.split()[-1] for argument in takes.split(",")]
        compiled[name] = (arguments, ast.unparse(ast.parse(value)))
    plain = {
        node.name: (
            [a.arg for a in node.args.args],
            ast.unparse(node.body[-1]).removeprefix("return "),
        )
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.FunctionDef) and node.name in compiled
    }
    assert compiled == plain
    assert text.count("cdef inline") == len(compiled) >= least


def test_a_packed_move_gives_back_what_was_put_in() -> None:
    move = (
        packed_move.pack(123, 999)
        | packed_move.pack_further(456, 1)
        | packed_move.pack_promotion(255)
        | packed_move.pack_kind(packed.STRIDE)
        | packed_move.pack_choice(packed.MOST_RESULTS)
    )
    assert move < 1 << 63
    assert (packed_move.origin_of(move), packed_move.destination_of(move)) == (123, 999)
    assert (packed_move.first_of(move), packed_move.second_of(move)) == (456, 1)
    assert packed_move.promotion_of(move) == 255
    assert packed_move.kind_of(move) == packed.STRIDE
    assert packed_move.choice_of(move) == packed.MOST_RESULTS
    assert packed_move.has_further(move)
    assert not packed_move.has_further(packed_move.without_further(move))
    assert not packed_move.choice_of(packed_move.without_choice(move))
    assert packed_move.is_plain(packed_move.pack(999, 999))


def test_both_files_of_undo_records_agree() -> None:
    text = (KERNEL / "undo_record.pxd").read_text()
    compiled = re.findall(r"^    (?:long long|int) (\w+)$", text, flags=re.MULTILINE)
    assert compiled == [field.name for field in fields(UndoRecord)]


PART = st.integers(-(1 << 23), (1 << 23) - 1)


@given(PART, PART, st.integers(1 - (1 << 15), (1 << 15) - 1))
def test_a_packed_score_gives_back_what_was_put_in(middle: int, end: int, phase: int) -> None:
    score = packed_score.pack_score(middle, end, phase)
    assert -(1 << 63) <= score < 1 << 63
    assert packed_score.middle_of(score) == middle
    assert packed_score.end_of(score) == end
    assert packed_score.phase_of(score) == phase


def test_the_worth_of_any_board_fits_into_a_packed_score() -> None:
    squares = 19 * 19
    assert squares * packed_score.MOST_WORTH < 1 << 23
    assert squares * packed_score.MOST_PHASE < 1 << 15


WORTH = st.integers(-2_000_000, 2_000_000)


@given(WORTH, WORTH, st.integers(0, 300), st.integers(1, 200))
def test_a_score_lies_between_its_parts_and_is_the_same_for_both_sides(
    middle: int, end: int, phase: int, full: int
) -> None:
    scale = (256 << 16) // full
    mine = packed_score.pack_score(middle, end, phase)
    theirs = packed_score.pack_score(-middle, -end, phase)
    share = packed_score.share_of(mine, full, scale)
    value = packed_score.value_of(mine, share)
    assert 0 <= share <= 256
    assert min(middle, end) <= value <= max(middle, end)
    assert packed_score.value_of(theirs, share) == -value
    exact = end + (middle - end) * min(phase, full) / full
    assert abs(value - exact) <= 1 + abs(middle - end) / 128
