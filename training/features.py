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
        count = np.bincount((np.cumsum(wanted) - 1)[row[men]], minlength=self.size)
        self._start = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
        side = np.frombuffer(found.side, dtype=np.int8)[wanted]
        mine = black == np.repeat(side == 1, count)
        kind, square = np.divmod(place, variant.files * variant.ranks)
        seen = turn(variant)[square]
        squares = variant.files * variant.ranks
        features = 2 * len(variant.pieces) * squares
        near, far = 2 * kind * squares + square, (2 * kind + 1) * squares + seen
        self.own = self._matrix(np.where(mine, near, far), features)
        self.other = self._matrix(np.where(mine, far, near), features)
        points = np.frombuffer(found.points, dtype=np.float32)[wanted]
        self.points = np.where(side == 1, 1 - points, points).astype(np.float32)
        self.base = self._table_scores(variant, model, place, np.where(mine, 1.0, -1.0))

    def _matrix(self, columns: np.ndarray, features: int) -> sparse.csr_matrix:
        ones = np.ones(len(columns), dtype=np.float32)
        shape = (self.size, features)
        return sparse.csr_matrix((ones, columns.astype(np.int32), self._start), shape=shape)

    def _table_scores(
        self, variant: Variant, model: Model, place: np.ndarray, sign: np.ndarray
    ) -> np.ndarray:
        types = [model.types[kind] for kind in variant.pieces]
        middle = np.array([found.middle for found in types]).ravel()[place]
        end = np.array([found.end for found in types]).ravel()[place]
        phase = np.repeat([found.phase for found in types], variant.files * variant.ranks)[place]
        full = model.full_phase(variant) or 1
        share = np.minimum(self._sums(phase) / full, 1)
        ends = self._sums(sign * end)
        return (ends + share * (self._sums(sign * middle) - ends)).astype(np.float32)

    def _sums(self, by_man: np.ndarray) -> np.ndarray:
        """What the men of each position have together."""
        total = np.concatenate([[0.0], np.cumsum(by_man, dtype=float)])
        return total[self._start[1:]] - total[self._start[:-1]]


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
