"""What a man may be after a move: by what it has taken, and by where it has arrived."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from makachess.core.naive.men import Square
from makachess.core.naive.state import State, read_state
from makachess.core.spec import Variant


def become(variant: Variant, kind: str, victims: Sequence[str]) -> list[str]:
    """What a man may be after taking victims of these types in this order (Maka sheet 6.2)."""
    forced = [into for victim in victims if (into := infection(variant, kind, victim))]
    if forced:
        return [forced[-1]]
    found = [kind]
    for victim in victims:
        offered = offer(variant, kind, victim)
        if kind not in offered:  # what must be goes before what may be
            return offered
        found = offered if len(offered) > len(found) else found
    return found


def infection(variant: Variant, kind: str, victim: str) -> str:
    """What a victim makes of its captor at once; empty if it leaves him alone."""
    rules = variant.promotion
    named = rules.becomes.get(kind, {}).get(victim, "")
    if named:
        return "" if named == "=" or "?" in named else named
    if not rules.contagion or variant.pieces[kind].immune:
        return ""
    return variant.pieces[victim].infects


def offer(variant: Variant, kind: str, victim: str) -> list[str]:
    """What a captor may be after taking a victim that does not infect it."""
    piece, rules = variant.pieces[kind], variant.promotion
    named = rules.becomes.get(kind, {}).get(victim, "")
    if named:
        return [kind] if named == "=" else [kind, named.removesuffix("?")]
    if not rules.by_capture or not piece.promotes_to or (kind, victim) in rules.exceptions:
        return [kind]
    contagious = rules.contagion and variant.pieces[victim].infects
    if rules.mandatory or variant.pieces[victim].promoted or (rules.royal_contagion and contagious):
        return [piece.promotes_to]
    return [kind, piece.promotes_to]


def after(
    state: State, kind: str, victims: Sequence[str], origin: Square, goal: Square
) -> list[str]:
    """The same for a man that goes to a square: on the last rank that goes before captures.

    Nothing if it may not end there.
    """
    variant = state.variant
    rules = variant.promotion
    choices = rules.arrival.get(kind, ())
    infected = any(infection(variant, kind, victim) for victim in victims)
    ranks_left = abs(state.last_rank - goal[1])
    inside = ranks_left < rules.zone
    if rules.zone_rule == "enter-or-capture":
        was_inside = abs(state.last_rank - origin[1]) < rules.zone
        entered = inside and not was_inside
        fought = (inside or was_inside) and bool(victims)
        arrives = entered or fought or (not ranks_left and kind in rules.last_chance)
    else:
        arrives = inside
    if not choices or not arrives or (infected and rules.contagion_first):
        return become(variant, kind, victims)
    found = [choice for choice in choices if is_at_hand(state, choice)]
    if rules.zone_rule == "enter-or-capture" or (ranks_left and rules.zone_rule == "may"):
        return [*become(variant, kind, victims), *found]
    return found or ([] if rules.arrival_needs_choice else [kind])


def is_at_hand(state: State, kind: str) -> bool:
    """Whether a man of the side to move may become this type: with a reserve, a captured one."""
    rules = state.variant.promotion
    if not rules.reserve:
        return True
    count = list(state.men.values()).count((kind, state.turn))
    if rules.reserve_absent_only and count:
        return False
    return count < _numbers(state.variant)[kind, state.turn]


@lru_cache(maxsize=16)
def _numbers(variant: Variant) -> Counter[tuple[str, str]]:
    """How many men of each type and colour the array has."""
    return Counter(read_state(variant, variant.start_fen).men.values())
