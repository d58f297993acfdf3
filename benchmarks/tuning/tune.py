"""Games of a variant -> its values and weights, on the scale of the estimates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from makachess.core.engine.evaluation import average_man, piece_values
from makachess.core.spec import Variant

from .fit import OBSERVATIONS, Fit, Sample, fit, squared_error
from .model import Model, untuned
from .samples import SelfPlayGame


@dataclass(frozen=True, slots=True)
class Tuning:
    """What came out, and what it was made from."""

    model: Model
    variant: Variant  # with the values found, as far as the types were seen
    fit: Fit  # its errors are those of the values as they are written: scaled and rounded
    seen: Counter[str]  # positions in which the two sides differ in a parameter
    games: Sequence[SelfPlayGame]

    @property
    def positions(self) -> int:
        return sum(len(game.fens) for game in self.games)

    @property
    def values(self) -> dict[str, int]:
        """Centipawns of the types that were seen."""
        found = piece_values(self.variant)
        groups = self.model.groups.values()
        return {kind: found[kind] for group in groups if self.seen[group[0]] for kind in group}

    @property
    def weights(self) -> dict[str, int]:
        """The weights of the terms that were seen."""
        return {name: w for name, w in asdict(self.variant.place).items() if self.seen[name]}


def tune(variant: Variant, games: Sequence[SelfPlayGame]) -> Tuning:
    """Values and weights from games; the variant's own ones play no part in it."""
    model = Model(untuned(variant))
    tuned, held_out = _samples(model, games, False), _samples(model, games, True)
    seen = Counter(model.names[index] for sample in (*tuned, *held_out) for index, _ in sample.row)
    found = fit(tuned, held_out, model.start, model.widths, model.types)
    scaled, slope = _on_scale(model, found)
    result = model.apply(
        now if seen[name] else before
        for name, now, before in zip(model.names, scaled, model.start, strict=True)
    )
    parameters = model.parameters(result)
    after = (
        squared_error(tuned, parameters, slope),
        squared_error(held_out, parameters, slope),
    )
    written = Fit(tuple(parameters), slope, found.looseness, found.before, after)
    return Tuning(model, result, written, seen, games)


def _samples(model: Model, games: Sequence[SelfPlayGame], held_out: bool) -> list[Sample]:
    return [
        Sample(model.row(fen), game.points, min(1.0, OBSERVATIONS / len(game.fens)))
        for game in games
        if game.is_held_out == held_out
        for fen in game.fens
    ]


def _on_scale(model: Model, found: Fit) -> tuple[list[float], float]:
    """Parameters and slope such that the average man of the array is worth what he was.

    A factor common to all parameters and the slope cannot be told apart, but the search measures
    its margins in average men, and people read the scores as centipawns.
    """
    factor = average_man(model.variant) / average_man(model.apply(found.parameters))
    return [factor * x for x in found.parameters], found.slope / factor
