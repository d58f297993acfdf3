"""The one reader of Betza move text: letters and modifiers -> the legs and powers of a man.

Betza's notation and H. G. Muller's extension of it are described on The Chess Variant Pages. What
is known there and not here is refused. `terms` takes the text apart, and moves of several legs are
built in `chains`.

    text      = term term ... | -
    term      = [modifiers] atom [range | the atom once more]
    modifiers = directions f b l r s v, modes m c e, conditions i n; for several legs also a p g y

`NN` and `N0` are the Knight's rider, `W3` is a slide of up to three squares, `(1,4)` a Giraffe. A
man that never moves is `-`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from makachess.core.chains import UNLIMITED, Path, Stretch, build_paths, hopper_legs
from makachess.core.errors import VariantError
from makachess.core.terms import ATOMS, COMPOUNDS, DIRECTIONS, Term, parse_terms

LONGEST_LEAP = 3  # squares, of a leg
IMMOBILE = "-"


class Power(Enum):
    """A way of moving that is more than steps along one line, by its extended Betza text."""

    AREA = "caK"  # take an adjacent man, then any King step (Lion)
    PASS = "mabK"  # step out and back: the turn is passed, if a neighbour is empty
    LINE_TWO = "cavK"  # take an adjacent man, then one step on or back along the same line
    LINE_THREE = "mcpafmcpavK"  # up to three steps on one line, two out and one back (Lion Dog)
    LINE_HOP = "pafK"  # hop over an occupied neighbour to the square behind it
    HOOK_ROOK = "RmasR"  # a Rook slide with one right-angled turn on an empty square
    HOOK_BISHOP = "BmasB"  # a Bishop slide with one right-angled turn on an empty square
    UNIVERSAL = "U"  # any empty square; captures only unprotected men (Emperor)
    UNIVERSAL_ROYAL = "kU"  # the same, but of protected men it spares only royals


@dataclass(frozen=True, slots=True)
class Leg:
    """Steps of (dx, dy) repeated from `first` to `last` times; dy > 0 is forward, dx > 0 right.

    Squares before the last one must be empty; `last` = 1 is a leap or a step, UNLIMITED a slide;
    `first` > 1 means that nearer squares only have to be empty (the pawn's double step).
    """

    dx: int
    dy: int
    first: int = 1
    last: int = 1
    moves: bool = True
    captures: bool = True
    initial: bool = False  # only from a square on which this type stands in the array
    en_passant: bool = False  # may also take in passing


@dataclass(frozen=True, slots=True)
class Movement:
    """All a man can do: legs, powers, how many squares it moves when castling, and paths.

    Legs are as written; they, powers and paths may overlap each other.
    """

    legs: tuple[Leg, ...] = ()
    powers: frozenset[Power] = frozenset()
    castles: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()


@lru_cache(maxsize=1024)
def parse_betza(text: str) -> Movement:
    """The movement of a man given as Betza text, for White; raises VariantError naming the part.

    >>> [(leg.dx, leg.dy, leg.last) for leg in parse_betza("fFbR3").legs]
    [(1, 1, 1), (-1, 1, 1), (0, -1, 3)]
    """
    if not text:
        raise VariantError(f"{text!r}: no moves; write at least one atom, such as 'W', or '-'")
    if text == IMMOBILE:
        return Movement()
    legs: list[Leg] = []
    powers: set[Power] = set()
    castles: list[int] = []
    paths: list[Path] = []
    for term in parse_terms(text):
        power = _power(term)
        if term.atom == "O":
            castles.append(_castling(term))
        elif power is not None:
            powers.add(power)
        elif set(term.modifiers) & set("apgy"):
            paths += _chain_paths(term)
        elif max(term.size(term.atom)) > LONGEST_LEAP:
            paths += _long_leaps(term)
        else:
            legs += _legs(term)
    return Movement(tuple(legs), frozenset(powers), tuple(castles), tuple(paths))


# --- castling and powers ------------------------------------------------------------------------


def _castling(term: Term) -> int:
    if set(term.modifiers) != set("is") or term.range is None or term.range < 2:
        raise term.error("castling is written 'isO2', with the squares the King moves")
    return term.range


def _chain(modifiers: str, atom: str) -> str:
    """A chain in one spelling: the modifiers of each leg sorted, the legs in order."""
    return "a".join("".join(sorted(leg)) for leg in modifiers.split("a")) + atom


def _chains() -> dict[str, Power]:
    """Each power by its last term, where it goes beyond plain legs: `RmasR` is R and masR."""
    last = {power: list(parse_terms(power.value))[-1] for power in Power}
    return {_chain(term.modifiers, term.atom): power for power, term in last.items()}


_CHAINS = _chains()


def _power(term: Term) -> Power | None:
    """The power that a term stands for, None if it is of another kind."""
    power = _CHAINS.get(_chain(term.modifiers, term.atom)) if term.range is None else None
    if power is None and term.atom == "U":
        raise term.error("goes anywhere as 'U' or 'kU', and in no other way")
    return power


def power_paths(power: Power) -> tuple[Path, ...]:
    """What a power does as paths, beside plain legs; none if it goes anywhere."""
    text = power.value
    if power is Power.LINE_THREE:  # as written it could take the second man first
        text = "mcpafmcpafKmcafcabmK"
    terms = (term for term in parse_terms(text) if "a" in term.modifiers)
    return tuple(path for term in terms for path in _chain_paths(term))


# --- paths --------------------------------------------------------------------------------------


def _chain_paths(term: Term) -> tuple[Path, ...]:
    """The paths of a term with `a`, `p` or `g`."""
    if term.atom not in "WFDAHGKRBQ":
        raise term.error(f"not yet: {term.atom} in a move of several legs, or over a man")
    reach, legs = term.reach, term.modifiers.split("a")
    if len(legs) == 1:
        if len(set(term.modifiers) & set("pg")) != 1 or max(map(term.modifiers.count, "pg")) > 1:
            raise term.error("not yet: a slide over several men ('pp'), or 'y' without 'a'")
        if reach != UNLIMITED:
            raise term.error("not yet: 'p' and 'g' on what is not an endless slide, R, B or Q")
        legs = hopper_legs(term.modifiers, term.error)
    first = replace(term, modifiers="".join(c for c in legs[0] if c in DIRECTIONS))
    starts = [step for atom in term.simple_atoms for step in first.directions(atom)]
    return build_paths(starts, legs, reach, term.atom in "KQ", term.error)


def _long_leaps(term: Term) -> Iterator[Path]:
    """Leaps of more squares than a leg can have: paths of one part."""
    if set(term.modifiers) - set("fblrsvmc"):
        raise term.error("not yet: 'i', 'n' and 'e' on a leap of more than three squares")
    moves = "m" in term.modifiers or "c" not in term.modifiers
    captures = "c" in term.modifiers or "m" not in term.modifiers
    for dx, dy in term.directions(term.atom):
        yield (Stretch(dx, dy, term.reach, moves, captures),)


# --- plain legs ---------------------------------------------------------------------------------


def _legs(term: Term) -> Iterator[Leg]:
    _check(term)
    last = term.reach
    modes = term.modifiers
    for atom in term.simple_atoms:
        for dx, dy in term.directions(atom):
            # A lame leap is a walk over empty squares: `nD` is exactly two Wazir steps.
            steps = max(term.size(atom)) if "n" in modes else 1
            yield Leg(
                dx // steps,
                dy // steps,
                first=steps,
                last=steps if steps > 1 else last,
                moves="m" in modes or "c" not in modes,
                captures="c" in modes or "m" not in modes,
                initial="i" in modes,
                en_passant="e" in modes,
            )


def _check(term: Term) -> None:
    if term.atom[0] != "(" and term.atom not in ATOMS and term.atom not in COMPOUNDS:
        known = " ".join((*ATOMS, *COMPOUNDS, "O", "U"))
        raise term.error(f"unknown atom {term.atom!r} (known: {known})")
    for letter in term.modifiers:
        if letter not in "fblrsvmcine":
            raise term.error(f"unknown modifier {letter!r} (known: f b l r s v m c i n e a p g y)")
    if "e" in term.modifiers and "c" not in term.modifiers:
        raise term.error("'e' goes with a capture, as in 'fceF'")
    if "n" in term.modifiers and (term.atom not in "DAHG" or term.range is not None):
        raise term.error("'n' makes a leap of D, A, H or G blockable, as in 'nD'")
