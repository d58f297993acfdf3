"""Moves that bend, hop or take on the way: the legs of Betza's `a`, `p` and `g`, made into paths.

Directions behind an `a` are relative to the step before, by eighths of a turn; a turn of one or
three eighths makes a diagonal step orthogonal and the other way round. So H. G. Muller has it in
his description of the extended notation on The Chess Variant Pages. What is known there and not
here is refused as "not yet".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from makachess.core.errors import VariantError

UNLIMITED = 99
MOST_LEGS = 4
MOST_PATHS = 600  # of one man


@dataclass(frozen=True, slots=True)
class Stretch:
    """One straight part of a path: from one to `last` steps of (dx, dy) over empty squares.

    The last part of a path `moves` to an empty square or `captures` an enemy there. Any other part
    `moves` on from an empty square, `captures` an enemy and goes on from his square, or `hops` over
    a man of either colour, from whose square it goes on. A part that `passes` is a path by itself:
    the turn is passed if its square is empty.
    """

    dx: int
    dy: int
    last: int
    moves: bool
    captures: bool
    hops: bool = False
    passes: bool = False


Path: TypeAlias = tuple[Stretch, ...]
Step: TypeAlias = tuple[int, int]
Refuse: TypeAlias = Callable[[str], VariantError]

_ROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_TURNS = {"f": (0,), "b": (4,), "s": (2, 6), "v": (0, 4), "fs": (1, 7), "bs": (3, 5)}
_TURN = re.compile(r"[fb]s|.")
_DIRECTIONS = "fblrsv"
_MODES = "mcp"


def build_paths(
    starts: Sequence[Step], legs: Sequence[str], reach: int, any_way: bool, refuse: Refuse
) -> tuple[Path, ...]:
    """The paths of a chain: its first steps, the modifiers of its legs, and the range of them all.

    `any_way` says that a leg without directions may go on in all eight. `refuse` makes the error
    that is raised for what cannot be read.
    """
    return _Builder(legs, reach, any_way, refuse).build(starts)


def hopper_legs(modifiers: str, refuse: Refuse) -> list[str]:
    """The legs that `p` and `g` stand for on a slide.

    A hopper slides to a man, whom it neither takes nor moves, and goes on behind him: as far as it
    can with `p`, a single step with `g`.
    """
    if strange := set(modifiers) - set(_DIRECTIONS + "mcpg"):
        raise refuse(f"not yet: {min(strange)!r} on a slide over a man")
    directions = "".join(letter for letter in modifiers if letter in _DIRECTIONS)
    modes = "".join(letter for letter in modifiers if letter in "mc")
    return [directions + "p" + "y" * ("g" in modifiers), "f" + modes]


class _Builder:
    def __init__(self, legs: Sequence[str], reach: int, any_way: bool, refuse: Refuse) -> None:
        self._legs, self._any_way, self._refuse = legs, any_way, refuse
        if len(legs) > MOST_LEGS:
            self._fail(f"not yet: more than {MOST_LEGS} legs")
        self._check_letters()
        self._reaches = self._toggled(reach)

    def _fail(self, reason: str) -> NoReturn:
        raise self._refuse(reason)

    def _check_letters(self) -> None:
        for number, leg in enumerate(self._legs):
            last = number == len(self._legs) - 1
            for letter in leg:
                if letter not in _DIRECTIONS + _MODES + "y":
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
        """Whether the man goes out over an empty square and comes back, as in `fmabW`."""
        if len(self._legs) != 2 or max(self._reaches) > 1:
            return False
        first, last = ("".join(sorted(set(leg) - set("m"))) for leg in self._legs)
        return last == "b" and not set(first) & set("cp")

    def build(self, starts: Sequence[Step]) -> tuple[Path, ...]:
        if self._is_pass():
            return tuple((Stretch(*start, 1, False, False, passes=True),) for start in starts)
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
        letters = "".join(letter for letter in leg if letter in _DIRECTIONS)
        if not letters and not self._any_way:
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
    """Where each part of a path of single steps ends, from the man's own square."""
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
