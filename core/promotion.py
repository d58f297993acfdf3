"""Promotion: what a move makes of its piece by what it takes, or takes nothing, and how it goes.

What captures do, however the captor moves, is one matrix a variant. The order of the rules is that
of the sheets: what the game says of this captor, contagion, exceptions, mandatory, free choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import TypeAlias

from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.core.spec import Becoming, Effect, PieceType, Rule, Variant
from makachess.core.squares import Square

EN_PASSANT = "e.p."
# What a piece becomes is said of victims, by their ids, and of moves: those that take nothing, that
# take anything, all, and those that go as a text in Betza's notation says.
QUIET, CAPTURE, ANY, AS = "quiet", "capture", "any", "as "

Vector: TypeAlias = tuple[int, int]
"""Where a move leads, in files and ranks from its piece, as White sees it."""


@lru_cache(maxsize=16)
def matrix(variant: Variant) -> Mapping[tuple[str, str], Effect]:
    """What each capture does to the capturer, by (capturer id, victim id or EN_PASSANT)."""
    return MappingProxyType(dict(_cells(variant)))


def combine(capturer: str, changes: Sequence[Effect]) -> Effect:
    """What capturing several victims, in order, does to the capturer.

    The strictest rule decides, contagion before all, and the last victim of which that is the rule.
    """
    stay = Effect(Rule.STAY, capturer, "nothing was captured")
    return max(reversed(changes), key=lambda change: change.rule, default=stay)


def explain(variant: Variant, capturer: str, victim: str) -> str:
    """One cell of the matrix as a sentence; raises VariantError for an unknown id."""
    piece = _piece(variant, capturer)
    taken = None if victim == EN_PASSANT else _piece(variant, victim)
    change = matrix(variant).get((capturer, victim))
    if change is None:
        return _capitalized(f"{_a(piece)} does not capture en passant.")
    act = f"takes {_a(taken)}" if taken else "captures en passant"
    verdict = _verdict(variant, capturer, change)
    return _capitalized(f"{_a(piece)} that {act} {verdict} ({change.reason}).")


def _cells(variant: Variant) -> Iterator[tuple[tuple[str, str], Effect]]:
    for piece in variant.pieces.values():
        for victim in variant.pieces.values():
            yield (piece.id, victim.id), _effect_of_capture(variant, piece, victim)
        if parse_betza(piece.betza).takes_in_passing:
            yield (piece.id, EN_PASSANT), _effect_of_capture(variant, piece, piece)


@lru_cache(maxsize=4096)
def effect(variant: Variant, kind: str, victim: str, way: Vector = (0, 0)) -> Effect:
    """What a move of a type does to it: `victim` is an id, EN_PASSANT or QUIET for none."""
    piece = variant.pieces[kind]
    if victim == QUIET:
        stays = Effect(Rule.STAY, kind, "it takes nothing")
        return _own_effect(variant, piece, None, way) or stays
    taken = piece if victim == EN_PASSANT else variant.pieces[victim]
    return _effect_of_capture(variant, piece, taken, way)


def way_of(color: str, origin: Square, destination: Square) -> Vector:
    """Where a move of a colour leads, as White would see it."""
    forward = 1 if color == "white" else -1
    return (destination.file - origin.file) * forward, (destination.rank - origin.rank) * forward


def effect_of_move(variant: Variant, kind: str, victims: Sequence[str], way: Vector) -> Effect:
    """The same for a move that takes these in order, or nothing."""
    return combine(kind, [effect(variant, kind, victim, way) for victim in victims or (QUIET,)])


@lru_cache(maxsize=512)
def quiet_effects(variant: Variant, kind: str) -> tuple[Effect, ...]:
    """What moves of a type that take nothing may do to it: as a rule, then by each of its ways."""
    some = [min(way) for way in ways(variant, kind)]
    return tuple(effect(variant, kind, QUIET, way) for way in [(0, 0), *some])


@lru_cache(maxsize=32)
def pawn_resets(variant: Variant) -> bool:
    """Whether pawn moves reset the counter: only where nothing can become a pawn again by moving.

    A position can come back only by moves that do not reset it.
    """
    makers = (one for kind in variant.promotion.becomes for one in quiet_effects(variant, kind))
    back = any(variant.pawn in one.targets for one in makers if one.rule is not Rule.STAY)
    return variant.ending.pawn_resets and not back


def forms_of(variant: Variant, kind: str) -> tuple[str, ...]:
    """All types that a piece can become without taking anything, its own first."""
    found = [kind]
    for form in found:
        arrivals = variant.promotion.arrival.get(form, ())
        changes = (one.targets for one in quiet_effects(variant, form))
        found += [one for one in dict.fromkeys(chain(arrivals, *changes)) if one not in found]
    return tuple(found)


@lru_cache(maxsize=512)
def ways(variant: Variant, kind: str) -> tuple[frozenset[Vector], ...]:
    """The moves by which a type changes otherwise than by all others, those alike together."""
    groups: dict[tuple[tuple[str, bool], ...], set[Vector]] = {}
    for key in variant.promotion.becomes.get(kind, ()):
        for takes in (False, True) if key.startswith(AS) else ():
            for vector in goes_as(variant, key, takes):
                groups.setdefault(_fitting(variant, kind, vector), set()).add(vector)
    return tuple(map(frozenset, groups.values()))


def _fitting(variant: Variant, kind: str, way: Vector) -> tuple[tuple[str, bool], ...]:
    """The keys of a type's row that fit a move that leads there, and whether as a capture."""
    keys = [key for key in variant.promotion.becomes.get(kind, ()) if key.startswith(AS)]
    return tuple(
        (key, takes)
        for key in keys
        for takes in (False, True)
        if way in goes_as(variant, key, takes)
    )


@lru_cache(maxsize=512)
def goes_as(variant: Variant, key: str, takes: bool) -> frozenset[Vector]:
    """Where the moves, or captures, lead that a key such as `as cB` speaks of."""
    longest = max(variant.files, variant.ranks) - 1
    return frozenset(
        (leg.dx * n, leg.dy * n)
        for leg in parse_betza(key.removeprefix(AS)).legs
        if (leg.captures if takes else leg.moves)
        for n in range(leg.first, min(leg.last, longest) + 1)
    )


def zone_squares(variant: Variant) -> tuple[Square, ...]:
    """White's zone of promotion, its last rank first."""
    last, depth = variant.ranks - 1, min(variant.promotion.zone, variant.ranks)
    return tuple(Square(f, last - back) for back in range(depth) for f in range(variant.files))


def is_forced_on(variant: Variant, kind: str, square: Square) -> bool:
    """Whether a White piece that arrives on a square of the zone must promote.

    Where that is never so, pieces of which this is true may promote there in any case.
    """
    rules, last = variant.promotion, square.rank == variant.ranks - 1
    if rules.zone_rule == "enter-or-capture":
        return last and kind in rules.last_chance
    if rules.zone_rule == "begin-or-end":
        return not can_leave(variant, variant.pieces[kind].betza, square)
    return last or rules.zone_rule == "must"


@lru_cache(maxsize=2048)
def can_leave(variant: Variant, betza: str, square: Square) -> bool:
    """Whether any move of a White piece leads from a square to another of the board."""
    movement = parse_betza(betza)
    if movement.powers or movement.paths:
        return True
    return any(
        0 <= square.file + leg.first * leg.dx < variant.files
        and 0 <= square.rank + leg.first * leg.dy < variant.ranks
        for leg in movement.legs
        if (leg.moves or leg.captures) and not leg.initial
    )


def _own_effect(
    variant: Variant, piece: PieceType, victim: PieceType | None, way: Vector
) -> Effect | None:
    """What the game says of just this piece, None if nothing."""
    row = variant.promotion.becomes.get(piece.id, {})
    if victim is not None and victim.id in row:
        return _named_effect(piece, victim, row[victim.id])
    takes = victim is not None
    for key, captures in _fitting(variant, piece.id, way):
        if captures is takes:
            return moving_effect(piece, row[key], "that moves so changes")
    if (key := CAPTURE if takes else QUIET) in row:
        moves = "every capture" if takes else "a move that takes nothing"
        return moving_effect(piece, row[key], f"changes by {moves}")
    return moving_effect(piece, row[ANY], "changes by every move") if ANY in row else None


def choices_of(becoming: Becoming) -> tuple[str, ...]:
    """The ids that a becoming stands for, `=` for staying.

    >>> choices_of("R?"), choices_of(("B", "N"))
    (('=', 'R'), ('B', 'N'))
    """
    if isinstance(becoming, tuple):
        return becoming
    return ("=", becoming[:-1]) if becoming.endswith("?") else (becoming,)


def moving_effect(piece: PieceType, said: Becoming, reason: str) -> Effect:
    """What a move makes of its piece by what is said of the move; the reason without the piece."""
    choices = choices_of(said)
    kinds = [kind for kind in choices if kind not in ("=", piece.id)]
    if not kinds:
        return Effect(Rule.STAY, piece.id, f"so it is with {_a(piece)}")
    rule = Rule.MUST if len(kinds) == len(choices) else Rule.MAY
    return Effect(rule, kinds[0], f"{_a(piece)} {reason}", tuple(kinds[1:]))


def _effect_of_capture(
    variant: Variant, piece: PieceType, victim: PieceType, way: Vector = (0, 0)
) -> Effect:
    rules = variant.promotion
    own = _own_effect(variant, piece, victim, way) if piece.id in rules.becomes else None
    if own is not None:
        return own
    contagious = bool(rules.contagion and victim.infects)
    if contagious and not piece.immune:
        return Effect(Rule.CONTAGION, victim.infects, f"the {victim.name} is contagious")
    if not rules.by_capture or not piece.promotes_to or (piece.id, victim.id) in rules.exceptions:
        return Effect(Rule.STAY, piece.id, _why_not(variant, piece, victim, contagious))
    if rules.mandatory:
        return Effect(Rule.MUST, piece.promotes_to, "every capture promotes")
    if victim.promoted:
        return Effect(Rule.MUST, piece.promotes_to, "captured a promoted piece")
    if contagious and rules.royal_contagion:
        reason = f"the {victim.name} is contagious, and the {piece.name} takes its own promotion"
        return Effect(Rule.MUST, piece.promotes_to, reason)
    return Effect(Rule.MAY, piece.promotes_to, "free choice")


def _named_effect(piece: PieceType, victim: PieceType, named: Becoming) -> Effect:
    """What the game says of just this capture; what it must become is like an infection."""
    choices = choices_of(named)
    kinds = tuple(kind for kind in choices if kind != "=")
    if not kinds:
        return Effect(Rule.STAY, piece.id, f"by taking {_a(victim)} it changes nothing")
    reason = f"so it is with {_a(piece)} and {_a(victim)}"
    rule = Rule.MAY if "=" in choices else Rule.CONTAGION
    return Effect(rule, kinds[0], reason, kinds[1:])


def _why_not(variant: Variant, piece: PieceType, victim: PieceType, contagious: bool) -> str:
    """Why a piece that is not infected does not promote."""
    rules = variant.promotion
    zonal = rules.zone_rule in ("enter-or-capture", "begin-or-end")
    if not rules.by_capture and zonal and piece.id in rules.arrival:
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


def changes_of(variant: Variant) -> Iterator[tuple[str, str, Effect]]:
    """Every change of a type by its moves, with what is taken: an id, EN_PASSANT or QUIET."""
    for (kind, victim), change in matrix(variant).items():
        if change.rule is not Rule.STAY:
            yield kind, victim, change
    for kind in variant.promotion.becomes:
        for way in [(0, 0), *map(min, ways(variant, kind))]:
            for victim in (*variant.pieces, QUIET) if way != (0, 0) else (QUIET,):
                change = effect(variant, kind, victim, way)
                if change.rule is not Rule.STAY:
                    yield kind, victim, change


def _verdict(variant: Variant, capturer: str, change: Effect) -> str:
    if change.targets == (capturer,):
        return f"stays {_a(variant.pieces[capturer])}"
    verb = "may" if change.rule is Rule.MAY else "must"
    return f"{verb} become {either(_a(variant.pieces[kind]) for kind in change.targets)}"


def either(names: Iterable[str]) -> str:
    """Names joined by commas and a last `or`."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} or {last}" if first else last
