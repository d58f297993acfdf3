"""What pieces are worth: as a model says, else the variant file, else estimated from how they move.

The worth of a type grows slightly faster than the number of squares it attacks on a part-filled
board (after H. G. Muller's experiments: about 33 N + 0.7 N^2 centipawns for a leaper with
N targets); what it may become by capturing or arriving adds a share of the difference. So any
variant can be played from its data alone, and `training` can learn a model from games.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from makachess.core.betza import Leg, Path, Power, parse_betza
from makachess.core.engine.model import (
    WITHOUT,
    Model,
    Net,
    TypeModel,
    seen_by_black,
    set_of,
    write_numbers,
    zones_of,
)
from makachess.core.kernel.memory import NetMemory, Worth
from makachess.core.kernel.packed import CELLS, MOST_WORTH, SIDE_PIECES, pack_score
from makachess.core.pieces import array_pieces, never_taken
from makachess.core.promotion import matrix, quiet_effects
from makachess.core.spec import Effect, PieceType, Rule, Variant
from makachess.core.squares import Square, cell_of

ROYAL_WORTH = 2500  # of a royal that may be captured; the last one decides the game anyway
KING_PRICE = 20000  # of one that may not be: no exchange may end with its capture


@lru_cache(maxsize=16)
def build_worth(variant: Variant, model: Model | None = None) -> Worth:
    """What each piece is worth on each cell and in exchanges, as the kernel reads it.

    By a model of the variant if there is one.
    """
    if model is None or model == WITHOUT:
        model = plain_model(variant)
    codes = 2 + 2 * len(variant.pieces)
    cells, price = array("q", bytes(8 * CELLS * codes)), [0] * codes
    for index, kind in enumerate(variant.pieces):
        learned = model.types[kind]
        for square in _squares(variant):
            at = square.rank * variant.files + square.file
            middle, end = learned.middle[at], learned.end[at]
            black = seen_by_black(variant, square)
            white_row, black_row = (2 + 2 * index) * CELLS, (3 + 2 * index) * CELLS
            cells[white_row + cell_of(square)] = pack_score(middle, end, learned.phase)
            cells[black_row + cell_of(black)] = pack_score(-middle, -end, learned.phase)
        price[2 + 2 * index] = price[3 + 2 * index] = pack_score(*learned.price, 0)
    net = None if model.net is None else _net_memory(variant, model.net)
    return Worth(cells.tolist(), price, model.full_phase(variant), net)


def plain_model(variant: Variant) -> Model:
    """What an engine goes by that has no model: middle game and end game are the same."""
    types = {}
    for kind, piece in variant.pieces.items():
        worth = tuple(
            max(-MOST_WORTH, min(MOST_WORTH, piece_worth(variant, piece, square)))
            for square in _squares(variant)
        )
        price = KING_PRICE if kind in never_taken(variant) else piece_values(variant)[kind]
        types[kind] = TypeModel(0, (price, price), worth, worth)
    return Model(types)


def _net_memory(variant: Variant, net: Net) -> NetMemory:
    """A net as the kernel reads it: each piece on each cell with its rows in both views."""
    squares, pieces, zones = variant.files * variant.ranks, [], []
    zone_of = zones_of(variant, net.zones)
    for square in _squares(variant):
        turned, piece = seen_by_black(variant, square), cell_of(square)
        white, black = (s.rank * variant.files + s.file for s in (square, turned))
        zones.append((piece, zone_of[white], zone_of[black]))
        for index in range(len(variant.pieces)):
            own, code = 2 * index * squares, 2 + 2 * index
            pieces.append((code * CELLS + piece, own + white, own + squares + black))
            pieces.append(((code + 1) * CELLS + piece, own + squares + white, own + black))
    numbers = (net.first, write_numbers(net.bias), write_numbers(net.last))
    sets = [set_of(variant, count) for count in range(2 * SIDE_PIECES + 1)]
    return NetMemory(net.units, net.ceiling, numbers, list(net.offset), sets, pieces, zones)


def _squares(variant: Variant) -> Iterator[Square]:
    return (Square(f, r) for r in range(variant.ranks) for f in range(variant.files))


def piece_worth(variant: Variant, piece: PieceType, square: Square) -> int:
    """Centipawns of a White piece on a square."""
    value = piece_values(variant)[piece.id]
    share = DEAD if is_dead(variant, piece, square) else 1
    terms = piece_square_terms(variant, piece, square, prospects(variant)[piece.id])
    place: float = sum(getattr(variant.place, name) * term for name, term in terms.items())
    return round(share * value + place)


@lru_cache(maxsize=32)
def piece_values(variant: Variant) -> Mapping[str, int]:
    """Centipawns of each type: as the variant gives them, else estimated from the movement."""
    hopes = prospects(variant)
    values = {
        kind: variant.pieces[kind].value or round(plain + hopes[kind])
        for kind, plain in _plain_values(variant).items()
    }
    return MappingProxyType(values)


def counted_values(variant: Variant, model: Model | None) -> Mapping[str, int]:
    """Centipawns of each type as an engine with this model counts them.

    They are those between middle and end game; a royal has its value without a model.
    """
    values = piece_values(variant)
    if model is None or model == WITHOUT:
        return values
    return {
        kind: values[kind] if piece.royal else sum(model.types[kind].price) // 2
        for kind, piece in variant.pieces.items()
    }


@lru_cache(maxsize=16)
def average_piece(variant: Variant) -> int:
    """Centipawns of an average piece of the array, royals left out.

    Where the array holds only royals, those of an average non-royal type, or else of a royal.
    """
    values = piece_values(variant)
    pieces = [kind for kind, _ in array_pieces(variant).values() if kind not in variant.royals]
    pieces = pieces or [kind for kind in variant.pieces if kind not in variant.royals]
    worth = sum(values[kind] for kind in pieces) // len(pieces) if pieces else ROYAL_WORTH
    return max(worth, 1)


TURNS_SOON = 0.4  # of what a piece gains or loses by its next move, if that changes it: nearly half


@lru_cache(maxsize=32)
def prospects(variant: Variant) -> dict[str, float]:
    """Centipawns that changing by capture or arrival adds to each type, or takes from it."""
    plain = _plain_values(variant)
    return {kind: _prospects(variant, kind, plain) for kind in plain}


@lru_cache(maxsize=32)
def _plain_values(variant: Variant) -> dict[str, int]:
    """Each type estimated as if it could never promote."""
    return {piece.id: _plain_value(variant, piece) for piece in variant.pieces.values()}


def _plain_value(variant: Variant, piece: PieceType) -> int:
    if piece.royal:
        return 0 if piece.id in never_taken(variant) else ROYAL_WORTH
    targets = average_targets(variant, piece.betza)
    return round(40 * targets + 1.3 * targets * targets) + 10


def _prospects(variant: Variant, kind: str, plain: dict[str, int]) -> float:
    arrival = variant.promotion.arrival.get(kind, ())
    if arrival:
        return 0.04 * max(plain[other] for other in arrival)
    turns = quiet_effects(variant, kind)
    if any(change.rule for change in turns):
        return TURNS_SOON * sum(_gain(plain, kind, change) for change in turns) / len(turns)
    changes = [change for (who, _), change in matrix(variant).items() if who == kind]
    total = sum(_gain(plain, kind, change) for change in changes)
    return 0.12 * total / len(changes) if changes else 0.0


def _gain(plain: dict[str, int], kind: str, change: Effect) -> int:
    """What a change adds to a type, by its best choice, or takes from it if it must change."""
    best = max(plain[target] for target in change.targets) - plain[kind]
    return best if change.rule >= Rule.MUST else max(0, best)


# Every term of what a square adds to a piece depends on type and square alone, so the search
# updates the sum incrementally. How much a term weighs is the variant's `Place`.

DEAD = 0.1  # share of its value that a piece keeps where it can neither move nor capture
LEFT_IN_CHECK = 10 / 3  # how much more shelter a royal needs where it can be captured


def piece_square_terms(
    variant: Variant, piece: PieceType, square: Square, prospects: float
) -> dict[str, float]:
    """The terms of a White piece on a square, by the name of their weight in `Place`.

    `prospects` is what the piece can expect to gain by captures, in centipawns.
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


def is_dead(variant: Variant, piece: PieceType, square: Square) -> bool:
    """Whether a White piece could never leave a square, capture from it or promote there."""
    if piece.royal or piece.id in variant.promotion.arrival:
        return False
    return count_targets(variant, piece.betza, square) == 0


def _centre(variant: Variant, file: int) -> float:
    """1 on the middle files, 0 at the edge; a board of one file is all middle."""
    middle = (variant.files - 1) / 2
    return 1 - abs(file - middle) / middle if middle else 1.0


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
    """Squares a White piece can expect to reach from a square of a part-filled board."""
    return _targets(variant.files, variant.ranks, betza)[square]


def average_targets(variant: Variant, betza: str) -> float:
    """The same, averaged over all squares of the board."""
    targets = _targets(variant.files, variant.ranks, betza)
    return sum(targets.values()) / len(targets)


@lru_cache(maxsize=512)  # our own games have 275
def _targets(files: int, ranks: int, betza: str) -> dict[Square, float]:
    """What pieces of all games on boards of this size reach, once for each square."""
    movement = parse_betza(betza)
    powers = sum(POWER_TARGETS.get(power, 0.0) for power in movement.powers)

    def count(square: Square) -> float:
        legs = sum(_leg_targets(files, ranks, leg, square) for leg in movement.legs)
        paths = sum(_path_targets(files, ranks, path, square) for path in movement.paths)
        return legs + paths + powers

    return {at: count(at) for at in (Square(f, r) for f in range(files) for r in range(ranks))}


def _path_targets(files: int, ranks: int, path: Path, square: Square) -> float:
    """The same for a path: each part is as likely to lead on as squares are empty or occupied."""
    part, rest = path[0], path[1:]
    ending = 0.5 * part.moves + 0.5 * part.captures
    # A piece is an enemy as often as not.
    blocked = FILLED * max(part.hops, 0.5 * part.captures)
    total, free = 0.0, 1.0
    for n in range(1, min(part.last, 30) + 1):
        at = Square(square.file + n * part.dx, square.rank + n * part.dy)
        if not (0 <= at.file < files and 0 <= at.rank < ranks):
            break
        if rest:
            onward = (1 - FILLED) * part.moves + blocked
            total += free * onward * _path_targets(files, ranks, rest, at) if onward else 0.0
        else:
            total += free * ending
        free *= 1 - FILLED
    return total


def _leg_targets(files: int, ranks: int, leg: Leg, square: Square) -> float:
    """Moves and captures count half each; each further step is less likely to be free."""
    if leg.initial:
        return 0.0
    weight = 0.5 * leg.moves + 0.5 * leg.captures
    total, free = 0.0, 1.0
    for n in range(1, min(leg.last, 30) + 1):
        x, y = square.file + n * leg.dx, square.rank + n * leg.dy
        if not (0 <= x < files and 0 <= y < ranks):
            break
        total += free * weight * (n >= leg.first)
        free *= 1 - FILLED
    return total
