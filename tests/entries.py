"""Moves entered on a position by the names of squares, for the tests of the entry of moves."""

from __future__ import annotations

from makachess.core import Position, Square
from makachess.play.entry import MoveEntry
from makachess.variants import load

LION = "k18/19/19/19/19/19/19/19/9r9/9pp8/8pL!p8/8ggg8/19/19/19/19/19/19/18K w - - 0 1"


def entry_of(fen: str | None = None, variant: str = "veteran") -> MoveEntry:
    return MoveEntry(Position(load(variant), fen))


def pick(entry: MoveEntry, *names: str):
    """Pick squares one after the other; what the last one gives."""
    result = None
    for name in names:
        assert result is None, "the move was complete before"
        result = entry.pick(Square.parse(name))
    return result


def labels(entry: MoveEntry) -> list[str]:
    return [choice.label for choice in entry.state.choices]
