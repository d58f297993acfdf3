"""Why a square cannot be picked as the start or the next step of a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from makachess.core.notation.pattern import MovePattern
from makachess.core.notation.refusal import why_not, why_stuck
from makachess.core.spec import Variant
from makachess.core.squares import Square

if TYPE_CHECKING:
    from makachess.core import Position


def man_on(variant: Variant, square: Square, man: str) -> str:
    """A man, as FEN writes it, and its square in words, such as `Knight on g1`."""
    return f"{variant.pieces[man.upper()].name} on {square}"


def why_not_from(position: Position, men: Mapping[Square, str], square: Square) -> str:
    """Why no move can begin on a square; `men` are those on the board after delayed promotions."""
    man = men.get(square)
    side = position.turn.capitalize()
    if man is None:
        return f"{square} is empty"
    name = man_on(position.variant, square, man)
    if man.isupper() != (position.turn == "white"):
        other = "Black" if side == "White" else "White"
        return f"{side} to move: the {name} is {other}'s"
    why = why_stuck(position, square)
    return f"The {name} has no legal move" + (f": {why}" if why else "")


def why_not_to(position: Position, path: Sequence[Square], square: Square) -> str:
    """Why a move that has come along a path cannot go on to a square, or end there."""
    origin, *stops = path
    stops.append(square)
    taken = (False,) * len(stops)
    pattern = MovePattern(file=origin.file, rank=origin.rank, stops=(*stops,), taken=taken)
    reason = why_not(position, pattern)
    return reason[0].upper() + reason[1:]
