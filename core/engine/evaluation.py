"""What men are worth, estimated from how they move: any variant can be played from its data alone.

The worth of a type grows with the squares it attacks on a part-filled board, a little faster than
in proportion (after H. G. Muller's experiments: about 33 N + 0.7 N^2 centipawns for a leaper with
N targets); what it may become by capturing or arriving adds a share of the difference.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

from makachess.core.betza import Leg, Movement, Power, parse_betza
from makachess.core.kernel.constants import CELLS
from makachess.core.kernel.memory import Ints
from makachess.core.move import Square
from makachess.core.notation.placement import array_men
from makachess.core.promotion import matrix
from makachess.core.spec import PieceType, Rule, Variant
from makachess.core.tables import cell_of

FILLED = 0.28  # share of occupied squares in an average middle game
ROYAL_WORTH = 2500  # of a royal that may be captured; the last one decides the game anyway
POWER_TARGETS = {
    Power.AREA: 12.0,  # double captures are worth about a dozen plain targets
    Power.LINE_THREE: 9.0,
    Power.LINE_TWO: 3.0,
    Power.LINE_HOP: 2.0,
    Power.HOOK_ROOK: 12.0,
    Power.HOOK_BISHOP: 8.0,
    Power.UNIVERSAL: 40.0,
}


@lru_cache(maxsize=16)
def build_worth(variant: Variant) -> Ints:
    """Centipawns of each man on each cell, code * CELLS + cell, White's positive."""
    values = piece_values(variant)
    flat = array("i", bytes(4 * CELLS * (2 + 2 * len(variant.pieces))))
    for index, piece in enumerate(variant.pieces.values()):
        movement = parse_betza(piece.betza)
        for rank in range(variant.ranks):
            for file in range(variant.files):
                worth = values[piece.id] + _place(variant, piece, movement, file, rank)
                white = cell_of(Square(file, rank))
                black = cell_of(Square(variant.files - 1 - file, variant.ranks - 1 - rank))
                flat[(2 + 2 * index) * CELLS + white] = worth
                flat[(3 + 2 * index) * CELLS + black] = -worth
    return Ints(flat.tolist())


@lru_cache(maxsize=16)
def piece_values(variant: Variant) -> dict[str, int]:
    """Centipawns of each type: as the variant gives them, else estimated from the movement."""
    plain = {piece.id: _plain_value(variant, piece) for piece in variant.pieces.values()}
    return {
        kind: value
        if variant.pieces[kind].value
        else round(value + _prospects(variant, kind, plain))
        for kind, value in plain.items()
    }


@lru_cache(maxsize=16)
def average_man(variant: Variant) -> int:
    """Centipawns of an average man of the array, royals left out."""
    values = piece_values(variant)
    men = [values[kind] for kind, _ in array_men(variant).values() if kind not in variant.royals]
    return sum(men) // len(men)


def _plain_value(variant: Variant, piece: PieceType) -> int:
    if piece.royal:
        return 0 if variant.ending.checkmate else ROYAL_WORTH
    if piece.value:
        return piece.value
    targets = _average_targets(variant, parse_betza(piece.betza))
    return round(40 * targets + 1.3 * targets * targets) + 10


def _average_targets(variant: Variant, movement: Movement) -> float:
    squares = [(f, r) for f in range(variant.files) for r in range(variant.ranks)]
    return sum(_targets(variant, movement, f, r) for f, r in squares) / len(squares)


def _targets(variant: Variant, movement: Movement, file: int, rank: int) -> float:
    """Squares a man can expect to reach from a square of a part-filled board."""
    legs = sum(_leg_targets(variant, leg, file, rank) for leg in movement.legs)
    return legs + sum(POWER_TARGETS.get(power, 0.0) for power in movement.powers)


def _leg_targets(variant: Variant, leg: Leg, file: int, rank: int) -> float:
    """Moves and captures count half each; a step further is less likely to be free."""
    if leg.initial:
        return 0.0
    weight = 0.5 * leg.moves + 0.5 * leg.captures
    total, free = 0.0, 1.0
    for n in range(1, min(leg.last, 30) + 1):
        x, y = file + n * leg.dx, rank + n * leg.dy
        if not (0 <= x < variant.files and 0 <= y < variant.ranks):
            break
        total += free * weight * (n >= leg.first)
        free *= 1 - FILLED
    return total


def _prospects(variant: Variant, kind: str, plain: dict[str, int]) -> float:
    """What the change of type by capture or arrival adds to a type, or takes from it."""
    arrival = variant.promotion.arrival.get(kind, ())
    if arrival:
        return 0.04 * max(plain[other] for other in arrival)
    changes = [(change, victim) for (who, victim), change in matrix(variant).items() if who == kind]
    total = 0.0
    for change, _ in changes:
        difference = plain[change.target] - plain[kind] if change.target else 0
        total += difference if change.rule >= Rule.MUST else max(0, difference)
    return 0.12 * total / len(changes) if changes else 0.0


def _place(variant: Variant, piece: PieceType, movement: Movement, file: int, rank: int) -> int:
    """What the square adds for a White man: room to move, the way forward, a King's shelter."""
    advance = rank / (variant.ranks - 1)
    if piece.royal:
        return round(-60 * advance) if variant.ending.checkmate else round(-200 * advance)
    if piece.id in variant.promotion.arrival:
        return round(10 * _centre(variant, file) + 90 * advance**3)
    if Power.UNIVERSAL in movement.powers:
        return 0
    room = _targets(variant, movement, file, rank) - _average(variant, piece.betza)
    return round(4 * room + 12 * _centre(variant, file) * (0.5 + advance) + 8 * advance)


@lru_cache(maxsize=1024)
def _average(variant: Variant, betza: str) -> float:
    return _average_targets(variant, parse_betza(betza))


def _centre(variant: Variant, file: int) -> float:
    """1 on the middle files, 0 at the edge."""
    middle = (variant.files - 1) / 2
    return 1 - abs(file - middle) / middle
