"""Whether a game is over, and why: mate, the last royal, dead positions, limits, repetition."""

from __future__ import annotations

from makachess.core.base_position import BasePosition
from makachess.core.outcome import Outcome
from makachess.core.spec import COLORS, opponent

OCCURRENCES = {"draw3": 3, "draw4": 4, "adjudicate4": 4}  # of a position that end the game


def find_outcome(position: BasePosition) -> Outcome | None:
    """The outcome of a position with its history, or None while the game goes on."""
    ending = position.variant.ending
    if outcome := _decided(position):
        return outcome
    if position.is_dead:
        return Outcome("draw", "dead position")
    if outcome := _repeated(position):
        return outcome
    if ending.move_limit and position.halfmove >= ending.move_limit:
        return Outcome("draw", "move limit")
    return None


def _decided(position: BasePosition) -> Outcome | None:
    """What the board alone decides; there are no legal moves then."""
    ending = position.variant.ending
    enemy = opponent(position.turn)
    if not ending.checkmate:
        for color in COLORS:
            if not position.royal_count(color):
                return Outcome(opponent(color), "last royal captured")
    for color in COLORS if ending.bare == "loses" else ():
        if position.has_lost_bare(color):
            return Outcome(opponent(color), "bare royal")
    if position.is_won:
        return Outcome(position.turn, "checkmate")
    if position.has_legal_move():
        return None
    if position.is_check():
        return Outcome(enemy, "checkmate")
    if ending.no_move_loses:
        return Outcome(enemy, "no legal move")
    return Outcome("draw", "stalemate")


def _repeated(position: BasePosition) -> Outcome | None:
    """The outcome by repetition, if the position has recurred often enough."""
    rule = position.variant.ending.repetition
    most = OCCURRENCES.get(rule)
    if most is None or position.repetitions() < most:
        return None
    if rule != "adjudicate4":
        return Outcome("draw", "repetition")
    ruling = position.judge_repetition()
    winner = "draw" if ruling.loser is None else opponent(COLORS[ruling.loser])
    return Outcome(winner, ruling.reason)
