"""Piece movements: the one reader of Betza move text, as steps, legs and whole paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from itertools import chain
from typing import NoReturn, TypeAlias

from makachess.core.errors import VariantError
from makachess.core.text import together

# Betza's notation and H. G. Muller's extension of it are described on The Chess Variant Pages. What
# is known there and not here is refused.
#
#     text      = term term ... | -     term      = [modifiers] atom [range | the atom once more]
# modifiers are the letters below
#
# `NN` and `N0` are the Knight's rider, `W3` is a slide of up to three squares, `(1,4)` a Giraffe. A
# piece that never moves is `-`.

DIRECTIONS = "fblrsv"
_ENDS = "mc"  # what a leg or a path ends with: a move or a capture, without these either
_CONDITIONS = "ine"  # of a single leg: from home only, blockable, en passant
_OVER = "pg"  # over a piece: on as far as it goes, or to the next square
_OF_PATHS = f"a{_OVER}y"  # what makes a path of a term: another leg, a piece to go over, a toggle
_MODES = f"{_ENDS}p"  # of a leg of several

UNLIMITED = 99
LONGEST_LEAP = 3  # squares, of a leg
IMMOBILE = "-"


class Power(Enum):
    """A way of moving that is more than steps along one line, by its extended Betza text."""

    AREA = "caK"  # take an adjacent piece, then any King step (Lion)
    PASS = "mabK"  # step out and back: the turn is passed, if a neighbour is empty
    LINE_TWO = "cavK"  # take an adjacent piece, then one step on or back along the same line
    LINE_THREE = "mcpafmcpavK"  # up to three steps on one line, two out and one back (Lion Dog)
    LINE_HOP = "pafK"  # hop over an occupied neighbour to the square behind it
    HOOK_ROOK = "RmasR"  # a Rook slide with one right-angled turn on an empty square
    HOOK_BISHOP = "BmasB"  # a Bishop slide with one right-angled turn on an empty square
    UNIVERSAL = "U"  # any empty square; captures only unprotected pieces (Emperor)
    UNIVERSAL_ROYAL = "kU"  # the same, but of protected pieces it spares only royals


SPARING = frozenset({Power.UNIVERSAL, Power.UNIVERSAL_ROYAL})
"""The powers that go anywhere, and do not take what is protected."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """One straight part of a path: from one to `last` steps of (dx, dy) over empty squares.

    The last part of a path `moves` to an empty square or `captures` an enemy there. Any other part
    `moves` on from an empty square, `captures` an enemy and goes on from its square, or `hops` over
    a piece of either colour, from whose square it goes on. A part that `passes` is a path by
    itself: the turn is passed if its square is empty.

    A further field needs a default that changes nothing, on which digests of older games rest.
    """

    dx: int
    dy: int
    last: int
    moves: bool
    captures: bool
    hops: bool
    passes: bool = False


Path: TypeAlias = tuple[Stretch, ...]
Step: TypeAlias = tuple[int, int]


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
    """All a piece can do: legs, powers, how many squares it moves when castling, and paths.

    Legs are as written; they, powers and paths may overlap each other.
    """

    legs: tuple[Leg, ...] = ()
    powers: frozenset[Power] = frozenset()
    castles: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()

    @property
    def takes_in_passing(self) -> bool:
        """Whether it captures en passant."""
        return any(leg.en_passant for leg in self.legs)


def is_stride(leg: Leg, passed: str) -> bool:
    """Whether moves of several squares along a leg can be answered en passant.

    `passed` is that of the piece's type, which says where it can be taken in passing.
    """
    walks = leg.moves and leg.last > 1 and passed != "never"
    return walks and (leg.initial or (passed == "always" and (leg.dx, leg.dy) == (0, 1)))


@lru_cache(maxsize=1024)
def parse_betza(text: str) -> Movement:
    """The movement of a piece given as Betza text, for White; raises VariantError naming the part.

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
        elif set(term.modifiers) & set(_OF_PATHS):
            paths += _chain_paths(term)
        elif max(term.size(term.atom)) > LONGEST_LEAP:
            paths += _long_leaps(term)
        else:
            legs += _legs(term)
    return Movement(tuple(legs), frozenset(powers), tuple(castles), tuple(paths))


def _castling(term: Term) -> int:
    if set(term.modifiers) != set("is") or term.range is None or term.range < 2:
        raise term.error("castling is written 'isO2', with the squares the King moves")
    return term.range


def _chain(modifiers: str, atom: str) -> str:
    """A chain in one spelling: the modifiers of each leg sorted, the legs in order."""
    return "a".join("".join(sorted(leg)) for leg in modifiers.split("a")) + atom


@cache
def _chains() -> dict[str, Power]:
    """Each power by its last term, where it goes beyond plain legs: `RmasR` is R and masR."""
    last = {power: list(parse_terms(power.value))[-1] for power in Power}
    return {_chain(term.modifiers, term.atom): power for power, term in last.items()}


def _power(term: Term) -> Power | None:
    """The power that a term stands for, None if it is of another kind."""
    power = _chains().get(_chain(term.modifiers, term.atom)) if term.range is None else None
    if power is None and term.atom == "U":
        raise term.error("goes anywhere as 'U' or 'kU', and in no other way")
    return power


def power_paths(power: Power) -> tuple[Path, ...]:
    """What a power does as paths, beside plain legs; none if it goes anywhere."""
    text = power.value
    if power is Power.LINE_THREE:  # as written it could take the second piece first
        text = "mcpafmcpafKmcafcabmK"
    terms = (term for term in parse_terms(text) if "a" in term.modifiers)
    return tuple(path for term in terms for path in _chain_paths(term))


def _chain_paths(term: Term) -> tuple[Path, ...]:
    """The paths of a term with `a`, `p` or `g`."""
    if term.atom not in "WFDAHGKRBQ":
        raise term.error(f"not yet: {term.atom} in a move of several legs, or over a piece")
    legs = term.modifiers.split("a")
    if len(legs) == 1:
        if sum(map(term.modifiers.count, _OVER)) != 1:
            raise term.error("not yet: a slide over several pieces ('pp'), or 'y' without 'a'")
        if term.reach != UNLIMITED:
            raise term.error("not yet: 'p' and 'g' on what is not an endless slide, R, B or Q")
        legs = _hopper_legs(term)
    first = replace(term, modifiers=_only(DIRECTIONS, legs[0]))
    starts = [step for atom in term.simple_atoms for step in first.directions(atom)]
    return _Builder(term, legs).build(starts)


def _hopper_legs(term: Term) -> list[str]:
    """The legs that `p` and `g` stand for on a slide.

    A hopper slides to a piece, which it neither takes nor moves, and goes on behind it: as far as
    it can with `p`, a single step with `g`.
    """
    if strange := set(term.modifiers) - set(DIRECTIONS + _ENDS + _OVER):
        raise term.error(f"not yet: {min(strange)!r} on a slide over a piece")
    first = _only(DIRECTIONS, term.modifiers) + "p" + "y" * ("g" in term.modifiers)
    return [first, "f" + _only(_ENDS, term.modifiers)]


def _long_leaps(term: Term) -> Iterator[Path]:
    """Leaps of more squares than a leg can have: paths of one part."""
    if set(term.modifiers) - set(DIRECTIONS + _ENDS):
        letters = together(map(repr, _CONDITIONS))
        raise term.error(f"not yet: {letters} on a leap of more than three squares")
    moves = "m" in term.modifiers or "c" not in term.modifiers
    captures = "c" in term.modifiers or "m" not in term.modifiers
    for dx, dy in term.directions(term.atom):
        yield (Stretch(dx, dy, term.reach, moves, captures, hops=False),)


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
    single = DIRECTIONS + _ENDS + _CONDITIONS
    for letter in term.modifiers:
        if letter not in single:
            raise term.error(f"unknown modifier {letter!r} (known: {' '.join(single + _OF_PATHS)})")
    if "e" in term.modifiers and "c" not in term.modifiers:
        raise term.error("'e' goes with a capture, as in 'fceF'")
    if "n" in term.modifiers and (term.atom not in "DAHG" or term.range is not None):
        hint = "; a Knight that can be blocked is 'afsW'" if term.atom == "N" else ""
        raise term.error(f"'n' makes a leap of D, A, H or G blockable, as in 'nD'{hint}")


# Directions are for White, clockwise from straight ahead.

# K is never doubled: its rider has a letter of its own, and `mabKK3` ends in a K and a K3.
_TERM = re.compile(
    r"(?P<modifiers>[a-z]*)(?P<atom>[A-Z]|\([0-9]{1,2},[0-9]{1,2}\))"
    r"(?:(?P<range>[0-9]+)|(?P<rider>(?<=[WFDANHCGZ])(?P=atom)(?![0-9])))?"
)

ATOMS = {  # the leap in squares, the smaller component first
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
COMPOUNDS = {"K": "WF", "Q": "WF", "R": "W", "B": "F"}
_SLIDERS = "QRB"
LARGEST_BOARD = 19

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


@dataclass(frozen=True, slots=True)
class Term:
    """One atom with its modifiers; `range` is None unless written, 0 for a rider."""

    text: str  # the whole movement, for messages
    part: str
    column: int
    modifiers: str
    atom: str
    range: int | None

    @property
    def reach(self) -> int:
        """How many times a leap is repeated at most."""
        if self.range is None:
            return UNLIMITED if self.atom in _SLIDERS else 1
        return self.range or UNLIMITED

    @property
    def simple_atoms(self) -> tuple[str, ...]:
        """The atoms that its atom stands for, itself if it is no compound."""
        return tuple(COMPOUNDS.get(self.atom, ())) or (self.atom,)

    def size(self, atom: str) -> tuple[int, int]:
        """The leap of an atom, the smaller component first; (0, 0) of a letter without one.

        Raises VariantError for numbers that are no leap.
        """
        if atom[0] != "(":
            return ATOMS.get(atom, (0, 0))
        small, large = sorted(map(int, atom[1:-1].split(",")))
        if not 0 < large < LARGEST_BOARD:
            raise self.error(f"no leap: the numbers are squares, up to {LARGEST_BOARD - 1}")
        return small, large

    def directions(self, atom: str) -> list[tuple[int, int]]:
        """The leaps of an atom that the direction letters pick; raises VariantError."""
        small, large = self.size(atom)
        units = _DIAGONAL if small == large else _OBLIQUE if small else _ORTHOGONAL
        letters = _only(DIRECTIONS, self.modifiers)
        groups = [_DOUBLED.get(group, group) for group in units.findall(letters)]
        if units is _OBLIQUE and set(groups) & set("fblr"):
            raise self.error(
                "write 'ff' for the leaps farthest forward, 'fs' for those beside them,"
                f" or both, as in 'ff{self.atom}fs{self.atom}'"
            )
        if units is _DIAGONAL and self.atom in "KQ" and any(len(g) > 1 for g in groups):
            raise self.error("a single diagonal is written with F or B, as in 'lfF'")
        return [
            (dx, dy)
            for dx, dy in _leaps(small, large)
            if not groups or any(all(_HALVES[c](dx, dy) for c in group) for group in groups)
        ]

    def error(self, reason: str) -> VariantError:
        """The error that says what is wrong with it, and where it stands."""
        return VariantError(f"{self.text!r}: {self.part!r} at character {self.column}: {reason}")


def parse_terms(text: str) -> Iterator[Term]:
    """The terms of a movement; raises VariantError where none begins."""
    position = 0
    while position < len(text):
        match = _TERM.match(text, position)
        if match is None:
            part = text[position:]
            raise Term(text, part, position + 1, "", "", None).error(
                "expected modifiers and an atom, such as 'fmW'"
            )
        number = "0" if match["rider"] else match["range"]
        reach = None if number is None else int(number)
        yield Term(text, match[0], position + 1, match["modifiers"], match["atom"], reach)
        position = match.end()


def _only(letters: str, text: str) -> str:
    return "".join(letter for letter in text if letter in letters)


def _leaps(small: int, large: int) -> list[tuple[int, int]]:
    quarter = {(small, large), (large, small)} if small else {(0, large)}
    turned = [sorted(quarter)]
    while len(turned) < 4:
        turned.append([(dy, -dx) for dx, dy in turned[-1]])
    return [leap for quarter_turn in turned for leap in quarter_turn]


MOST_LEGS = 4
MOST_PATHS = 600  # of one piece

_ROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_TURNS = {"f": (0,), "b": (4,), "s": (2, 6), "v": (0, 4), "fs": (1, 7), "bs": (3, 5)}
_TURN = re.compile(r"[fb]s|.")


class _Builder:
    """Makes the paths of a chain, whose term has been split into the modifiers of its legs."""

    def __init__(self, term: Term, legs: Sequence[str]) -> None:
        self._term, self._legs = term, legs
        if len(legs) > MOST_LEGS:
            self._fail(f"not yet: more than {MOST_LEGS} legs")
        self._check_letters()
        self._reaches = self._toggled(term.reach)

    def _fail(self, reason: str) -> NoReturn:
        raise self._term.error(reason)

    def _check_letters(self) -> None:
        for number, leg in enumerate(self._legs):
            last = number == len(self._legs) - 1
            for letter in leg:
                if letter not in DIRECTIONS + _MODES + "y":
                    self._fail(f"not yet: {letter!r} in a move of several legs")
            if number and re.search("[lr]", leg):
                self._fail("not yet: a turn to one side alone; 's', 'fs' and 'bs' turn to both")
            if last and set(leg) & set("py"):
                self._fail("'p' and 'y' say how a leg is followed by another; this is the last one")

    def _toggled(self, reach: int) -> list[int]:
        """How far each leg goes: behind `y` legs slide that stepped, or step that slid."""
        reaches = []
        for leg in self._legs:
            reaches.append(reach)
            if "y" in leg:
                if reach not in (1, UNLIMITED):
                    self._fail("not yet: 'y' on a limited slide")
                reach = 1 if reach == UNLIMITED else UNLIMITED
        if any("c" in leg for leg in self._legs[:-1]) and max(reaches) > 1:
            self._fail("not yet: a slide that takes on its way")
        return reaches

    def _is_pass(self) -> bool:
        """Whether the piece goes out over an empty square and comes back, as in `fmabW`."""
        if len(self._legs) != 2 or max(self._reaches) > 1:
            return False
        first, last = ("".join(sorted(set(leg) - set("m"))) for leg in self._legs)
        return last == "b" and not set(first) & set("cp")

    def build(self, starts: Sequence[Step]) -> tuple[Path, ...]:
        if self._is_pass():
            return tuple(
                (Stretch(*start, 1, False, False, False, passes=True),) for start in starts
            )
        paths: list[Path] = []
        for start in starts:
            for path in self._extended((), start):
                self._check_captures(path)
                paths.append(path)
                if len(paths) > MOST_PATHS:
                    self._fail(f"not yet: more than {MOST_PATHS} ways at once")
        return tuple(paths)

    def _extended(self, path: Path, step: Step) -> Iterator[Path]:
        number = len(path)
        path = (*path, self._stretch(number, step))
        if len(path) == len(self._legs):
            yield path
            return
        for turn in self._turns(self._legs[len(path)]):
            yield from self._extended(path, _turned(step, turn))

    def _stretch(self, number: int, step: Step) -> Stretch:
        leg, last = self._legs[number], number == len(self._legs) - 1
        modes = set(leg) & set(_MODES)
        moves = "m" in modes or not modes
        captures = "c" in modes or (last and not modes)
        return Stretch(*step, self._reaches[number], moves, captures, hops="p" in modes)

    def _turns(self, leg: str) -> Iterator[int]:
        letters = _only(DIRECTIONS, leg)
        if not letters and self._term.atom not in "KQ":
            self._fail("say which way the next leg goes, such as 'af' or 'afs'")
        if not letters:
            yield from range(8)
        for letter in _TURN.findall(letters):
            yield from _TURNS[letter]

    def _check_captures(self, path: Path) -> None:
        """A move is known by its squares: on which of them it has taken must be told by them."""
        taking = [stretch for stretch in path[:-1] if stretch.captures]
        if len(taking) > 2:
            self._fail("not yet: more than two captures on the way")
        if not taking:
            return
        squares = _squares(path)
        for number, stretch in enumerate(path[:-1]):
            straight = number == 0 and squares[1] == tuple(2 * n for n in squares[0])
            back = squares[number] == squares[-1]
            if stretch.captures and back and not (len(path) == 3 and straight):
                self._fail("not yet: a way that ends where it has taken before")
            later = any(part.captures for part in path[number + 1 : -1])
            if stretch.hops and back and later and path[-1].captures:
                self._fail("not yet: a way that takes others first, then whom it has passed over")


def _squares(path: Path) -> list[Step]:
    """Where each part of a path of single steps ends, from the piece's own square."""
    squares, x, y = [], 0, 0
    for stretch in path:
        x, y = x + stretch.dx, y + stretch.dy
        squares.append((x, y))
    return squares


def _turned(step: Step, eighths: int) -> Step:
    """A step turned clockwise."""
    size = max(map(abs, step))
    at = _ROUND.index((step[0] // size, step[1] // size))
    x, y = _ROUND[(at + eighths) % 8]
    return x * size, y * size


def goes_plainly(movement: Movement, goals: set[Step], *, hops: bool = True) -> bool:
    """Whether a piece goes to one of some squares, from its own, without taking anything.

    Without `hops` there is nothing in its way that it could hop over.
    """
    if movement.powers & SPARING:
        return True
    for leg in movement.legs:
        reach = range(leg.first, min(leg.last, LARGEST_BOARD) + 1)
        if leg.moves and not goals.isdisjoint((leg.dx * n, leg.dy * n) for n in reach):
            return True
    powers = (power_paths(power) for power in movement.powers)
    for path in chain(movement.paths, *powers):
        ends = {(0, 0)}
        for part in path:
            goes = part.moves or (part.hops and hops)
            reach = range(1, min(part.last, LARGEST_BOARD) + 1 if goes else 1)
            ends = {(x + part.dx * n, y + part.dy * n) for x, y in ends for n in reach}
        if ends & goals:
            return True
    return False
