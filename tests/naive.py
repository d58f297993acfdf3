"""A second move generator for the shogi games, slow and plain, after the wording of the rule sheet.

It shares nothing with the kernel but the reading of Betza text for steps, slides and leaps. A
position is a dictionary of squares (x, y) to men (type id, colour).
"""

from itertools import combinations

from makachess.core.betza import Power, parse_betza

KING_STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def naive_moves(variant, men, turn):
    """All moves as (origin, victims in order, destination, type afterwards)."""
    found = set()
    for origin, (kind, color) in men.items():
        if color == turn:
            for victims, goal in Mover(variant, men, origin).moves():
                kinds = [men[victim][0] for victim in victims]
                for after in become(variant, kind, kinds):
                    found.add((origin, victims, goal, after))
    return found


def become(variant, kind, victims):
    """What a man may be after taking victims of these types in this order (6.2)."""
    piece, rules = variant.pieces[kind], variant.promotion
    if not victims:
        return [kind]
    contagious = [variant.pieces[v].infects for v in victims if variant.pieces[v].infects]
    if contagious and rules.contagion and not piece.immune:
        return [contagious[-1]]
    if not piece.promotes_to:
        return [kind]
    if rules.mandatory or any(variant.pieces[v].promoted for v in victims):
        return [piece.promotes_to]
    if contagious and rules.contagion and rules.royal_contagion:
        return [piece.promotes_to]
    return [kind, piece.promotes_to]


class Mover:
    """The moves of one man as (victims, destination), whatever it becomes."""

    def __init__(self, variant, men, origin):
        self.variant, self.men, self.origin = variant, men, origin
        self.kind, self.color = men[origin]
        self.movement = parse_betza(variant.pieces[self.kind].betza)

    def is_on_board(self, square):
        return 0 <= square[0] < self.variant.files and 0 <= square[1] < self.variant.ranks

    def is_own(self, square):
        return square in self.men and self.men[square][1] == self.color

    def is_enemy(self, square):
        return square in self.men and self.men[square][1] != self.color

    def can_end_on(self, square):
        return self.is_on_board(square) and (square == self.origin or not self.is_own(square))

    def ending(self, victims, square):
        """A move that takes some men on its way and whatever enemy stands on its last square."""
        last = (square,) if self.is_enemy(square) and square not in victims else ()
        return (*victims, *last), square

    def moves(self):
        powers = self.movement.powers
        found = set(self.lines())
        if Power.AREA in powers:
            found |= set(self.area())
        if Power.LINE_THREE in powers:
            found |= set(self.three())
        if Power.LINE_TWO in powers:
            found |= set(self.two())
        if Power.LINE_HOP in powers:
            found |= set(self.hop())
        if Power.PASS in powers:
            found |= set(self.no_move())
        if Power.HOOK_ROOK in powers:
            found |= set(self.hook([(0, 1), (1, 0), (0, -1), (-1, 0)]))
        if Power.HOOK_BISHOP in powers:
            found |= set(self.hook([(1, 1), (1, -1), (-1, -1), (-1, 1)]))
        if powers & {Power.UNIVERSAL, Power.UNIVERSAL_ROYAL}:
            found |= set(self.anywhere(spares_all=Power.UNIVERSAL_ROYAL not in powers))
        return found

    def lines(self):
        forward = 1 if self.color == "white" else -1
        for leg in self.movement.legs:
            step = (leg.dx * forward, leg.dy * forward)
            for n, (victims, square) in enumerate(self.slide(self.origin, step, leg.last), 1):
                if n >= leg.first and (leg.captures if victims else leg.moves):
                    yield victims, square

    def slide(self, start, step, most):
        for n in range(1, most + 1):
            square = (start[0] + n * step[0], start[1] + n * step[1])
            if not self.is_on_board(square) or self.is_own(square):
                return
            yield self.ending((), square)
            if self.is_enemy(square):
                return

    def area(self):
        """5.1, 2: an enemy next door, then any King step from there."""
        for near in neighbours(self.origin):
            if self.is_enemy(near):
                for goal in neighbours(near):
                    if self.can_end_on(goal):
                        yield self.ending((near,), goal)

    def three(self):
        """The table of 5.2, one direction after the other; what two() finds is left out."""
        for step in KING_STEPS:
            q1, q2, q3 = (self.along(step, n) for n in (1, 2, 3))
            if self.can_end_on(q1) and self.is_enemy(q2):
                yield ((q1,) if self.is_enemy(q1) else ()) + (q2,), q1
            if self.can_end_on(q3):
                enemies = [square for square in (q1, q2) if self.is_enemy(square)]
                for count in range(len(enemies) + 1):
                    for taken in combinations(enemies, count):
                        yield self.ending(taken, q3)

    def two(self):
        """An enemy next door, then a step on or home."""
        for step in KING_STEPS:
            q1, q2 = self.along(step, 1), self.along(step, 2)
            if self.is_enemy(q1):
                yield (q1,), self.origin
                if self.can_end_on(q2):
                    yield self.ending((q1,), q2)

    def hop(self):
        for step in KING_STEPS:
            q1, q2 = self.along(step, 1), self.along(step, 2)
            if q1 in self.men and self.can_end_on(q2):
                yield self.ending((), q2)

    def along(self, step, n):
        return (self.origin[0] + n * step[0], self.origin[1] + n * step[1])

    def no_move(self):
        if any(self.is_on_board(n) and n not in self.men for n in neighbours(self.origin)):
            yield (), self.origin

    def hook(self, steps):
        for step in steps:
            for victims, corner in self.slide(self.origin, step, 99):
                if not victims:
                    for turn in ((step[1], -step[0]), (-step[1], step[0])):
                        yield from self.slide(corner, turn, 99)

    def anywhere(self, *, spares_all):
        for x in range(self.variant.files):
            for y in range(self.variant.ranks):
                square = (x, y)
                if square not in self.men:
                    yield (), square
                elif self.is_enemy(square):
                    royal = self.variant.pieces[self.men[square][0]].royal
                    if not (spares_all or royal) or not self.is_protected(square):
                        yield (square,), square

    def is_protected(self, square):
        """5.7: whether, after the capture, another enemy could take the Emperor there."""
        after = {at: man for at, man in self.men.items() if at != self.origin}
        after[square] = (self.kind, self.color)
        enemies = [at for at, man in after.items() if man[1] != self.color]
        return any(Mover(self.variant, after, at).reaches(square) for at in enemies)

    def reaches(self, square):
        if self.movement.powers & {Power.UNIVERSAL, Power.UNIVERSAL_ROYAL}:
            return True
        return any(square in victims for victims, _ in self.moves())


def neighbours(square):
    return [(square[0] + x, square[1] + y) for x, y in KING_STEPS]
