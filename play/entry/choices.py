"""The choices left open by a move being entered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from makachess.core.move import Move, MoveKind
from makachess.core.notation.pattern import mover
from makachess.core.squares import Square

if TYPE_CHECKING:
    from makachess.core import Position

Prefix = tuple[tuple[Square, str], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to an open question: the move it makes, or the delayed promotions it chooses."""

    move: Move | None
    label: str
    text: str
    prefix: Prefix = ()


def question_of(choices: tuple[Choice, ...]) -> str:
    """The question that asks for one of these choices; empty without choices."""
    if not choices:
        return ""
    moves = [choice.move for choice in choices if choice.move is not None]
    if not moves:
        return "A waiting Pawn becomes:"
    if moves[0].kind is MoveKind.PASS:
        return "Pass the turn?"
    return "Promote to:" if all(move.promotion for move in moves) else "Promote?"


def promotion_choices(position: Position, moves: Iterable[Move]) -> tuple[Choice, ...]:
    """Moves that differ in what the man becomes, in the order of the rules; or a pass.

    Staying comes first, then what the variant's file lists first: in chess the Queen.
    """

    def rank(move: Move) -> tuple[bool, int, str]:
        kind = mover(position, move)
        return move.promotion != "", _place(position, kind, move.promotion), str(move)

    return tuple(_promotion_choice(position, move) for move in sorted(moves, key=rank))


def _place(position: Position, kind: str, becomes: str) -> int:
    """Where the variant's file lists what a man may become on the last rank."""
    listed = position.variant.promotion.arrival.get(kind, ())
    return listed.index(becomes) if becomes in listed else len(listed)


def _promotion_choice(position: Position, move: Move) -> Choice:
    if move.kind is MoveKind.PASS:
        return Choice(move, "--", "pass")
    kind = move.promotion or mover(position, move)
    verb = "becomes" if move.promotion else "stays"
    return Choice(move, kind, f"{verb} {position.variant.pieces[kind].name}")


def prefix_choices(position: Position, prefixes: Iterable[Prefix]) -> tuple[Choice, ...]:
    """Delayed promotions in the same order, named by the id alone where one Pawn waits."""
    pawn = position.variant.pawn

    def rank(prefix: Prefix) -> list[tuple[Square, int]]:
        return [(square, _place(position, pawn, kind)) for square, kind in prefix]

    chosen = sorted((prefix for prefix in prefixes if prefix), key=rank)
    alone = len({tuple(square for square, _ in prefix) for prefix in chosen}) == 1
    return tuple(_prefix_choice(position, p, by_id=alone and len(p) == 1) for p in chosen)


def _prefix_choice(position: Position, prefix: Prefix, *, by_id: bool) -> Choice:
    names = ", ".join(position.variant.pieces[kind].name for _, kind in prefix)
    label = prefix[0][1] if by_id else ",".join(f"{at}={kind}" for at, kind in prefix)
    return Choice(None, label, names, prefix)
