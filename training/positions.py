"""What `fit` and `net` have in common: the positions that they learn from, and a model with notes.

What a position is worth is told by the score that the search gave it, and a little by the result.
The search sees further than the static score does, and what it sees is there for the score to
learn. How the game goes on is luck for the most part, and a net learns such luck by heart. Where
a search of a few hundred nodes sees hardly further than the static score, as on large boards, later
scores of the game are all that tells more.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from makachess.core import MakachessError, Position
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.model import Model, seen_by_black
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import in_check
from makachess.core.kernel.move_values import victims
from makachess.core.kernel.packed import promotion_of
from makachess.core.spec import Variant
from makachess.core.squares import Square, cell_of
from makachess.saves.storage import replace_text
from makachess.training.options import Bar, Options, counted
from makachess.training.places import work_folder
from makachess.training.results import read_settings
from makachess.training.selfplay import DECIDED, PlayedGame, load_games
from makachess.variants import rules_digest
from makachess.variants.models import format_model


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


def read_positions(variant: Variant, games: Iterable[PlayedGame], options: Options) -> Positions:
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


def find_positions(
    variant: Variant, options: Options, bar: Bar
) -> tuple[Positions, dict[str, str]]:
    """The positions of all games of a variant, and notes about them; raises MakachessError."""
    folder, games, origins = work_folder(variant, options), list[PlayedGame](), list[str]()
    for path in sorted(folder.glob("games-*.jsonl")):
        settings = read_settings(path)
        if settings.get("variant") != variant.name:
            told = f"{settings.get('variant')}, and not of {variant.name}"
            raise MakachessError(f"{path} has games of {told}")
        if settings.get("rules") != rules_digest(variant).movement:
            told = f"{variant.name} by other rules; move it away"  # its moves mean nothing here
            raise MakachessError(f"{path} has games of {told}")
        games += load_games(path)
        origins.append("seed {seed}, {nodes} nodes a move, model {model}".format_map(settings))
    if not games:
        raise MakachessError(f"{folder}: there are no games; play first")
    found = read_positions(variant, counted(bar, "positions", games), options)
    if not len(found):
        raise MakachessError(f"{folder}: no position is quiet; play more games")
    return found, {
        "date": date.today().isoformat(),
        "command": options.command,
        "games": f"{len(games)}: {', '.join(origins)}",
        "positions": str(len(found)),
    }


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
