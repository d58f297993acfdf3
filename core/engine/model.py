"""What training has found out about a variant: the worth of its pieces in the middle and end game.

A model is data; `makachess.variants` reads the files it comes in, and an Engine is given one. The
score, move ordering and exchanges then go by it alone, and the variant's own values are not used.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from types import MappingProxyType

from makachess.core.frozen import FrozenMapping, freeze_fields
from makachess.core.kernel.accumulator import largest_sum
from makachess.core.kernel.packed import FINENESS, MOST_PHASE, MOST_WORTH, SETS
from makachess.core.pieces import array_pieces
from makachess.core.spec import Variant
from makachess.core.squares import Square


@dataclass(frozen=True, slots=True)
class Tuning:
    """The figures of the search's `Margins`, in hundredths of an average piece, a ply or a move."""

    futile: int = 40
    futile_ply: int = 50
    safe_ply: int = 40
    losing: int = 30
    losing_ply: int = 40
    null: int = 300
    null_ply: int = 25
    quiets: int = 400
    quiets_square: int = 200
    late: int = 100
    late_tried: int = 100
    late_depth: int = 100

    def values(self) -> dict[str, int]:
        return asdict(self)

    def __str__(self) -> str:
        """The figures that are not the usual ones, such as `futile=45 null=320`."""
        usual = USUAL.values()
        return " ".join(
            f"{key}={value}" for key, value in self.values().items() if value != usual[key]
        )

    @classmethod
    def parse(cls, text: str) -> Tuning:
        """The figures of such a text; raises ValueError with the part that is not one."""
        found: dict[str, int] = {}
        for part in text.split():
            match = re.fullmatch(r"([a-z_]+)=([0-9]{1,5})", part)
            if match is None or match[1] not in LIMITS or match[1] in found:
                raise ValueError(part)
            found[match[1]] = int(match[2])
        return cls(**found)

    def misfit(self) -> str:
        """Why no search should go by these; empty if one can."""
        for name, value in self.values().items():
            least, most = LIMITS[name]
            if not least <= value <= most:
                return f"its search has {name} = {value} ({least} to {most})"
        return ""


USUAL = Tuning()
"""The tuning of a search in games for which none has been learnt."""

LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        field.name: (100 if field.name == "null" else 0, 10 * getattr(USUAL, field.name))
        for field in fields(Tuning)
    }
)
"""The least and largest figures: nothing overflows, and a null move saves at least a ply."""


@dataclass(frozen=True, slots=True)
class TypeModel:
    """What a type is worth, in centipawns; a pair is of the middle and the end game.

    `middle` and `end` are of a White piece on a square, price included, from a1 along the ranks.
    """

    phase: int  # how much of the middle game goes with it, from 0 to MOST_PHASE
    price: tuple[int, int]  # in exchanges, wherever it stands
    middle: tuple[int, ...] = field(repr=False)
    end: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Net:
    """A small network that corrects the score; docs/models.md says what it works out.

    `first` holds 16-bit numbers, the low byte first: `units` of them for each zone of White's
    royal, type, owner (White, who looks, then Black) and square, in this order.
    """

    units: int
    ceiling: int  # of a unit, which counts for its square: from 1 to MOST_CEILING
    bias: tuple[int, ...] = field(repr=False)  # of each unit
    # Set by set, of each unit of the side to move, then of the other's.
    last: tuple[int, ...] = field(repr=False)
    offset: tuple[int, ...]  # centipawns, of each set
    first: bytes = field(repr=False)
    zones: int = 1  # of the royal of the side that looks: 1 or ZONES


@dataclass(frozen=True, slots=True)
class Model:
    """The types of a variant by id, as training has found them, a net, and how to search."""

    types: Mapping[str, TypeModel] = field(default_factory=FrozenMapping)
    net: Net | None = None
    tuning: Tuning = USUAL

    def __post_init__(self) -> None:
        freeze_fields(self, "types")

    def full_phase(self, variant: Variant) -> int:
        """The phase of the array, in which the middle game counts alone."""
        count = Counter(kind for kind, _ in array_pieces(variant).values())
        return sum(number * self.types[kind].phase for kind, number in count.items())


MOST_UNITS, UNITS_STEP = 384, 8  # of a net
MOST_CEILING = 181  # its square fits into 16 bits
LARGEST_SUM = 32_767  # give or take its sign, that fits into 16 bits
ZONES = 4  # of a royal: at home on the left, in the middle or on the right, or farther off

WITHOUT = Model()
"""No model: an engine that is given this one uses the values of the variant itself."""


def find_misfit(variant: Variant, model: Model) -> str:
    """Why a model cannot be one of a variant; empty if it can."""
    missing = [kind for kind in variant.pieces if kind not in model.types]
    if missing or len(model.types) != len(variant.pieces):
        return f"it is of {len(model.types)} types of pieces, and there are {len(variant.pieces)}"
    squares = variant.files * variant.ranks
    for kind, found in model.types.items():
        if not len(found.middle) == len(found.end) == squares:
            return f"type {kind!r} has values for another board"
        if not 0 <= found.phase <= MOST_PHASE:
            return f"type {kind!r} has a phase of {found.phase} (0 to {MOST_PHASE})"
        largest = max(map(abs, (*found.price, *found.middle, *found.end)))
        if largest > MOST_WORTH:
            return f"type {kind!r} has a value of {largest} (at most {MOST_WORTH})"
    in_net = "" if model.net is None else _misfit_of_net(variant, model.net)
    return in_net or model.tuning.misfit()


def _misfit_of_net(variant: Variant, net: Net) -> str:
    """Why a net cannot be one of a variant, or could overflow; empty if it can."""
    squares, units = variant.files * variant.ranks, net.units
    if not 0 < units <= MOST_UNITS or units % UNITS_STEP:
        return f"its net has {units} units (a multiple of {UNITS_STEP}, at most {MOST_UNITS})"
    if net.zones not in (1, zone_count(variant)):
        return f"its net has {net.zones} zones (at most {zone_count(variant)})"
    sizes = (len(net.bias), len(net.last), len(net.offset), len(net.first))
    first = 4 * net.zones * len(variant.pieces) * squares * units
    if sizes != (units, 2 * SETS * units, SETS, first):
        return "its net has weights of another size"
    if not 0 < net.ceiling <= MOST_CEILING:
        return f"its net has a ceiling of {net.ceiling} (1 to {MOST_CEILING})"
    if (most := largest_correction(net)) > MOST_WORTH:
        return f"its net can change a score by {most} (at most {MOST_WORTH})"
    if (largest := largest_sum(net.first, write_numbers(net.bias), squares)) > LARGEST_SUM:
        return f"its net can have a sum of {largest} (at most {LARGEST_SUM})"
    return ""


def largest_correction(net: Net) -> int:
    """The most centipawns, give or take one, that a net can add to a score or take from it."""
    size = 2 * net.units
    return max(
        (net.ceiling**2 * sum(map(abs, net.last[size * at : size * (at + 1)])) >> FINENESS)
        + abs(offset)
        for at, offset in enumerate(net.offset)
    )


def set_of(variant: Variant, pieces: int) -> int:
    """Which set of a net's last weights counts with so many pieces on the board."""
    return max(0, min(SETS - 1, (pieces - 1) * SETS // len(array_pieces(variant))))


def read_numbers(data: bytes) -> array[int]:
    """The 16-bit numbers in bytes that have the low byte of each first."""
    numbers = array("h", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def write_numbers(numbers: Iterable[int]) -> bytes:
    """The bytes of 16-bit numbers, the low byte of each first."""
    found = array("h", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def zone_count(variant: Variant) -> int:
    """How many zones a net of a variant may know: more than one where a side has but one royal."""
    royals = Counter(
        color for kind, color in array_pieces(variant).values() if kind in variant.royals
    )
    alone = variant.ending.checkmate and royals == {"white": 1, "black": 1}
    return ZONES if alone else 1


def zones_of(variant: Variant, zones: int) -> list[int]:
    """The zone of each of White's squares, from a1 along the ranks."""
    if zones == 1:
        return [0] * (variant.files * variant.ranks)
    side, home = 3 * variant.files // 8, max(2, variant.ranks // 5)
    along = [0 if f < side else 2 if f >= variant.files - side else 1 for f in range(variant.files)]
    return along * home + [3] * (variant.files * (variant.ranks - home))


def seen_by_black(variant: Variant, square: Square) -> Square:
    """The square that is to White what this one is to Black.

    The board is turned upside down, or turned round where only that makes the arrays each other's
    likeness, as in shogi.
    """
    file = square.file if is_mirrored(variant) else variant.files - 1 - square.file
    return Square(file, variant.ranks - 1 - square.rank)


@lru_cache(maxsize=16)
def is_mirrored(variant: Variant) -> bool:
    """Whether Black's array is White's in a mirror, as in chess; otherwise it is turned round."""
    pieces = array_pieces(variant)
    white = {square: kind for square, (kind, color) in pieces.items() if color == "white"}
    turned = {
        Square(variant.files - 1 - square.file, variant.ranks - 1 - square.rank): kind
        for square, (kind, color) in pieces.items()
        if color == "black"
    }
    mirrored = {Square(variant.files - 1 - s.file, s.rank): kind for s, kind in turned.items()}
    return mirrored == white or turned != white


def usual_phase(variant: Variant, values: Mapping[str, int]) -> dict[str, int]:
    """How much of the middle game goes with each type: by what it is worth, royals none.

    The strongest type of the array counts for half of what is allowed, so that pieces promoted to
    more still count for more.
    """
    array = {kind for kind, _ in array_pieces(variant).values()} - variant.royals
    most = max((values[kind] for kind in array), default=0) or 1
    return {
        kind: 0
        if piece.royal
        else max(0, min(MOST_PHASE, round(MOST_PHASE * values[kind] / (2 * most))))
        for kind, piece in variant.pieces.items()
    }
