"""Legal moves, with the delayed promotions of Devingt Chess before and after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from makachess.core.naive.changes import is_at_hand
from makachess.core.naive.making import all_made
from makachess.core.naive.men import Square, is_attacked
from makachess.core.naive.state import State, name, read_state
from makachess.core.spec import COLORS, Variant

Result: TypeAlias = frozenset[tuple[Square, str]]
"""Waiting pawns and what they become."""
MATES: Result = frozenset({((-1, -1), "mates")})


def set_up(variant: Variant, fen: str) -> State:
    """The state of a FEN, forced promotions carried out."""
    state = settled(read_state(variant, fen))
    return replace(state, seen=frozenset({state.fen()}))


def legal_moves(state: State) -> dict[str, State]:
    """Each legal move in coordinates, with the state that it leaves."""
    if state.won or not has_royals(state) or is_bare(state):
        return {}
    results = delayed(state) if state.variant.promotion.reserve else {frozenset()}
    found: dict[str, State] = {}
    for result in results:
        prefix = "".join(f"{name(square)}={kind}," for square, kind in sorted(result))
        for text, left in legal(with_men(state, result)):
            found[(prefix if len(results) > 1 else "") + text] = settled(left)
    return found


def has_royals(state: State) -> bool:
    """Whether both sides have a royal."""
    royals = state.variant.royals
    return {color for kind, color in state.men.values() if kind in royals} == {"white", "black"}


def is_bare(state: State) -> bool:
    """Whether a side has lost that has one royal and nothing else, where that loses."""
    if state.variant.ending.bare == "plays-on":
        return False
    return any(_has_lost_bare(state, *colors) for colors in (COLORS, COLORS[::-1]))


def _has_lost_bare(state: State, color: str, other: str) -> bool:
    own = [kind for kind, owner in state.men.values() if owner == color]
    theirs = {at: kind for at, (kind, owner) in state.men.items() if owner == other}
    kings = [at for at, kind in theirs.items() if is_royal(state, kind)]
    slight = state.variant.ending.bare_slight
    strong = [at for at, kind in theirs.items() if at not in kings and kind not in slight]
    if len(own) != 1 or not is_royal(state, own[0]) or not kings or not strong:
        return False
    prey = [men[0] for men in (kings, strong) if len(men) == 1]
    return not any(is_attacked(state.variant, state.men, at, color) for at in prey)


def legal(state: State) -> Iterator[tuple[str, State]]:
    """The moves that leave no King in check and, where that is forbidden, repeat nothing."""
    ending = state.variant.ending
    for text, left in all_made(state):
        if ending.checkmate and is_in_check(left, state.turn):
            continue
        if ending.repetition == "forbidden":
            key = left.fen()
            if key in state.seen:
                continue
            left = replace(left, seen=state.seen | {key})
        yield text, left


def is_in_check(state: State, color: str) -> bool:
    """Whether the King of a colour is attacked."""
    kings = [at for at, man in state.men.items() if man[1] == color and is_royal(state, man[0])]
    enemy = "black" if color == "white" else "white"
    return any(is_attacked(state.variant, state.men, king, enemy) for king in kings)


def is_royal(state: State, kind: str) -> bool:
    """Whether a type is royal."""
    return state.variant.pieces[kind].royal


# --- delayed promotion --------------------------------------------------------------------------


def settled(state: State) -> State:
    """The state after the delayed promotions of the side to move, if they leave no choice."""
    if not state.variant.promotion.reserve:
        return state
    results = delayed(state)
    if MATES in results:
        return replace(state, won=True)
    return with_men(state, next(iter(results))) if len(results) == 1 else state


def delayed(
    state: State, done: Result = frozenset(), known: dict[Result, set[Result]] | None = None
) -> set[Result]:
    """All final results of the step, MATES among them if one mates (Devingt sheet 5)."""
    known = {} if known is None else known
    if done in known:
        return known[done]
    pairs = list(_promotions(state))
    quiet = [pair for pair in pairs if not is_in_check(with_men(state, [pair]), state.enemy)]
    if any(is_mating(state, pair) for pair in pairs if pair not in quiet):
        known[done] = {MATES}
    elif not quiet:
        known[done] = {done}
    else:
        known[done] = set()
        for pair in quiet:
            known[done] |= delayed(with_men(state, [pair]), done | {pair}, known)
    return known[done]


def _promotions(state: State) -> Iterator[tuple[Square, str]]:
    """Each waiting pawn with each type that it may become."""
    for kind, choices in state.variant.promotion.arrival.items():
        for square, man in state.men.items():
            if man == (kind, state.turn) and square[1] == state.last_rank:
                yield from ((square, choice) for choice in choices if is_at_hand(state, choice))


def with_men(state: State, pairs: Iterable[tuple[Square, str]]) -> State:
    """The state after promotions of the side to move."""
    return replace(state, men={**state.men, **{at: (kind, state.turn) for at, kind in pairs}})


def is_mating(state: State, pair: tuple[Square, str]) -> bool:
    """Whether a promotion, by a side that is not in check itself, leaves the other no move."""
    if is_in_check(state, state.turn):
        return False
    left = replace(with_men(state, [pair]), turn=state.enemy, passed=(), passed_man=None)
    return next(legal(left), None) is None
