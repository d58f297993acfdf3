"""The numbers in a file of a model, and their order."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from makachess.core.engine.model import Model, Net, TypeModel, read_numbers, write_numbers
from makachess.core.spec import Variant


@dataclass(frozen=True, slots=True)
class Layout:
    """The order of a model's numbers: type by type, then those of the net, if it has units.

    The types are those of the variant, in the order of the file.
    """

    variant: Variant
    types: tuple[str, ...]
    units: int

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.variant.files * self.variant.ranks

    @property
    def size(self) -> int:
        """How many numbers there are."""
        of_type, units = 3 + 2 * self.squares, self.units
        net = 2 + 3 * units + 2 * len(self.types) * self.squares * units
        return len(self.types) * of_type + (net if units else 0)

    def read(self, numbers: array[int]) -> Model:
        """The model of the numbers."""
        squares, step, found = self.squares, 3 + 2 * self.squares, {}
        for at, kind in enumerate(self.types):
            phase, low, high, *worth = numbers[at * step : (at + 1) * step]
            middle, end = tuple(worth[:squares]), tuple(worth[squares:])
            found[kind] = TypeModel(phase, (low, high), middle, end)
        return Model(found, self._read_net(numbers[len(self.types) * step :]))

    def _read_net(self, numbers: array[int]) -> Net | None:
        if not self.units:
            return None
        ceiling, offset, *layers = numbers[: 2 + 3 * self.units]
        bias, last = tuple(layers[: self.units]), tuple(layers[self.units :])
        first, step = numbers[2 + 3 * self.units :], 2 * self.squares * self.units
        rows = {kind: first[at * step : (at + 1) * step] for at, kind in enumerate(self.types)}
        # A net has them in the variant's order.
        weights = b"".join(write_numbers(rows[kind]) for kind in self.variant.pieces)
        return Net(self.units, ceiling, bias, last, offset, weights)


def numbers_of(variant: Variant, model: Model) -> array[int]:
    """The numbers of a model in this order."""
    numbers, net = array("h"), model.net
    for found in (model.types[kind] for kind in variant.pieces):
        numbers.extend((found.phase, *found.price, *found.middle, *found.end))
    if net is not None:
        numbers.extend((net.ceiling, net.offset, *net.bias, *net.last))
        numbers.extend(read_numbers(net.first))
    return numbers
