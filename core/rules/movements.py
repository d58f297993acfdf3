"""How men move, as the kernel reads it: their legs, what ends them, and the same backwards.

Generation goes forwards, man by man along its legs; attacks on a square are looked up backwards
from it, along each direction in which anything captures. What a man needs on an adjacent square to
have any move is a table of its own, since on a full board most men have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from makachess.core.betza import Leg, Movement, Power, power_paths
from makachess.core.kernel import packed
from makachess.core.kernel.memory import MovementTables
from makachess.core.kernel.packed import (
    ANYWHERE,
    BLACK_NEAR,
    CAPTURES,
    CELLS,
    EMPTY_NEAR,
    HOPS,
    INITIAL,
    LEAPS,
    LEG_FIELDS,
    MARGIN,
    MOVES,
    NEAR,
    NEAR_ENEMY,
    OVERLAPS,
    PASSANT,
    PASSES,
    PATHS,
    ROW,
    SEVERAL_SLIDES,
)
from makachess.core.rules.overlaps import KING_STEPS, distinct_legs, has_overlaps

POWER_BITS = {power: getattr(packed, power.name) for power in Power}
NEIGHBOURS = tuple(y * ROW + x for x, y in KING_STEPS)  # the bits of BLACK_NEAR, in their order

# Powers of which a capture begins at certain neighbours; the others reach beyond.
TAKES_NEXT_DOOR = {Power.AREA: 0xFF, Power.LINE_TWO: 0xFF, Power.PASS: 0}
LEAPING = (Power.LINE_THREE, Power.LINE_HOP)
TURNS_ON_EMPTY = {Power.HOOK_ROOK: 0b01011010, Power.HOOK_BISHOP: 0b10100101}


def delta(color: int, dx: int, dy: int) -> int:
    """The cell difference of a step; Black's is White's turned by 180 degrees."""
    return (dy * ROW + dx) * (-1 if color else 1)


def build_movement_tables(
    movements: Sequence[Movement], longest: int, fast_powers: bool
) -> MovementTables:
    """The tables of the types' movements on a board on which no slide is longer.

    Without `fast_powers` the same moves are found by paths alone, but for those that go anywhere.
    """
    if not fast_powers:
        movements = [_with_paths_alone(movement) for movement in movements]
    return _MovementTablesBuilder(movements, longest).build()


def _with_paths_alone(movement: Movement) -> Movement:
    """The same movement, with paths for the powers that can be had so."""
    paths = {power: power_paths(power) for power in Power if power in movement.powers}
    return replace(
        movement,
        powers=frozenset(power for power in paths if not paths[power]),
        paths=movement.paths + tuple(path for found in paths.values() for path in found),
    )


class _MovementTablesBuilder:
    def __init__(self, movements: Sequence[Movement], longest: int) -> None:
        self.longest = longest
        self.coded = [(color, movement) for movement in movements for color in (0, 1)]

    def build(self) -> MovementTables:
        leg_start, legs = self._legs()
        path_start, paths = self._paths()
        steps = self._steps_by_direction()
        deltas = sorted(steps, key=lambda way: (-max(steps[way].values()), way))
        slides = sum(max(steps[way].values()) > 1 for way in deltas)
        return MovementTables(
            leg_start=leg_start,
            legs=legs,
            near=self._near(leg_start, legs, captures_only=False),
            near_enemy=self._near(leg_start, legs, captures_only=True),
            powers=[0, 0, *(_powers(movement) for _, movement in self.coded)],
            passant=self._passant(),
            deltas=deltas,
            slides=slides,
            reach=[
                steps[way].get(code, 0) for way in deltas for code in range(2 + len(self.coded))
            ],
            direction_of=_direction_of(deltas, slides, self.longest),
            path_start=path_start,
            paths=paths,
        )

    def _legs(self) -> tuple[list[int], list[int]]:
        start, flat = [0, 0], [0] * 0
        for color, movement in self.coded:
            start.append(len(flat))
            for leg, mask in distinct_legs(movement):
                flags = MOVES * leg.moves | CAPTURES * leg.captures
                flags |= INITIAL * leg.initial | PASSANT * leg.en_passant
                flat += [delta(color, leg.dx, leg.dy), self._steps(leg), mask, flags]
                flat += [_begins_with(leg, color, captures_only) for captures_only in (False, True)]
        start.append(len(flat))
        return start, flat

    def _paths(self) -> tuple[list[int], list[int]]:
        start, flat = [0, 0], [0] * 0
        for color, movement in self.coded:
            start.append(len(flat))
            for path in movement.paths:
                flat.append(len(path))
                for part in path:
                    flags = MOVES * part.moves | CAPTURES * part.captures
                    flags |= HOPS * part.hops | PASSES * part.passes
                    flat += [delta(color, part.dx, part.dy), min(part.last, self.longest), flags]
        start.append(len(flat))
        return start, flat

    def _steps(self, leg: Leg) -> int:
        return min(leg.last, self.longest)

    def _near(self, leg_start: list[int], legs: list[int], captures_only: bool) -> list[int]:
        field = NEAR_ENEMY if captures_only else NEAR
        flat = [0, 0]
        for code, (color, movement) in enumerate(self.coded, 2):
            bits = 0
            for row in range(leg_start[code], leg_start[code + 1], LEG_FIELDS):
                bits |= legs[row + field]
            for power in movement.powers:
                bits |= _power_begins_with(power, color, captures_only)
            bits |= ANYWHERE if movement.paths else 0
            flat.append(bits)
        return flat

    def _steps_by_direction(self) -> dict[int, dict[int, int]]:
        """Direction -> code -> how far it captures, jumps counted as directions of their own."""
        steps: dict[int, dict[int, int]] = {}
        for code, (color, movement) in enumerate(self.coded, 2):
            for leg in (*movement.legs, *_jumps(movement)):
                if leg.captures:
                    row = steps.setdefault(delta(color, leg.dx, leg.dy), {})
                    row[code] = max(row.get(code, 0), self._steps(leg))
        return steps

    def _passant(self) -> list[int]:
        flat: list[int] = []
        for code, (color, movement) in enumerate(self.coded, 2):
            for dx, dy in dict.fromkeys((g.dx, g.dy) for g in movement.legs if g.en_passant):
                flat += [code, delta(color, dx, dy)]
        return flat


def _powers(movement: Movement) -> int:
    """The bits of a man's powers, and whether one of its moves can be found in several ways."""
    bits: int = sum(POWER_BITS[power] for power in movement.powers)
    return bits | OVERLAPS * has_overlaps(movement) | PATHS * bool(movement.paths)


def _jumps(movement: Movement) -> Iterator[Leg]:
    """The leaps that are part of a power: how far a man can end a move on one line."""
    length = {Power.LINE_HOP: 2, Power.LINE_THREE: 3}
    for power, n in length.items():
        if power in movement.powers:
            yield from (Leg(dx * n, dy * n) for dx, dy in KING_STEPS)


def _begins_with(leg: Leg, color: int, captures_only: bool) -> int:
    """What a leg needs on the adjacent cell: an enemy to take, or emptiness to enter or pass."""
    way = delta(color, leg.dx, leg.dy)
    if captures_only and not (leg.captures or leg.en_passant):
        return 0
    if way not in NEIGHBOURS:
        return LEAPS if leg.last * max(abs(leg.dx), abs(leg.dy)) <= MARGIN else ANYWHERE
    bits = 1 << NEIGHBOURS.index(way) + BLACK_NEAR * (1 - color) if leg.captures else 0
    if not captures_only or leg.last > 1 or leg.en_passant:
        bits |= 1 << NEIGHBOURS.index(way) + EMPTY_NEAR
    return bits


def _power_begins_with(power: Power, color: int, captures_only: bool) -> int:
    """The same for a power."""
    if captures_only and power in TAKES_NEXT_DOOR:
        return TAKES_NEXT_DOOR[power] << BLACK_NEAR * (1 - color)
    if captures_only and power in TURNS_ON_EMPTY:
        return TURNS_ON_EMPTY[power] << EMPTY_NEAR
    return LEAPS if power in LEAPING else ANYWHERE


def _direction_of(deltas: list[int], slides: int, longest: int) -> list[int]:
    """Which directions lead from one cell to another; MovementTables says how that is written."""
    flat = [0] * (2 * CELLS)
    for k, way in enumerate(deltas[:slides]):
        up = (way + ROW // 2) // ROW
        for n in range(1, longest // max(abs(up), abs(way - up * ROW)) + 1):
            at = CELLS - n * way
            flat[at] = SEVERAL_SLIDES if flat[at] else k + 1
    for k, way in enumerate(deltas[slides:], slides):
        flat[CELLS - way] |= k + 1 << 8
    return flat
