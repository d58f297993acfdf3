"""What the net sees of positions: a row of features for each view, and the factors of its weights.

A feature is a type, whether its man is the viewer's own, and the square as the viewer sees it. Its
weights are a sum, like those of the tables: its own, and those that it shares with types that move
alike, with the other side of the board, with its rank and with its whole type. So what is rare
borrows from what is often seen. In the file only the sums are left.
"""

from __future__ import annotations

import numpy as np
from makachess.core.engine.model import Model, is_mirrored
from makachess.core.men import array_men
from makachess.core.spec import Variant
from scipy import sparse

from .factors import moves_alike
from .games import HELD_OUT
from .positions import Positions


class Views:
    """Positions as the side to move sees them (`own`) and as the other does (`other`).

    `base` is what the tables say, in centipawns for the side to move; so are the `points`.
    """

    def __init__(self, found: Positions, model: Model, *, held_out: bool) -> None:
        variant = found.variant
        game = np.frombuffer(found.game, dtype=np.int32)
        wanted = (game % HELD_OUT == 0) == held_out
        row = np.frombuffer(found.row, dtype=np.int32)
        men = wanted[row]
        place = np.frombuffer(found.place, dtype=np.int32)[men]
        black = np.frombuffer(found.sign, dtype=np.int8)[men] < 0
        self.size = int(wanted.sum())
        count = np.bincount(row[men], minlength=len(wanted))[wanted]
        self._start = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
        side = np.frombuffer(found.side, dtype=np.int8)[wanted]
        mine = black == np.repeat(side == 1, count)
        self._ones = np.ones(len(place), dtype=np.float32)
        near, far = _features_of(variant)
        self.own = self._matrix(np.where(mine, near[place], far[place]), 2 * len(near))
        self.other = self._matrix(np.where(mine, far[place], near[place]), 2 * len(near))
        points = np.frombuffer(found.points, dtype=np.float32)[wanted]
        self.points = np.where(side == 1, 1 - points, points).astype(np.float32)
        self.base = self._table_scores(variant, model)

    def _matrix(self, columns: np.ndarray, features: int) -> sparse.csr_matrix:
        shape = (self.size, features)
        return sparse.csr_matrix((self._ones, columns, self._start), shape=shape)

    def _table_scores(self, variant: Variant, model: Model) -> np.ndarray:
        """What the tables say for the side to move: the other's men as that side sees its own."""
        types = [model.types[kind] for kind in variant.pieces]
        phase = np.repeat([found.phase for found in types], variant.files * variant.ranks)
        worth = [[found.middle for found in types], [found.end for found in types], phase]
        near, far = _features_of(variant)
        by_feature = np.zeros((2 * len(near), 3), dtype=np.float32)
        by_feature[near] = np.array([np.ravel(part) for part in worth]).T
        by_feature[far] = by_feature[near] * [-1, -1, 1]
        middle, end, left = (self.own @ by_feature).T
        share = np.minimum(left / (model.full_phase(variant) or 1), 1)
        return (end + share * (middle - end)).astype(np.float32)


def _features_of(variant: Variant) -> tuple[np.ndarray, np.ndarray]:
    """Place -> the feature of the viewer's own man there, and that of the other's."""
    squares = variant.files * variant.ranks
    place = np.arange(len(variant.pieces) * squares, dtype=np.int32)
    kind, square = np.divmod(place, squares)
    seen = turn(variant)[square]
    return 2 * kind * squares + square, ((2 * kind + 1) * squares + seen).astype(np.int32)


def turn(variant: Variant) -> np.ndarray:
    """Square of one side -> the square that is that to the other, both counted along the ranks."""
    board = np.arange(variant.files * variant.ranks).reshape(variant.ranks, variant.files)
    return (board[::-1] if is_mirrored(variant) else board[::-1, ::-1]).ravel()


def mirror_of(variant: Variant) -> np.ndarray:
    """Feature -> the same with left and right exchanged."""
    shape = (2 * len(variant.pieces), variant.ranks, variant.files)
    return np.arange(np.prod(shape)).reshape(shape)[:, :, ::-1].ravel()


def spread_of(variant: Variant) -> sparse.csr_matrix:
    """Which weights each feature is the sum of: a row a feature, a column a weight."""
    alike = moves_alike(variant)
    groups = {key: number for number, key in enumerate(dict.fromkeys(alike.values()))}
    group = np.array([groups[alike[kind]] for kind in variant.pieces])
    types, squares = len(variant.pieces), variant.files * variant.ranks
    kind, whose, square = np.indices((types, 2, squares)).reshape(3, -1)
    rank, file = np.divmod(square, variant.files)
    fold = np.minimum(file, variant.files - 1 - file)
    folded = rank * variant.files + fold
    keys = [
        (kind * 2 + whose) * squares + square,
        (group[kind] * 2 + whose) * squares + folded,
        (kind * 2 + whose) * variant.ranks + rank,
        kind * 2 + whose,
    ]
    columns, offset = [], 0
    for key in keys:
        columns.append(key + offset)
        offset += int(key.max()) + 1
    index = np.stack(columns, axis=1).ravel()
    start = np.arange(0, len(index) + 1, len(keys))
    ones = np.ones(len(index), dtype=np.float32)
    return sparse.csr_matrix((ones, index, start), shape=(len(kind), offset))


def usual_men(variant: Variant) -> int:
    """How many men the array has."""
    return len(array_men(variant))
