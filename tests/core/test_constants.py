"""The numbers the C compiler sees are those of the plain kernel."""

import ast
import inspect
import re
from dataclasses import fields
from pathlib import Path

from makachess.core.kernel import constants, packed_move
from makachess.core.kernel.undo_record import UndoRecord

KERNEL = Path(__file__).parents[2] / "core/include/makachess/core/kernel"


def test_both_files_of_constants_agree() -> None:
    text = (KERNEL / "constants.pxd").read_text()
    compiled = {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", text)}
    plain = {name: value for name, value in vars(constants).items() if name.isupper()}
    assert compiled == plain


def test_both_files_of_packed_moves_agree() -> None:
    """Each function of the .pxd returns what the one of the same name and arguments returns."""
    compiled = {}
    text = (KERNEL / "packed_move.pxd").read_text()
    for name, given, value in re.findall(r"cdef inline .*?(\w+)\((.*)\) .*:\n +return (.+)", text):
        arguments = [argument.split()[-1] for argument in given.split(",")]
        compiled[name] = (arguments, ast.unparse(ast.parse(value)))
    plain = {
        node.name: (
            [a.arg for a in node.args.args],
            ast.unparse(node.body[-1]).removeprefix("return "),
        )
        for node in ast.parse(inspect.getsource(packed_move)).body
        if isinstance(node, ast.FunctionDef) and node.name in compiled
    }
    assert compiled == plain
    assert text.count("cdef inline") == len(compiled) > 15


def test_a_packed_move_gives_back_what_was_put_in() -> None:
    move = (
        packed_move.pack(123, 999)
        | packed_move.pack_further(456, 1)
        | packed_move.pack_promotion(255)
        | packed_move.pack_kind(constants.STRIDE)
        | packed_move.pack_choice(constants.MOST_RESULTS)
    )
    assert move < 1 << 63
    assert (packed_move.origin_of(move), packed_move.destination_of(move)) == (123, 999)
    assert (packed_move.first_of(move), packed_move.second_of(move)) == (456, 1)
    assert packed_move.promotion_of(move) == 255
    assert packed_move.kind_of(move) == constants.STRIDE
    assert packed_move.choice_of(move) == constants.MOST_RESULTS
    assert packed_move.has_further(move)
    assert not packed_move.has_further(packed_move.without_further(move))
    assert not packed_move.choice_of(packed_move.without_choice(move))
    assert packed_move.is_plain(packed_move.pack(999, 999))


def test_both_files_of_undo_records_agree() -> None:
    text = (KERNEL / "undo_record.pxd").read_text()
    compiled = re.findall(r"^    (?:long long|int) (\w+)$", text, flags=re.MULTILINE)
    assert compiled == [field.name for field in fields(UndoRecord)]
