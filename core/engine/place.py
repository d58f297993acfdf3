"""Piece-square terms: what a square adds to the worth of the man on it.

Every term depends on type and square alone, so the search updates the sum incrementally.
How much a term weighs is the variant's `Place`.
"""

from __future__ import annotations

from dataclasses import asdict

from makachess.core.betza import Power, parse_betza
from makachess.core.engine.mobility import average_targets, count_targets
from makachess.core.spec import PieceType, Variant
from makachess.core.squares import Square

DEAD = 0.1  # share of its value that a man keeps where it can neither move nor capture
LEFT_IN_CHECK = 10 / 3  # how much more shelter a royal needs where it can be captured


def place_terms(
    variant: Variant, piece: PieceType, square: Square, prospects: float
) -> dict[str, float]:
    """The terms of a White man on a square, by the name of their weight in `Place`.

    `prospects` is what the man can expect to gain by captures, in centipawns.
    """
    advance, centre = square.rank / max(variant.ranks - 1, 1), _centre(variant, square.file)
    if piece.royal:
        danger = 1 if variant.ending.checkmate else LEFT_IN_CHECK
        return {"shelter": -danger * advance, "corner": -danger * centre}
    if piece.id in variant.promotion.arrival:
        return {"centre": centre, "arrival": advance**3}
    if Power.UNIVERSAL in parse_betza(piece.betza).powers or is_dead(variant, piece, square):
        return {}
    more = count_targets(variant, piece.betza, square) - average_targets(variant, piece.betza)
    return {
        "room": more / 10,
        "centre": centre * (0.5 + advance),
        "advance": advance,
        "prospect": prospects * advance / 100,
    }


def place_worth(variant: Variant, piece: PieceType, square: Square, prospects: float) -> float:
    """All terms together, in centipawns."""
    weights: dict[str, int] = asdict(variant.place)
    terms = place_terms(variant, piece, square, prospects)
    return sum(weights[name] * term for name, term in terms.items())


def is_dead(variant: Variant, piece: PieceType, square: Square) -> bool:
    """Whether a White man could never leave a square, capture from it or promote there."""
    if piece.royal or piece.id in variant.promotion.arrival:
        return False
    return count_targets(variant, piece.betza, square) == 0


def _centre(variant: Variant, file: int) -> float:
    """1 on the middle files, 0 at the edge; a board of one file is all middle."""
    middle = (variant.files - 1) / 2
    return 1 - abs(file - middle) / middle if middle else 1.0
