"""Learned models as files, `NAME.model` beside a variant's TOML or in the player's `models` folder.

A file is a header of text, an empty line, and numbers. docs/models.md describes it.
"""

from __future__ import annotations

import zlib
from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from makachess.core.engine.evaluation import counted_values
from makachess.core.engine.model import (
    MOST_UNITS,
    USUAL,
    WITHOUT,
    ZONES,
    Model,
    Net,
    Tuning,
    TypeModel,
    find_misfit,
    read_numbers,
    write_numbers,
)
from makachess.core.errors import ModelError
from makachess.core.kernel.packed import SETS
from makachess.core.spec import Variant
from makachess.variants.asset_file import (
    AssetChoice,
    AssetFile,
    quote,
)
from makachess.variants.digest import rules_digest


@dataclass(frozen=True, slots=True)
class Layout:
    """The order of a model's numbers: type by type, then those of the net, if it has units.

    The types are those of the variant, in the order of the file.
    """

    variant: Variant
    types: tuple[str, ...]
    units: int
    zones: int
    sets: int  # of the last weights

    @property
    def squares(self) -> int:
        return self.variant.files * self.variant.ranks

    @property
    def size(self) -> int:
        of_type, units = 3 + 2 * self.squares, self.units
        net = 1 + self.sets + units + self.sets * 2 * units
        net += self.zones * 2 * len(self.types) * self.squares * units
        return len(self.types) * of_type + (net if units else 0)

    def read(self, numbers: array[int]) -> Model:
        squares, step, found = self.squares, 3 + 2 * self.squares, {}
        for at, kind in enumerate(self.types):
            phase, low, high, *worth = numbers[at * step : (at + 1) * step]
            middle, end = tuple(worth[:squares]), tuple(worth[squares:])
            found[kind] = TypeModel(phase, (low, high), middle, end)
        return Model(found, self._read_net(numbers[len(self.types) * step :]))

    def _read_net(self, numbers: array[int]) -> Net | None:
        if not self.units:
            return None
        at = 0

        def take(count: int) -> array[int]:
            nonlocal at
            at += count
            return numbers[at - count : at]

        (ceiling,), offset, bias = take(1), take(self.sets), take(self.units)
        last = take(self.sets * 2 * self.units)
        first, step = numbers[at:], 2 * self.squares * self.units
        keys = [(zone, kind) for zone in range(self.zones) for kind in self.types]
        rows = {key: first[at * step : (at + 1) * step] for at, key in enumerate(keys)}
        # A net has them in the variant's order.
        weights = b"".join(
            write_numbers(rows[zone, kind])
            for zone in range(self.zones)
            for kind in self.variant.pieces
        )
        same = SETS // self.sets  # of a file with one set it counts with any number of pieces
        last, offset = same * last, same * offset
        return Net(
            self.units, ceiling, tuple(bias), tuple(last), tuple(offset), weights, self.zones
        )


def numbers_of(variant: Variant, model: Model) -> array[int]:
    """The numbers of a model in this order."""
    numbers, net = array("h"), model.net
    for found in (model.types[kind] for kind in variant.pieces):
        numbers.extend((found.phase, *found.price, *found.middle, *found.end))
    if net is not None:
        numbers.extend((net.ceiling, *net.offset, *net.bias, *net.last))
        numbers.extend(read_numbers(net.first))
    return numbers


SUFFIX = ".model"
_USUAL = "usual"  # figures of the search


class ModelFile(AssetFile[Model]):
    """A model's file."""

    __slots__ = ()
    WHAT, MADE, VERSIONS = "model", "trained", (4, 5)
    NEEDED = ("variant", "rules", "types", "units", "search", "zones")
    LARGEST, ERROR, NONE = 1 << 23, ModelError, WITHOUT

    def _unpack(self, variant: Variant) -> Model:
        shape = self._units(), self._zones(), 1 if self.version == 4 else SETS
        layout = Layout(variant, self._types(variant), *shape)
        model = replace(layout.read(self._numbers(layout.size)), tuning=self._tuning())
        if misfit := find_misfit(variant, model):
            raise ModelError(f"{self.name}: {misfit}")
        return model

    def _types(self, variant: Variant) -> tuple[str, ...]:
        """The ids in its line of types, which must be those of the variant, each once."""
        types = tuple(self.header["types"].split(" "))
        found, wanted = Counter(types), Counter(variant.pieces.keys())
        # How many numbers are unpacked depends on it.
        if missing := wanted - found:
            raise ModelError(f"{self.name}: its line 'types' lacks {min(missing)!r}")
        if more := found - wanted:
            raise ModelError(f"{self.name}: its line 'types' has one {quote(min(more))} too many")
        return types

    def _units(self) -> int:
        text = self.header["units"]
        if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MOST_UNITS):
            raise ModelError(f"{self.name}: {quote(text)} units (at most {MOST_UNITS})")
        return int(text)

    def _zones(self) -> int:
        """How many zones of a royal its net knows."""
        text = self.header["zones"]
        if text not in ("1", str(ZONES)):
            raise ModelError(f"{self.name}: {quote(text)} zones (1 or {ZONES})")
        return int(text)

    def _tuning(self) -> Tuning:
        text = self.header["search"]
        try:
            return USUAL if text == _USUAL else Tuning.parse(text)
        except ValueError as error:
            raise ModelError(
                f"{self.name}: {quote(str(error))} in its line 'search' "
                "(a name and a number, such as 'futile=40')"
            ) from None

    def _numbers(self, count: int) -> array[int]:
        """The numbers; there must be exactly `count` of them."""
        unpacking = zlib.decompressobj()
        try:
            data = unpacking.decompress(self.packed, 2 * count + 1)
        except zlib.error:
            raise self.damage(self.name, "its numbers cannot be unpacked") from None
        if len(data) != 2 * count or not unpacking.eof or unpacking.unused_data:
            raise self.damage(self.name, f"{count} numbers are expected")
        return read_numbers(data)


def format_model(variant: Variant, model: Model, notes: Mapping[str, str]) -> bytes:
    """A file that `parse_model` reads back; `notes` are further lines of the header.

    Raises ModelError if the model is not one of the variant.
    """
    if misfit := find_misfit(variant, model):
        raise ModelError(f"the model is not one of {variant.name!r}: {misfit}")
    header = {
        "variant": variant.name,
        "rules": rules_digest(variant).movement,
        **notes,
        "types": " ".join(variant.pieces),
        "units": str(model.net.units if model.net is not None else 0),
        "search": str(model.tuning) or _USUAL,
        "zones": str(model.net.zones if model.net is not None else 1),
    }
    packed = zlib.compress(write_numbers(numbers_of(variant, model)), 9)
    return ModelFile.format(header, packed)


parse_model, open_model, models_folder = ModelFile.parse, ModelFile.open, ModelFile.folder
load_model, choose_model, find_model = ModelFile.load, ModelFile.choose, ModelFile.find


def engine_values(variant: Variant, model: Model | None = None) -> Mapping[str, int]:
    """Centipawns of each type as an engine counts them that uses a model, or the usual one.

    Screens ask at every step of a cursor: what a file says is kept as long as it is the same.
    """
    if model is not None:
        return counted_values(variant, model)
    path = ModelFile.path_for(variant)
    try:
        state = path.stat()
    except OSError:
        return counted_values(variant, find_model(variant))
    return _own_values(variant, path, (state.st_ino, state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=16)
def _own_values(variant: Variant, path: Path, state: tuple[int, ...]) -> Mapping[str, int]:
    """The same, while the player's file is in this state."""
    return counted_values(variant, find_model(variant))


def choose_model_file(text: str, variant: Variant) -> ModelFile | None:
    """The file that a text means, to be sent elsewhere and unpacked there; None for no model.

    Raises ModelError if the model cannot be unpacked, the player's own included: what is measured
    must not be another one.
    """
    if text == "none":
        return None
    if not text:
        found = ModelFile.usual(variant)
        return found and found[0]
    file = open_model(text)
    file.read(variant)
    return file


def unpack_model(file: ModelFile | None, variant: Variant) -> Model:
    """The model in a file, or that without learning; raises ModelError if it does not fit."""
    return WITHOUT if file is None else file.read(variant)


class ModelChoice(AssetChoice[Model]):
    """The model of an engine that plays now one variant, now another."""

    KIND = ModelFile
