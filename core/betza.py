"""The one reader of Betza move text: letters and modifiers -> the legs and powers of a man.

Betza's notation and H. G. Muller's extension of it are described on The Chess Variant Pages. What
is known there and not here is refused; moves of several legs are built in `chains`.

    text      = term term ... | -
    term      = [modifiers] atom [range | the atom once more]
    modifiers = directions f b l r s v, modes m c e, conditions i n; for several legs also a p g y

`NN` and `N0` are the Knight's rider, `W3` is a slide of up to three squares, `(1,4)` a Giraffe. A
man that never moves is `-`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from makachess.core.chains import UNLIMITED, Path, Stretch, build_paths, hopper_legs
from makachess.core.errors import VariantError


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
    for term in _terms(text):
        power = _power(term)
        if term.atom == "O":
            castles.append(_castling(term))
        elif power is not None:
            powers.add(power)
        elif set(term.modifiers) & set("apgy"):
            paths += _chain_paths(term)
        elif max(_size(term, term.atom)) > LONGEST_LEAP:
            paths += _long_leaps(term)
        else:
            legs += _legs(term)
    return Movement(tuple(legs), frozenset(powers), tuple(castles), tuple(paths))


# --- terms --------------------------------------------------------------------------------------

# K is never doubled: its rider has a letter of its own, and `mabKK3` ends in a K and a K3.
_TERM = re.compile(
    r"(?P<modifiers>[a-z]*)(?P<atom>[A-Z]|\([0-9]{1,2},[0-9]{1,2}\))"
    r"(?:(?P<range>[0-9]+)|(?P<rider>(?<=[WFDANHCGZ])(?P=atom)(?![0-9])))?"
)


@dataclass(frozen=True, slots=True)
class _Term:
    """One atom with its modifiers; `range` is None unless written, 0 for a rider."""

    text: str  # the whole movement, for messages
    part: str
    column: int
    modifiers: str
    atom: str
    range: int | None

    def error(self, reason: str) -> VariantError:
        return VariantError(f"{self.text!r}: {self.part!r} at character {self.column}: {reason}")


def _terms(text: str) -> Iterator[_Term]:
    position = 0
    while position < len(text):
        match = _TERM.match(text, position)
        if match is None:
            part = text[position:]
            raise _Term(text, part, position + 1, "", "", None).error(
                "expected modifiers and an atom, such as 'fmW'"
            )
        number = "0" if match["rider"] else match["range"]
        reach = None if number is None else int(number)
        yield _Term(text, match[0], position + 1, match["modifiers"], match["atom"], reach)
        position = match.end()


# --- castling and powers ------------------------------------------------------------------------


def _castling(term: _Term) -> int:
    if set(term.modifiers) != set("is") or term.range is None or term.range < 2:
        raise term.error("castling is written 'isO2', with the squares the King moves")
    return term.range


def _chain(modifiers: str, atom: str) -> str:
    """A chain in one spelling: the modifiers of each leg sorted, the legs in order."""
    return "a".join("".join(sorted(leg)) for leg in modifiers.split("a")) + atom


def _chains() -> dict[str, Power]:
    """Each power by its last term, where it goes beyond plain legs: `RmasR` is R and masR."""
    last = {power: list(_TERM.finditer(power.value))[-1] for power in Power}
    return {_chain(match["modifiers"], match["atom"]): power for power, match in last.items()}


_CHAINS = _chains()


def _power(term: _Term) -> Power | None:
    """The power that a term stands for, None if it is of another kind."""
    power = _CHAINS.get(_chain(term.modifiers, term.atom)) if term.range is None else None
    if power is None and term.atom == "U":
        raise term.error("goes anywhere as 'U' or 'kU', and in no other way")
    return power


# --- paths --------------------------------------------------------------------------------------


def _chain_paths(term: _Term) -> tuple[Path, ...]:
    """The paths of a term with `a`, `p` or `g`."""
    if term.atom not in "WFDAHGKRBQ":
        raise term.error(f"not yet: {term.atom} in a move of several legs, or over a man")
    reach, legs = _reach(term), term.modifiers.split("a")
    if len(legs) == 1:
        if len(set(term.modifiers) & set("pg")) != 1 or max(map(term.modifiers.count, "pg")) > 1:
            raise term.error("not yet: a slide over several men ('pp'), or 'y' without 'a'")
        if reach != UNLIMITED:
            raise term.error("not yet: 'p' and 'g' on what is no endless slide, R, B or Q")
        legs = hopper_legs(term.modifiers, term.error)
    first = replace(term, modifiers="".join(c for c in legs[0] if c in _HALVES))
    starts = [step for atom in _parts(term) for step in _directions(first, atom)]
    return build_paths(starts, legs, reach, term.atom in "KQ", term.error)


def _long_leaps(term: _Term) -> Iterator[Path]:
    """Leaps of more squares than a leg can have: paths of one part."""
    if set(term.modifiers) - set("fblrsvmc"):
        raise term.error("not yet: 'i', 'n' and 'e' on a leap of more than three squares")
    moves = "m" in term.modifiers or "c" not in term.modifiers
    captures = "c" in term.modifiers or "m" not in term.modifiers
    for dx, dy in _directions(term, term.atom):
        yield (Stretch(dx, dy, _reach(term), moves, captures),)


# --- plain legs ---------------------------------------------------------------------------------

_ATOMS = {  # the leap in squares, the smaller component first
    "W": (0, 1),
    "D": (0, 2),
    "H": (0, 3),
    "F": (1, 1),
    "A": (2, 2),
    "G": (3, 3),
    "N": (1, 2),
    "C": (1, 3),
    "Z": (2, 3),
}
_COMPOUNDS = {"K": "WF", "Q": "WF", "R": "W", "B": "F"}
_SLIDERS = "QRB"
LONGEST_LEAP = 3  # squares, of a leg
LARGEST_BOARD = 19
IMMOBILE = "-"

_HALVES: dict[str, Callable[[int, int], bool]] = {
    "f": lambda dx, dy: dy > 0,
    "b": lambda dx, dy: dy < 0,
    "l": lambda dx, dy: dx < 0,
    "r": lambda dx, dy: dx > 0,
    "s": lambda dx, dy: abs(dx) >= abs(dy),
    "v": lambda dx, dy: abs(dy) >= abs(dx),
}
# Two letters that together name fewer squares than either: one diagonal of a diagonal atom; on an
# oblique one `ff` is the pair of leaps that goes farthest forward, `fs` the pair beside it. Any
# other letters simply add up.
_ORTHOGONAL = re.compile(r".")
_DIAGONAL = re.compile(r"[fb][lr]|[lr][fb]|.")
_OBLIQUE = re.compile(r"ff|bb|ll|rr|[fb]s|[lr]v|.")
_DOUBLED = {"ff": "fv", "bb": "bv", "ll": "ls", "rr": "rs"}


def _reach(term: _Term) -> int:
    """How many times a leap is repeated at most."""
    if term.range is None:
        return UNLIMITED if term.atom in _SLIDERS else 1
    return term.range or UNLIMITED


def _parts(term: _Term) -> Iterator[str]:
    """The simple atoms that an atom stands for."""
    yield from _COMPOUNDS.get(term.atom) or [term.atom]


def _size(term: _Term, atom: str) -> tuple[int, int]:
    """The leap of an atom in squares, the smaller component first; (0, 0) of a letter without."""
    if atom[0] != "(":
        return _ATOMS.get(atom, (0, 0))
    small, large = sorted(map(int, atom[1:-1].split(",")))
    if not 0 < large < LARGEST_BOARD:
        raise term.error(f"no leap: the numbers are squares, up to {LARGEST_BOARD - 1}")
    return small, large


def _legs(term: _Term) -> Iterator[Leg]:
    _check(term)
    last = _reach(term)
    modes = term.modifiers
    for atom in _parts(term):
        for dx, dy in _directions(term, atom):
            # A lame leap is a walk over empty squares: `nD` is exactly two Wazir steps.
            steps = max(_size(term, atom)) if "n" in modes else 1
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


def _check(term: _Term) -> None:
    if term.atom[0] != "(" and term.atom not in _ATOMS and term.atom not in _COMPOUNDS:
        known = " ".join((*_ATOMS, *_COMPOUNDS, "O", "U"))
        raise term.error(f"unknown atom {term.atom!r} (known: {known})")
    for letter in term.modifiers:
        if letter not in "fblrsvmcine":
            raise term.error(f"unknown modifier {letter!r} (known: f b l r s v m c i n e a p g y)")
    if "e" in term.modifiers and "c" not in term.modifiers:
        raise term.error("'e' goes with a capture, as in 'fceF'")
    if "n" in term.modifiers and (term.atom not in "DAHG" or term.range is not None):
        raise term.error("'n' makes a leap of D, A, H or G blockable, as in 'nD'")


def _directions(term: _Term, atom: str) -> list[tuple[int, int]]:
    """The leaps of an atom that the direction letters pick, clockwise from straight ahead."""
    small, large = _size(term, atom)
    units = _DIAGONAL if small == large else _OBLIQUE if small else _ORTHOGONAL
    letters = "".join(letter for letter in term.modifiers if letter in _HALVES)
    groups = [_DOUBLED.get(group, group) for group in units.findall(letters)]
    if units is _OBLIQUE and set(groups) & set("fblr"):
        raise term.error("write 'ff' for the leaps farthest forward, 'fs' for those beside them")
    if units is _DIAGONAL and term.atom in "KQ" and any(len(g) > 1 for g in groups):
        raise term.error("a single diagonal is written with F or B, as in 'lfF'")
    return [
        (dx, dy)
        for dx, dy in _leaps(small, large)
        if not groups or any(all(_HALVES[c](dx, dy) for c in group) for group in groups)
    ]


def _leaps(small: int, large: int) -> list[tuple[int, int]]:
    quarter = {(small, large), (large, small)} if small else {(0, large)}
    turned = [sorted(quarter)]
    while len(turned) < 4:
        turned.append([(dy, -dx) for dx, dy in turned[-1]])
    return [leap for quarter_turn in turned for leap in quarter_turn]
