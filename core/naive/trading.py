"""The rules against trading Lions: which captures of one they forbid."""

from __future__ import annotations

from dataclasses import replace

from makachess.core.naive.men import Square, is_attacked
from makachess.core.naive.state import State


def struck(
    state: State, left: State, kind: str, victims: tuple[Square, ...], goal: Square
) -> State:
    """The state that a move leaves, with the note that a man who is no Lion has taken one."""
    lions = state.variant.trading.lions
    fallen = any(state.men[victim][0] in lions for victim in victims)
    return replace(left, struck=goal) if fallen and kind not in lions else left


def is_unlawful_trade(
    state: State, left: State, origin: Square, victims: tuple[Square, ...], goal: Square
) -> bool:
    """Whether a move takes a Lion that it must not take; `left` is what it leaves."""
    rules = state.variant.trading
    kinds = [state.men[victim][0] for victim in victims]
    fallen = [victim for victim in victims if state.men[victim][0] in rules.lions]
    if not fallen:
        return False
    by_lion = state.men[origin][0] in rules.lions
    if state.struck is not None and fallen[0] != state.struck and _must_wait(state, by_lion):
        return True
    if not by_lion:
        return False
    apart = max(abs(origin[0] - fallen[0][0]), abs(origin[1] - fallen[0][1]))
    if rules.adjacent and apart == 1:
        return False
    bridge = victims[0] != goal and kinds[0] not in (*rules.lions, *rules.no_bridge)
    return not (rules.bridge and bridge) and _is_guarded(left, goal)


def _must_wait(state: State, by_lion: bool) -> bool:
    """Whether a man may not answer the loss of a Lion by taking one."""
    rule = state.variant.trading.counterstrike
    return rule == "forbidden" or (rule == "by-lions" and not by_lion)


def _is_guarded(left: State, goal: Square) -> bool:
    """Whether the other side could take a man there, though with one that is pinned."""
    men = dict(left.men)
    if not left.variant.trading.royals_guard:
        wall = (
            next(iter(left.variant.pieces)),
            left.enemy,
        )  # in the King's place: it attacks nothing
        for square, (kind, color) in left.men.items():
            if color == left.turn and kind in left.variant.royals:
                men[square] = wall
    return is_attacked(left.variant, men, goal, left.turn)
