"""The moves of one man by its Betza text: victims in order and destination, not what it becomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from makachess.core.betza import Leg, Power, parse_betza
from makachess.core.chains import Path
from makachess.core.spec import Variant

Square: TypeAlias = tuple[int, int]
Man: TypeAlias = tuple[str, str]
Men: TypeAlias = Mapping[Square, Man]
Way: TypeAlias = tuple[tuple[Square, ...], Square]
"""The squares of the victims in the order of capture, and the destination."""

KING_STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
ANYWHERE = frozenset({Power.UNIVERSAL, Power.UNIVERSAL_ROYAL})


class Mover:
    """One man on a board, and what it can do there."""

    def __init__(self, variant: Variant, men: Men, origin: Square) -> None:
        self.variant, self.men, self.origin = variant, men, origin
        self.kind, self.color = men[origin]
        self.movement = parse_betza(variant.pieces[self.kind].betza)
        self.forward = 1 if self.color == "white" else -1

    def is_on_board(self, square: Square) -> bool:
        """Whether there is such a square."""
        return 0 <= square[0] < self.variant.files and 0 <= square[1] < self.variant.ranks

    def is_own(self, square: Square) -> bool:
        """Whether a man of the same colour stands there."""
        return square in self.men and self.men[square][1] == self.color

    def is_enemy(self, square: Square) -> bool:
        """Whether a man of the other colour stands there."""
        return square in self.men and self.men[square][1] != self.color

    def can_end_on(self, square: Square) -> bool:
        """Whether the square is on the board, and no man of the same colour in the way."""
        return self.is_on_board(square) and (square == self.origin or not self.is_own(square))

    def ending(self, victims: tuple[Square, ...], square: Square) -> Way:
        """A move that takes some men on its way and whatever enemy stands on its last square."""
        last = (square,) if self.is_enemy(square) and square not in victims else ()
        return (*victims, *last), square

    def moves(self) -> set[Way]:
        """All moves, without those that need more than the board.

        These are first moves, en passant and castling.
        """
        powers = self.movement.powers
        found = self.steps()
        for power, ways in (
            (Power.AREA, self.area),
            (Power.LINE_THREE, self.three),
            (Power.LINE_TWO, self.two),
            (Power.LINE_HOP, self.hop),
            (Power.PASS, self.no_move),
        ):
            if power in powers:
                found |= set(ways())
        if Power.HOOK_ROOK in powers:
            found |= set(self.hook(STRAIGHT))
        if Power.HOOK_BISHOP in powers:
            found |= set(self.hook(DIAGONAL))
        found |= set(self.paths())
        if powers & ANYWHERE:
            found |= set(self.anywhere(spares_all=Power.UNIVERSAL_ROYAL not in powers))
        return found

    def steps(self) -> set[Way]:
        """The moves along legs that it may make from anywhere."""
        return {way for leg in self.movement.legs if not leg.initial for way in self.line(leg)}

    def first_moves(self) -> dict[Way, tuple[Square, ...]]:
        """The moves along legs that it may only make from home, with the squares it walks over."""
        found: dict[Way, tuple[Square, ...]] = {}
        steps = self.steps()
        for leg in (leg for leg in self.movement.legs if leg.initial):
            walk = [self.along(self.step(leg), n) for n in range(1, leg.last + 1)]
            for way in self.line(leg):
                passed = tuple(walk[: walk.index(way[1])])
                if way not in steps:  # a leap to the same square passes nothing
                    found[way] = min(found.get(way, passed), passed, key=len)
        return found

    def step(self, leg: Leg) -> Square:
        """One step of a leg, Black's being White's turned round."""
        return leg.dx * self.forward, leg.dy * self.forward

    def line(self, leg: Leg) -> Iterator[Way]:
        """A leg's moves; whether the man stands at home is not asked."""
        slide = self.slide(self.origin, self.step(leg), leg.last)
        for n, (victims, square) in enumerate(slide, 1):
            if n >= leg.first and (leg.captures if victims else leg.moves):
                yield victims, square

    def slide(self, start: Square, step: Square, most: int) -> Iterator[Way]:
        """Step by step over empty squares, and onto the first enemy."""
        for n in range(1, most + 1):
            square = (start[0] + n * step[0], start[1] + n * step[1])
            if not self.is_on_board(square) or self.is_own(square):
                return
            yield self.ending((), square)
            if self.is_enemy(square):
                return

    def paths(self) -> Iterator[Way]:
        """Along paths of several straight parts, and leaps of more than three squares."""
        for path in self.movement.paths:
            yield from self.walk(path, self.origin, ())

    def walk(self, path: Path, start: Square, victims: tuple[Square, ...]) -> Iterator[Way]:
        """The rest of a path, from a square on which some men have been taken already."""
        part, rest = path[0], path[1:]
        for n in range(1, part.last + 1):
            square = (
                start[0] + n * part.dx * self.forward,
                start[1] + n * part.dy * self.forward,
            )
            if not self.is_on_board(square):
                return
            empty = square == self.origin or square in victims or square not in self.men
            if part.passes and empty:
                yield (), self.origin
            enemy = not empty and self.is_enemy(square)
            if rest and (part.moves if empty else part.hops):
                yield from self.walk(rest, square, victims)
            if rest and enemy and part.captures:
                yield from self.walk(rest, square, (*victims, square))
            if not rest and enemy and part.captures:
                yield (*victims, square), square
            if not rest and empty and part.moves and (victims or square != self.origin):
                yield victims, square
            if not empty:
                return

    def area(self) -> Iterator[Way]:
        """An enemy next door, then any King step from there (Maka sheet 5.1, 2)."""
        for near in neighbours(self.origin):
            if self.is_enemy(near):
                for goal in neighbours(near):
                    if self.can_end_on(goal):
                        yield self.ending((near,), goal)

    def three(self) -> Iterator[Way]:
        """The table of 5.2, one direction after the other; what `two` finds is left out."""
        for step in KING_STEPS:
            q1, q2, q3 = (self.along(step, n) for n in (1, 2, 3))
            if self.can_end_on(q1) and self.is_enemy(q2):
                yield (q1, q2) if self.is_enemy(q1) else (q2,), q1
            if self.can_end_on(q3):
                enemies = [square for square in (q1, q2) if self.is_enemy(square)]
                for count in range(len(enemies) + 1):
                    for taken in combinations(enemies, count):
                        yield self.ending(taken, q3)

    def two(self) -> Iterator[Way]:
        """An enemy next door, then a step on or home."""
        for step in KING_STEPS:
            q1, q2 = self.along(step, 1), self.along(step, 2)
            if self.is_enemy(q1):
                yield (q1,), self.origin
                if self.can_end_on(q2):
                    yield self.ending((q1,), q2)

    def hop(self) -> Iterator[Way]:
        """Over an occupied neighbour to the square behind it."""
        for step in KING_STEPS:
            q1, q2 = self.along(step, 1), self.along(step, 2)
            if q1 in self.men and self.can_end_on(q2):
                yield self.ending((), q2)

    def along(self, step: Square, n: int) -> Square:
        """The square n steps away."""
        return self.origin[0] + n * step[0], self.origin[1] + n * step[1]

    def no_move(self) -> Iterator[Way]:
        """Out and back, if a neighbour is empty."""
        if any(self.is_on_board(n) and n not in self.men for n in neighbours(self.origin)):
            yield (), self.origin

    def hook(self, steps: Iterable[Square]) -> Iterator[Way]:
        """A slide, and another one at a right angle from an empty square (5.6)."""
        for step in steps:
            for victims, corner in self.slide(self.origin, step, 99):
                if not victims:
                    for turn in ((step[1], -step[0]), (-step[1], step[0])):
                        yield from self.slide(corner, turn, 99)

    def anywhere(self, *, spares_all: bool) -> Iterator[Way]:
        """Any empty square, and any enemy that may be taken (5.7)."""
        for x in range(self.variant.files):
            for y in range(self.variant.ranks):
                square = (x, y)
                if square not in self.men:
                    yield (), square
                elif self.is_enemy(square):
                    royal = self.variant.pieces[self.men[square][0]].royal
                    if not (spares_all or royal) or not self.is_protected(square):
                        yield (square,), square

    def is_protected(self, square: Square) -> bool:
        """Whether, after the capture, another enemy could take the Emperor there (5.7)."""
        after = {at: man for at, man in self.men.items() if at != self.origin}
        after[square] = (self.kind, self.color)
        enemy = "black" if self.color == "white" else "white"
        return is_attacked(self.variant, after, square, enemy)

    def reaches(self, square: Square) -> bool:
        """Whether the man could take an enemy on a square."""
        if self.movement.powers & ANYWHERE:
            return True
        return any(square in victims for victims, _ in self.moves())


def is_attacked(variant: Variant, men: Men, square: Square, color: str) -> bool:
    """Whether a man of a colour could take an enemy that stood on a square."""
    if square not in men:
        other = "black" if color == "white" else "white"
        men = {**men, square: (next(iter(variant.pieces)), other)}
    owned = [at for at, man in men.items() if man[1] == color]
    return any(Mover(variant, men, at).reaches(square) for at in owned)


def neighbours(square: Square) -> list[Square]:
    """The eight squares round one, on the board or not."""
    return [(square[0] + x, square[1] + y) for x, y in KING_STEPS]
