"""What unmaking a move needs; `undo_record.pxd` is the same as a C struct."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(slots=True)
class UndoRecord:
    """A move made, and whatever of the state before it the move does not tell."""

    move: int = 0  # packed; 0 for a null move
    key: int = 0
    passant_key: int = 0
    settled: int = 0
    score: int = 0
    choices: int = 0
    castling: int = 0
    passed: int = 0
    passed_more: int = 0
    passed_man: int = 0
    halfmove: int = 0
    noted: int = 0
    man: int = 0  # the code of the man that moved
    victim: int = 0  # the code of the man taken on the destination, 0 if none was
    victim_slot: int = 0  # its place in the list of its side
    first: int = 0  # the same of men taken on the two further cells
    first_slot: int = 0
    second: int = 0
    second_slot: int = 0


UndoPointer: TypeAlias = UndoRecord
"""In C the address of a record, uncompiled the record itself."""


def record_at(records: list[UndoRecord], ply: int) -> UndoPointer:
    """The record of a ply."""
    return records[ply]
