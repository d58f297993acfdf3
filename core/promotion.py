"""Promotion by capture: what each capture makes of its captor, as one matrix a variant.

The order of the rules is that of the sheets: contagion, exceptions, mandatory, free choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.core.spec import CaptureEffect, PieceType, Rule, Variant

EN_PASSANT = "e.p."


@lru_cache(maxsize=16)
def matrix(variant: Variant) -> Mapping[tuple[str, str], CaptureEffect]:
    """What each capture does to the capturer, by (capturer id, victim id or EN_PASSANT)."""
    return MappingProxyType(dict(_cells(variant)))


def combine(capturer: str, changes: Sequence[CaptureEffect]) -> CaptureEffect:
    """What capturing several victims, in order, does to the capturer.

    The last contagious victim decides; if there is none, the strongest rule does.
    """
    stay = CaptureEffect(Rule.STAY, capturer, "nothing was captured")
    return max(reversed(changes), key=lambda change: change.rule, default=stay)


def explain(variant: Variant, capturer: str, victim: str) -> str:
    """One cell of the matrix as a sentence; raises VariantError for an unknown id."""
    piece = _piece(variant, capturer)
    taken = None if victim == EN_PASSANT else _piece(variant, victim)
    change = matrix(variant).get((capturer, victim))
    if change is None:
        return _capitalized(f"{_a(piece)} does not capture en passant.")
    act = f"takes {_a(taken)}" if taken else "captures en passant"
    verdict = _effect(variant, capturer, change)
    return _capitalized(f"{_a(piece)} that {act} {verdict} ({change.reason}).")


def _cells(variant: Variant) -> Iterator[tuple[tuple[str, str], CaptureEffect]]:
    for piece in variant.pieces.values():
        for victim in variant.pieces.values():
            yield (piece.id, victim.id), _change(variant, piece, victim)
        if parse_betza(piece.betza).takes_in_passing:
            yield (piece.id, EN_PASSANT), _change(variant, piece, piece)


def _change(variant: Variant, piece: PieceType, victim: PieceType) -> CaptureEffect:
    rules = variant.promotion
    named = rules.becomes[piece.id].get(victim.id) if piece.id in rules.becomes else None
    if named is not None:
        return _named_effect(piece, victim, named)
    contagious = bool(rules.contagion and victim.infects)
    if contagious and not piece.immune:
        return CaptureEffect(Rule.CONTAGION, victim.infects, f"the {victim.name} is contagious")
    if not rules.by_capture or not piece.promotes_to or (piece.id, victim.id) in rules.exceptions:
        return CaptureEffect(Rule.STAY, piece.id, _why_not(variant, piece, victim, contagious))
    if rules.mandatory:
        return CaptureEffect(Rule.MUST, piece.promotes_to, "every capture promotes")
    if victim.promoted:
        return CaptureEffect(Rule.MUST, piece.promotes_to, "captured a promoted piece")
    if contagious and rules.royal_contagion:
        reason = f"the {victim.name} is contagious, and the {piece.name} takes its own promotion"
        return CaptureEffect(Rule.MUST, piece.promotes_to, reason)
    return CaptureEffect(Rule.MAY, piece.promotes_to, "free choice")


def _named_effect(piece: PieceType, victim: PieceType, named: str) -> CaptureEffect:
    """What the game says of just this capture; what it must become is like an infection."""
    if named == "=":
        return CaptureEffect(Rule.STAY, piece.id, f"by taking {_a(victim)} it changes nothing")
    reason = f"so it is with {_a(piece)} and {_a(victim)}"
    rule = Rule.MAY if named.endswith("?") else Rule.CONTAGION
    return CaptureEffect(rule, named.removesuffix("?"), reason)


def _why_not(variant: Variant, piece: PieceType, victim: PieceType, contagious: bool) -> str:
    """Why a piece that is not infected does not promote."""
    rules = variant.promotion
    if not rules.by_capture and rules.zone_rule == "enter-or-capture" and piece.id in rules.arrival:
        last = "rank" if rules.zone == 1 else f"{rules.zone} ranks"
        return f"captures promote on the last {last} alone"
    if not rules.by_capture:
        return "captures do not promote in this game"
    if piece.promotes_to:
        return f"{_a(piece)} that takes {_a(victim)} does not promote"
    if contagious:
        return f"the {piece.name} is immune"
    has = "is already promoted" if piece.promoted else "has no promotion of its own"
    return f"the {piece.name} {has}"


def _piece(variant: Variant, kind: str) -> PieceType:
    if kind not in variant.pieces:
        known = " ".join(variant.pieces)
        raise VariantError(f"there is no piece {kind!r} in {variant.name} (its pieces: {known})")
    return variant.pieces[kind]


def with_article(name: str) -> str:
    """A name with its indefinite article.

    >>> with_article("Omni"), with_article("Unicorn")
    ('an Omni', 'a Unicorn')
    """
    vowel = name[:1] in "AEIOU" and not name.startswith(("Eu", "Uni"))
    return ("an " if vowel else "a ") + name


def _a(piece: PieceType) -> str:
    return with_article(piece.name)


def _capitalized(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _effect(variant: Variant, capturer: str, change: CaptureEffect) -> str:
    if change.target == capturer:
        return f"stays {_a(variant.pieces[capturer])}"
    verb = "may" if change.rule is Rule.MAY else "must"
    return f"{verb} become {_a(variant.pieces[change.target])}"
