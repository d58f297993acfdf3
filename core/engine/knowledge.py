"""What an engine keeps from search to search: how it judges, and what it has learnt on the way."""

from __future__ import annotations

from makachess.core.engine.evaluation import build_worth, counted_values
from makachess.core.engine.model import WITHOUT, Model, find_misfit
from makachess.core.engine.tuning import USUAL
from makachess.core.errors import ModelError
from makachess.core.kernel.search.picker import Ordering
from makachess.core.kernel.search.table import TranspositionTable
from makachess.core.spec import Variant


class Knowledge:
    """How the men of a variant count, the table of positions, and which moves were good.

    Raises ModelError if the model cannot be one of the variant.
    """

    def __init__(self, variant: Variant, hash_mb: int, model: Model | None) -> None:
        if model is not None and model != WITHOUT and (misfit := find_misfit(variant, model)):
            raise ModelError(f"this model is not one of {variant.name!r}: {misfit}")
        self.variant = variant
        self.values = counted_values(variant, model)
        self.worth = build_worth(variant, model)
        self.tuning = model.tuning if model is not None else USUAL
        self.table = TranspositionTable(hash_mb)
        self._orderings: list[Ordering] = []  # of each thread

    def forget(self) -> None:
        """Forget what was learnt from positions; not during a search."""
        self.table.clear()
        self._orderings.clear()

    def faded_orderings(self, count: int) -> list[Ordering]:
        """What each of so many threads has learnt about moves, aged for a new search."""
        while len(self._orderings) < count:
            self._orderings.append(Ordering(2 + 2 * len(self.variant.pieces)))
        for ordering in self._orderings:
            ordering.fade()
        return self._orderings[:count]
