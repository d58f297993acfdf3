"""Whether a game is over, and why: mate, the last royal, dead positions, limits, repetition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from makachess.core.move import Square
from makachess.core.notation.placement import Man
from makachess.core.spec import COLORS, Variant

if TYPE_CHECKING:
    from makachess.core.position import Position

MINOR_PIECES = frozenset({"N", "B", "S"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is "white", "black" or "draw", `reason` in words."""

    winner: str
    reason: str


def find_outcome(position: Position) -> Outcome | None:
    """The outcome of a position with its history, or None while the game goes on."""
    return _decided(position) or _drawn(position)


def _decided(position: Position) -> Outcome | None:
    """What the board alone decides: there is no legal move then."""
    ending = position.variant.ending
    opponent = COLORS[1 - COLORS.index(position.turn)]
    if not ending.checkmate:
        for color, other in zip(COLORS, reversed(COLORS), strict=True):
            if not position.royal_count(color):
                return Outcome(other, "last royal captured")
    if position.has_legal_move():
        return None
    if position.is_check():
        return Outcome(opponent, "checkmate")
    if ending.no_move_loses:
        return Outcome(opponent, "no legal move")
    return Outcome("draw", "stalemate")


def _drawn(position: Position) -> Outcome | None:
    """Draws by rule: dead positions, repetition, the move limit."""
    ending = position.variant.ending
    if is_dead(position.variant, position.men()):
        return Outcome("draw", "dead position")
    if ending.repetition == "draw3" and position.repetitions() >= 3:
        return Outcome("draw", "repetition")
    if ending.move_limit and position.halfmove >= ending.move_limit:
        return Outcome("draw", "move limit")
    return None


def is_dead(variant: Variant, men: Mapping[Square, Man]) -> bool:
    """Whether no sequence of moves can mate, by the variant's own rule."""
    rule = variant.ending.dead
    if rule == "none" or len(men) > 16:
        return False
    if rule == "orthodox":
        return all(_cannot_mate(men, color) for color in COLORS)
    others = [
        (kind, square)
        for square, (kind, color) in men.items()
        if kind not in variant.royals and not _is_dead_pawn(variant, square, (kind, color))
    ]
    if rule == "minor-piece":
        others = [(kind, square) for square, (kind, _) in men.items() if kind not in variant.royals]
        return not others or (len(others) == 1 and others[0][0] in MINOR_PIECES)
    return not others


def _is_dead_pawn(variant: Variant, square: Square, man: Man) -> bool:
    last = variant.ranks - 1 if man[1] == "white" else 0
    return man[0] == variant.pawn and square.rank == last


def _cannot_mate(men: Mapping[Square, Man], color: str) -> bool:
    """Whether a side of orthodox chess has too little to mate with, as python-chess counts it."""
    own = [kind for kind, owner in men.values() if owner == color]
    enemy = [kind for kind, owner in men.values() if owner != color]
    if not {"P", "R", "Q"}.isdisjoint(own):
        return False
    if "N" in own:
        return len(own) <= 2 and set(enemy) <= {"K", "Q"}
    if "B" in own:
        shades = {(s.file + s.rank) & 1 for s, (kind, _) in men.items() if kind == "B"}
        return len(shades) == 1 and {"P", "N"}.isdisjoint((*own, *enemy))
    return True
