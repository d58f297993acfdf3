"""The engine's evaluation as a sum of parameters, each times a number read from the position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property

from makachess.core.engine.evaluation import piece_values, prospects
from makachess.core.engine.place import DEAD, is_dead, place_terms
from makachess.core.notation.fen import parse_fen
from makachess.core.spec import PieceType, Place, Variant
from makachess.core.squares import Square

Row = tuple[tuple[int, float], ...]  # (parameter, its factor), White's men less Black's


def untuned(variant: Variant) -> Variant:
    """The variant with every value and weight as it is estimated."""
    pieces = {kind: replace(piece, value=0) for kind, piece in variant.pieces.items()}
    return replace(variant, pieces=pieces, place=Place())


@dataclass(frozen=True, eq=False)
class Model:
    """The parameters of a variant: values of types first, then the weights of places.

    Types that move alike and change alike share a value. Royals have none to be found: one that
    is mated is never missing, and one that is captured counts for more than men do.
    """

    variant: Variant  # untuned

    @cached_property
    def groups(self) -> dict[tuple[object, ...], tuple[str, ...]]:
        found: dict[tuple[object, ...], tuple[str, ...]] = {}
        for piece in self.variant.pieces.values():
            if not piece.royal:
                found[_kind(piece)] = (*found.get(_kind(piece), ()), piece.id)
        return found

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The first type of each group, then the terms of `Place`."""
        types = [group[0] for group in self.groups.values()]
        return (*types, *(field.name for field in fields(Place)))

    @property
    def types(self) -> int:
        """How many of the parameters are values of types."""
        return len(self.groups)

    @cached_property
    def start(self) -> list[float]:
        return self.parameters(self.variant)

    def parameters(self, variant: Variant) -> list[float]:
        """What the parameters are in a variant with other values."""
        values = {**piece_values(variant), **asdict(variant.place)}
        return [float(values[name]) for name in self.names]

    @cached_property
    def widths(self) -> list[float]:
        """How far each parameter may well be from its start, in centipawns."""
        weights = asdict(Place())
        common = sum(weights.values()) / len(weights)
        return [
            value / 4 if index < self.types else max(weights[self.names[index]], common) / 2
            for index, value in enumerate(self.start)
        ]

    @cached_property
    def _terms(self) -> dict[tuple[str, Square], Row]:
        """What a White man on a square adds to the row of a position."""
        squares = [
            Square(f, r) for f in range(self.variant.files) for r in range(self.variant.ranks)
        ]
        return {
            (piece.id, square): self._row_of(piece, square)
            for piece in self.variant.pieces.values()
            for square in squares
        }

    def _row_of(self, piece: PieceType, square: Square) -> Row:
        hope = prospects(self.variant)[piece.id]
        terms = place_terms(self.variant, piece, square, hope)
        row = [(self.names.index(name, self.types), term) for name, term in terms.items() if term]
        if not piece.royal:
            group = list(self.groups).index(_kind(piece))
            row.append((group, DEAD if is_dead(self.variant, piece, square) else 1.0))
        return tuple(row)

    def row(self, fen: str) -> Row:
        """The factors of a position from White's point of view."""
        total: dict[int, float] = {}
        for square, (kind, color) in parse_fen(self.variant, fen).pieces.items():
            if color == "white":
                seen, sign = square, 1
            else:
                seen, sign = self._turned(square), -1
            for index, factor in self._terms[kind, seen]:
                total[index] = total.get(index, 0.0) + sign * factor
        return tuple((index, factor) for index, factor in total.items() if abs(factor) > 1e-9)

    def _turned(self, square: Square) -> Square:
        return Square(self.variant.files - 1 - square.file, self.variant.ranks - 1 - square.rank)

    def apply(self, parameters: Iterable[float]) -> Variant:
        """The variant with other values and weights."""
        found = dict(zip(self.names, map(round, parameters), strict=True))
        values = {kind: found[group[0]] for group in self.groups.values() for kind in group}
        pieces = {
            kind: replace(piece, value=values.get(kind, 0))
            for kind, piece in self.variant.pieces.items()
        }
        weights = {field.name: found[field.name] for field in fields(Place)}
        return replace(self.variant, pieces=pieces, place=Place(**weights))


def _kind(piece: PieceType) -> tuple[object, ...]:
    return (piece.betza, piece.promotes_to, piece.infects, piece.promoted, piece.immune)
