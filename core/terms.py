"""The terms of Betza move text: each an atom with modifiers and a range, and the leaps it means.

Directions are for White, clockwise from straight ahead. What the other modifiers mean is for
`betza` to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from makachess.core.chains import UNLIMITED
from makachess.core.errors import VariantError

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
DIRECTIONS = "".join(_HALVES)
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
        letters = "".join(letter for letter in self.modifiers if letter in DIRECTIONS)
        groups = [_DOUBLED.get(group, group) for group in units.findall(letters)]
        if units is _OBLIQUE and set(groups) & set("fblr"):
            raise self.error(
                "write 'ff' for the leaps farthest forward, 'fs' for those beside them"
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


def _leaps(small: int, large: int) -> list[tuple[int, int]]:
    quarter = {(small, large), (large, small)} if small else {(0, large)}
    turned = [sorted(quarter)]
    while len(turned) < 4:
        turned.append([(dy, -dx) for dx, dy in turned[-1]])
    return [leap for quarter_turn in turned for leap in quarter_turn]
