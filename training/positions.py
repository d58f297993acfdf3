"""The positions of games, to learn from: which pieces stand where, and what became of the game.

What a position is worth is told by the score that the search gave it, and a little by the result.
The search sees further than the static score does, and what it sees is there for the score to
learn. How the game goes on is luck for the most part, and a net learns such luck by heart. Where
a search of a few hundred nodes sees hardly further than the static score, as on large boards, later
scores of the game are all that tells more.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from makachess.core import Position
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.model import seen_by_black
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import in_check
from makachess.core.kernel.move_values import victims
from makachess.core.kernel.packed import promotion_of
from makachess.core.spec import Variant
from makachess.core.squares import Square, cell_of
from makachess.training.options import Options
from makachess.training.selfplay import DECIDED, PlayedGame


@dataclass(slots=True)
class Positions:
    """Many positions in flat arrays: `count` pieces of each, one position after the other.

    A piece stands on a `place`, which is a type and a square as White sees it, type * squares +
    square; its `sign` is 1 if it is White's and -1 if Black's. `side` is 1 where Black is to move.
    `points` are what White can expect, `game` numbers the games.
    """

    variant: Variant
    place: array[int] = field(default_factory=lambda: array("i"))
    count: array[int] = field(default_factory=lambda: array("H"))
    sign: array[int] = field(default_factory=lambda: array("b"))
    side: array[int] = field(default_factory=lambda: array("b"))
    points: array[float] = field(default_factory=lambda: array("f"))
    game: array[int] = field(default_factory=lambda: array("i"))

    def __len__(self) -> int:
        return len(self.points)

    def add(self, board: Board, places: list[list[int]], points: float, game: int) -> None:
        count = 0
        for color in (0, 1):
            cells = board.pieces_of(color)
            count += len(cells)
            self.place.extend([places[board.code_at(cell)][cell] for cell in cells])
            self.sign.extend([1 - 2 * color] * len(cells))
        self.count.append(count)
        self.side.append(board.side)
        self.points.append(points)
        self.game.append(game)


def places_of(variant: Variant) -> list[list[int]]:
    """Code of a piece -> its cell -> the place that it is."""
    squares = variant.files * variant.ranks
    seen: list[list[int]] = [[], []]
    for index in range(len(variant.pieces)):
        white, black = [-1] * 1000, [-1] * 1000
        for rank in range(variant.ranks):
            for file in range(variant.files):
                square = Square(file, rank)
                place = index * squares + rank * variant.files + file
                white[cell_of(square)] = black[cell_of(seen_by_black(variant, square))] = place
        seen += [white, black]
    return seen


def read_positions(variant: Variant, games: Iterator[PlayedGame], options: Options) -> Positions:
    """The quiet positions of games, after their openings."""
    found, places, piece = Positions(variant), places_of(variant), average_piece(variant)
    for game in games:
        expected = expectations(game, piece, options)
        board, calm = searchable_board(Position(variant)), False
        for ply, move in enumerate(game.moves):
            quiet, at = not (victims(board, move) or promotion_of(move)), ply - game.opening
            known = at >= 0 and abs(game.scores[at]) < DECIDED
            if known and quiet and calm and not in_check(board, board.side):
                found.add(board, places, expected[at], game.number)
            push(board, move)
            calm = quiet
    return found


def expectations(game: PlayedGame, piece: int, options: Options) -> list[float]:
    """White's expected points at each move after the opening.

    `options.later` is by how much each later score of the game counts less than the one before it:
    0 leaves the position's own. An average piece ahead promises 73 %, as everywhere in the engine.
    """
    expected = []
    ahead = game.points
    for score in reversed(game.scores):
        share = 1 / (1 + math.exp(-max(-30.0, min(30.0, score / piece))))
        ahead = (1 - options.later) * share + options.later * ahead
        expected.append((1 - options.result) * ahead + options.result * game.points)
    return expected[::-1]
