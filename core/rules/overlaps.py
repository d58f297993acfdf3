"""Overlaps between a man's legs and powers, so that each move is found once.

A way that is open only when another one is, too, is left out of the tables. The rest can still
overlap, such as a slide with a turned one; then the kernel drops the moves found twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from makachess.core.betza import Leg, Movement, Power

KING_STEPS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
LONGEST = 18  # steps, on the largest board
# Options of a variant change few men, and both colours move alike: movements come again and again.
cached = lru_cache(maxsize=512)

Square = tuple[int, int]
Goal = tuple[Square, bool]
"""A square, from the man's own, and whether it is taken there or not."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to a goal: n steps of a leg, over squares that must be empty."""

    leg: int
    n: int
    path: frozenset[Square]
    initial: bool

    def is_open_with(self, other: _Way) -> bool:
        """Whether this way is open whenever the other one is."""
        return self.path <= other.path and self.initial <= other.initial


@cached
def distinct_legs(movement: Movement) -> tuple[tuple[Leg, int], ...]:
    """Legs with the mask of their steps, without what other legs offer as well.

    Leaps come first, and what only starts at home last.
    """
    return tuple(_distinct_legs(movement))


def _distinct_legs(movement: Movement) -> Iterator[tuple[Leg, int]]:
    legs = _sorted_legs(movement)
    offers: dict[tuple[int, int], set[bool]] = {}
    for (_, takes), ways in _ways_by_goal(movement).items():
        for way in ways:
            offers.setdefault((way.leg, way.n), set()).add(takes)
    passant: set[Square] = set()  # the steps of legs that take en passant, each once
    for i, leg in enumerate(legs):
        masks: dict[tuple[bool, bool], int] = {}
        for n in range(leg.first, min(leg.last, LONGEST) + 1):
            offered = offers.get((i, n), set())
            key = (False in offered, True in offered)
            masks[key] = masks.get(key, 0) | 1 << n
        takes_passing = leg.en_passant and (leg.dx, leg.dy) not in passant
        passant |= {(leg.dx, leg.dy)} if leg.en_passant else set()
        for (moves, captures), mask in masks.items():
            if moves or captures or takes_passing:
                yield replace(leg, moves=moves, captures=captures, en_passant=takes_passing), mask
                takes_passing = False


def _sorted_legs(movement: Movement) -> list[Leg]:
    return sorted(movement.legs, key=lambda leg: (leg.initial, leg.last > 1))


@cached
def _ways_by_goal(movement: Movement) -> dict[Goal, list[_Way]]:
    """The ways to each goal, without redundant ones; legs are counted as sorted."""
    found: dict[Goal, list[_Way]] = {}
    for i, leg in enumerate(_sorted_legs(movement)):
        for n in range(leg.first, min(leg.last, LONGEST) + 1):
            path = frozenset((leg.dx * k, leg.dy * k) for k in range(1, n))
            for takes in (False, True):
                if leg.captures if takes else leg.moves:
                    goal = (leg.dx * n, leg.dy * n), takes
                    found.setdefault(goal, []).append(_Way(i, n, path, leg.initial))
    if Power.LINE_THREE in movement.powers:  # it ends there, whatever stands between
        for x, y in KING_STEPS:
            for takes in (False, True):
                found.pop(((3 * x, 3 * y), takes), None)
    return {goal: list(_needed(ways)) if len(ways) > 1 else ways for goal, ways in found.items()}


def _needed(ways: list[_Way]) -> Iterator[_Way]:
    """Without those another way makes redundant; of two equal ones, the first stays."""
    for i, way in enumerate(ways):
        earlier = any(other.is_open_with(way) for other in ways[:i])
        later = any(o.is_open_with(way) and not way.is_open_with(o) for o in ways[i + 1 :])
        if not earlier and not later:
            yield way


@cached
def has_overlaps(movement: Movement) -> bool:
    """Whether two of the remaining ways to one goal can be open at once."""
    ways = _ways_by_goal(movement)
    if any(len(several) > 1 for several in ways.values()):
        return True
    jumps = {Power.LINE_HOP: 2, Power.LINE_THREE: 3}
    lines = {
        power: {(n * x, n * y) for x, y in KING_STEPS}
        for power, n in jumps.items()
        if power in movement.powers
    }
    # A hop needs an adjacent man, which blocks every slide.
    if Power.LINE_HOP in lines and any(
        goal in lines[Power.LINE_HOP] and not way.path
        for (goal, _), several in ways.items()
        for way in several
    ):
        return True
    squares = {goal for goal, _ in ways}.union(*lines.values())
    turns = movement.powers & _TURNED
    if movement.powers & _ANYWHERE and (squares or turns):
        return True
    return any(_turns_to(power, square) for power in turns for square in squares)


_TURNED = frozenset({Power.HOOK_ROOK, Power.HOOK_BISHOP})
_ANYWHERE = frozenset({Power.UNIVERSAL, Power.UNIVERSAL_ROYAL})


def _turns_to(power: Power, square: Square) -> bool:
    """Whether a slide with one turn can end on a square, from the man's own."""
    x, y = square
    if power is Power.HOOK_ROOK:
        return bool(x and y)
    return (x + y) % 2 == 0 and abs(x) != abs(y)
