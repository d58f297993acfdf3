"""What `fit` and `net` have in common: the positions that they learn from, and a model with notes.

What a position is worth is told by the score that the search gave it, and a little by the result.
The search sees further than the static score does, and what it sees is there for the score to
learn. How the game goes on is luck for the most part, and a net learns such luck by heart. Where
a search of a few hundred nodes sees hardly further than the static score, as on large boards, later
scores of the game are all that tells more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path

import numpy as np
from makachess.core import MakachessError, Position
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.model import Model, is_mirrored
from makachess.core.spec import Variant
from makachess.saves.storage import replace_text
from makachess.training.blocks import Block, find_blocks
from makachess.training.options import Options
from makachess.training.places import work_folder
from makachess.training.results import read_settings
from makachess.variants import rules_digest
from makachess.variants.models import format_model


@dataclass(frozen=True, slots=True)
class Positions:
    """Many positions in flat arrays: `count` pieces of each, one position after the other.

    A piece stands on a `place`, which is a type and a square as its own side sees it, type *
    squares + square; its `sign` is 1 if it is White's and -1 if Black's. `side` is 1 where Black is
    to move. `points` are what White can expect, `game` numbers the games.
    """

    variant: Variant
    place: np.ndarray
    sign: np.ndarray
    count: np.ndarray
    side: np.ndarray
    points: np.ndarray
    game: np.ndarray

    def __len__(self) -> int:
        return len(self.points)

    def where(self, wanted: np.ndarray) -> Positions:
        pieces = np.repeat(wanted, self.count)
        rows = (part[wanted] for part in (self.count, self.side, self.points, self.game))
        return Positions(self.variant, self.place[pieces], self.sign[pieces], *rows)

    def once(self) -> Positions:
        """Each position but once: games that begin alike may have some in common."""
        if not len(self):
            return self
        places = len(self.variant.pieces) * self.variant.files * self.variant.ranks
        dice = np.random.default_rng(1)
        numbers = dice.integers(1 << 63, size=2 * places, dtype=np.uint64)
        starts = np.cumsum(self.count, dtype=np.int64) - self.count
        at = self.place.astype(np.int32)
        at[self.sign < 0] += places
        keys = np.add.reduceat(numbers[at], starts)
        first = np.unique(keys + self.side.astype(np.uint64), return_index=True)[1]
        wanted = np.zeros(len(self), dtype=bool)
        wanted[first] = True
        return self.where(wanted)


def spread_out(blocks: Sequence[Block], most: int) -> list[Block]:
    """Blocks of all games alike, with no more than `most` positions or so."""
    every = max(1, round(sum(block.positions for block in blocks) / most))
    return list(blocks[::every])


def read_positions(variant: Variant, blocks: Iterable[Block], options: Options) -> Positions:
    """The positions of blocks of games, each but once."""
    parts = [_none(variant), *(_unpack(variant, block, options) for block in blocks)]
    names = ("place", "sign", "count", "side", "points", "game")
    rows = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
    return Positions(variant, *rows).once()


def _none(variant: Variant) -> Positions:
    kinds = (np.uint16, np.int8, np.uint16, np.int8, np.float32, np.int32)
    return Positions(variant, *(np.zeros(0, dtype=kind) for kind in kinds))


def _unpack(variant: Variant, block: Block, options: Options) -> Positions:
    """The positions of a block; raises MakachessError if it is damaged."""
    data, games, squares = block.read(), block.games, variant.files * variant.ranks
    at = 0

    def take(kind: str, size: int) -> np.ndarray:
        nonlocal at
        found = np.frombuffer(data, kind, size, at)
        at += found.nbytes
        return found

    try:
        results, opening, plies = take("u1", games), take("<i2", games), take("<i2", games)
        scores = take("<i2", int(plies.sum()))
        kept = take("u1", len(scores)) > 0
        boards = take("u1", int(kept.sum()) * 2 * -(-squares // 8))
        types = take("u1", len(data) - at).astype(np.int32)
        bits = np.unpackbits(boards.reshape(-1, 2, -(-squares // 8)), axis=2)
        row, square = np.nonzero(bits[:, 0, :squares])
        white = bits[row, 1, square] > 0
        place = types * squares + np.where(white, square, turn(variant)[square])
    except ValueError:
        raise MakachessError(f"{block.path}: these are no games of {variant.name}") from None
    starts = np.cumsum(plies) - plies
    ply = np.arange(len(scores)) + np.repeat(opening - starts, plies)
    expected = expectations(scores, plies, results / 2, average_piece(variant), options)
    return Positions(
        variant,
        place.astype(np.min_scalar_type(len(variant.pieces) * squares)),
        np.where(white, 1, -1).astype(np.int8),
        np.bincount(row, minlength=int(kept.sum())).astype(np.uint16),
        ((ply + _first_side(variant)) % 2)[kept].astype(np.int8),
        expected[kept].astype(np.float32),
        np.repeat(np.arange(games) + block.first, plies)[kept].astype(np.int32),
    )


@lru_cache(maxsize=4)
def _first_side(variant: Variant) -> int:
    return int(Position(variant).turn == "black")


@lru_cache(maxsize=4)
def turn(variant: Variant) -> np.ndarray:
    """Square of one side -> the square that is that to the other, both counted along the ranks."""
    board = np.arange(variant.files * variant.ranks).reshape(variant.ranks, variant.files)
    return (board[::-1] if is_mirrored(variant) else board[::-1, ::-1]).ravel()


def expectations(
    scores: np.ndarray, plies: np.ndarray, points: np.ndarray, piece: int, options: Options
) -> np.ndarray:
    """White's expected points at each move of some games after their openings.

    `scores` are those of all games, `plies` how many each has, `points` what came of it.
    `options.later` is by how much each later score of the game counts less than the one before it:
    0 leaves the position's own. An average piece ahead promises 73 %, as everywhere in the engine.
    """
    share = 1 / (1 + np.exp(-np.clip(scores / piece, -30, 30)))
    if options.later:
        ends = np.cumsum(plies)
        ahead = np.array(points, dtype=float)
        for back in range(1, int(plies.max(initial=0)) + 1):
            lasting = plies >= back
            at = ends[lasting] - back
            ahead[lasting] = (1 - options.later) * share[at] + options.later * ahead[lasting]
            share[at] = ahead[lasting]
    mixed: np.ndarray = (1 - options.result) * share + options.result * np.repeat(points, plies)
    return mixed


def find_games(variant: Variant, options: Options) -> tuple[list[Block], dict[str, str]]:
    """All games of a variant in blocks, and notes about them; raises MakachessError."""
    folder, blocks, origins = work_folder(variant, options), list[Block](), list[str]()
    for path in sorted(folder.glob("games-*.blocks")):
        settings = read_settings(path)
        if settings.get("variant") != variant.name:
            told = f"{settings.get('variant')}, and not of {variant.name}"
            raise MakachessError(f"{path} has games of {told}")
        if settings.get("rules") != rules_digest(variant).movement:
            told = f"{variant.name} by other rules; move it away"  # its types mean nothing here
            raise MakachessError(f"{path} has games of {told}")
        blocks += find_blocks(path)
        origins.append("seed {seed}, {nodes} nodes a move, model {model}".format_map(settings))
    if not blocks:
        raise MakachessError(f"{folder}: there are no games; play first")
    return blocks, {
        "date": date.today().isoformat(),
        "command": options.command,
        "games": f"{sum(block.games for block in blocks)}: {', '.join(origins)}",
    }


def refuse_none(found: Positions, variant: Variant, options: Options) -> None:
    """Raise MakachessError unless there are positions to learn from."""
    if not len(found):
        folder = work_folder(variant, options)
        raise MakachessError(f"{folder}: no position is quiet; play more games")


def write_model(
    path: Path,
    variant: Variant,
    model: Model,
    notes: Mapping[str, str],
    before: tuple[float, float],
    after: tuple[float, float],
) -> str:
    """Write what was found, with the losses of the fitted games and of those held out."""
    (fitted, out), (fitted_now, out_now) = before, after
    told = f"{fitted:.5f} -> {fitted_now:.5f}, games held out {out:.5f} -> {out_now:.5f}"
    replace_text(path, format_model(variant, model, {**notes, "loss": told, "match": ""}))
    return f"{notes['positions']} positions: loss {told}\n{path}"
