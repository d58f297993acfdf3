"""Expected mobility of a man on a part-filled board, from its movement."""

from __future__ import annotations

from functools import lru_cache

from makachess.core.betza import Leg, Power, parse_betza
from makachess.core.chains import Path
from makachess.core.spec import Variant
from makachess.core.squares import Square

FILLED = 0.28  # share of occupied squares in an average middle game
POWER_TARGETS = {
    Power.AREA: 12.0,  # double captures are worth about a dozen plain targets
    Power.LINE_THREE: 9.0,
    Power.LINE_TWO: 3.0,
    Power.LINE_HOP: 2.0,
    Power.HOOK_ROOK: 12.0,
    Power.HOOK_BISHOP: 8.0,
    Power.UNIVERSAL: 40.0,
}


def count_targets(variant: Variant, betza: str, square: Square) -> float:
    """Squares a White man can expect to reach from a square of a part-filled board."""
    movement = parse_betza(betza)
    legs = sum(_leg_targets(variant, leg, square) for leg in movement.legs)
    paths = sum(_path_targets(variant, path, square) for path in movement.paths)
    return legs + paths + sum(POWER_TARGETS.get(power, 0.0) for power in movement.powers)


@lru_cache(maxsize=1024)
def average_targets(variant: Variant, betza: str) -> float:
    """The same, averaged over all squares of the board."""
    squares = [Square(f, r) for f in range(variant.files) for r in range(variant.ranks)]
    return sum(count_targets(variant, betza, square) for square in squares) / len(squares)


def _path_targets(variant: Variant, path: Path, square: Square) -> float:
    """The same for a path: each part is as likely to lead on as squares are empty or occupied."""
    part, rest = path[0], path[1:]
    ending = 0.5 * part.moves + 0.5 * part.captures
    # A man is an enemy as often as not.
    blocked = FILLED * max(part.hops, 0.5 * part.captures)
    total, free = 0.0, 1.0
    for n in range(1, min(part.last, 30) + 1):
        at = Square(square.file + n * part.dx, square.rank + n * part.dy)
        if not (0 <= at.file < variant.files and 0 <= at.rank < variant.ranks):
            break
        if rest:
            onward = (1 - FILLED) * part.moves + blocked
            total += free * onward * _path_targets(variant, rest, at) if onward else 0.0
        else:
            total += free * ending
        free *= 1 - FILLED
    return total


def _leg_targets(variant: Variant, leg: Leg, square: Square) -> float:
    """Moves and captures count half each; each further step is less likely to be free."""
    if leg.initial:
        return 0.0
    weight = 0.5 * leg.moves + 0.5 * leg.captures
    total, free = 0.0, 1.0
    for n in range(1, min(leg.last, 30) + 1):
        x, y = square.file + n * leg.dx, square.rank + n * leg.dy
        if not (0 <= x < variant.files and 0 <= y < variant.ranks):
            break
        total += free * weight * (n >= leg.first)
        free *= 1 - FILLED
    return total
