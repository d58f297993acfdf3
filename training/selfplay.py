"""The step `play`: games of the engine against itself, and the file that keeps them.

Each game is a function of the settings and its number: it does not matter which process has played
it, or when. It ends when scores have decided it, long before the rules do. The kernel plays it
from the opening on; what is kept are its scores, its result and its quiet positions.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from makachess.core import Position
from makachess.core.adjudicate import OCCURRENCES
from makachess.core.base_position import replayed
from makachess.core.engine import Engine, Limits
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.threads import Knowledge, Start
from makachess.core.kernel.search.selfplay import BY_RULES, UNFAIR, SelfPlay
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.play.tasks import TaskRunner
from makachess.training.blocks import PlayedGame, missing_numbers, open_blocks, pack_block
from makachess.training.options import Advance, Bar, Options, silent
from makachess.training.places import present_model, work_folder
from makachess.training.results import adding_to, append_bytes
from makachess.variants import rules_digest
from makachess.variants.models import ModelFile, choose_model_file, unpack_model

CLEAR = 4  # average pieces ahead ...
CLEAR_PLIES = 8  # ... for that many plies on end is a game won
LEVEL_AFTER, LEVEL_PLIES, LEVEL = 120, 40, 15  # and that many plies as level as that, a draw
LONGEST = {64: 200, 100: 220, 169: 260, 361: 320}  # plies, by the number of squares
OPENINGS = (6, 8, 10, 12)  # random plies a game begins with; with fewer, games are played twice
FAIR = 2.5  # average pieces; an opening that leaves a side further ahead is not played on
ATTEMPTS = 20  # to find a fair one
BOUND = 6  # average pieces; where one side is further ahead there is nothing to learn
POINTS = {"white": 2, "draw": 1, "black": 0}  # doubled
HASH = 1  # MB, for so few nodes
BATCH = 16  # games that are played and written together
HELD_OUT = 10  # one game in ten is left out of the fit, to judge it by


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played: each follows from this and its number."""

    variant: Variant
    model: ModelFile | None = field(hash=False)  # None: the engine without a model
    seed: int
    nodes: int  # a move

    @property
    def checksum(self) -> str:
        return self.model.header["checksum"] if self.model else "none"


@lru_cache(maxsize=1)
def engine_of(series: Series) -> Engine:
    """The engine that plays a series in this process."""
    model = unpack_model(series.model, series.variant)
    return Engine(series.variant, hash_mb=2, model=model)


@lru_cache(maxsize=1)
def _knowledge_of(series: Series) -> Knowledge:
    return Knowledge(series.variant, HASH, unpack_model(series.model, series.variant))


def play_batch(series: Series, numbers: range) -> tuple[bytes, int, int]:
    """Some games as a block of a file, how many they are, and how many positions are in them.

    Raises ModelError if the model is not one of the variant.
    """
    games = [play_numbered(series, number) for number in numbers]
    return pack_block(numbers.start, games), len(games), sum(len(game.kept) for game in games)


def play_numbered(series: Series, number: int) -> PlayedGame:
    """Play a game of a series; raises ModelError if the model is not one of the variant."""
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{series.seed}/{number}/{attempt}")
        position = _opening(series.variant, dice)
        is_last = attempt == ATTEMPTS - 1
        if position and (game := _play_out(series, position, fair=not is_last)):
            return game
    raise AssertionError("the last opening need not be fair")


def _opening(variant: Variant, dice: random.Random) -> Position | None:
    """A position after random moves; None if the game is over there."""
    position = Position(variant)
    for _ in range(dice.choice(OPENINGS)):
        legal = position.legal_moves()
        if not legal:
            return None
        position.push(dice.choice(legal))
    return position if position.outcome() is None else None


def _play_out(series: Series, position: Position, *, fair: bool) -> PlayedGame | None:
    """The game after an opening; None if that must be fair and is not."""
    game = new_game(series, position, fair=fair)
    ended, points = game.play(), game.points
    if ended == UNFAIR:
        return None
    if ended == BY_RULES:
        outcome = end_of(position, game).outcome()
        assert outcome is not None
        points = POINTS[outcome.winner]
    scores, kept = tuple(game.scores), tuple(game.kept)
    boards, types = game.packed_boards(), game.packed_types()
    return PlayedGame(points, position.ply, scores, kept, boards, types)


def new_game(series: Series, position: Position, *, fair: bool = False) -> SelfPlay:
    """A game that the kernel plays from a position on, knowing nothing of games before."""
    knowledge = _knowledge_of(series)
    knowledge.forget()
    search = Start(knowledge, position, 1, Limits()).new_thread(0).search
    return SelfPlay(search, series.nodes, **terms_of(series.variant, fair=fair))


def end_of(position: Position, game: SelfPlay) -> Position:
    """The position in which a game has ended that was played from another one."""
    board = game.board
    moves = [board.move_made(ago) for ago in range(board.ply, 0, -1)]
    return replayed(Position, position.variant, position.start_fen, moves)


def terms_of(variant: Variant, *, fair: bool) -> dict[str, int]:
    """When a game ends, as `SelfPlay` is told."""
    piece, ending = average_piece(variant), variant.ending
    return {
        "clear": CLEAR * piece,
        "clear_plies": CLEAR_PLIES,
        "level": LEVEL,
        "level_plies": LEVEL_PLIES,
        "level_after": LEVEL_AFTER,
        "longest": LONGEST.get(variant.files * variant.ranks, 400),
        "fair": round(FAIR * piece) if fair else 1 << 30,
        "bound": BOUND * piece,
        "occurrences": OCCURRENCES.get(ending.repetition, 0),
        "move_limit": ending.move_limit,
    }


def settings_of(series: Series) -> dict[str, Any]:
    return {
        "makachess": "games 3",
        "variant": series.variant.name,
        "rules": rules_digest(series.variant).movement,
        "model": series.checksum,
        "seed": series.seed,
        "nodes": series.nodes,
    }


def play(variant: Variant, options: Options, bar: Bar = silent) -> str:
    model = choose_model_file(present_model(variant, options), variant)
    series = Series(variant, model, options.seed, options.nodes)
    path = work_folder(variant, options) / f"games-{options.seed}.blocks"
    started = time.perf_counter()
    with adding_to(path):
        blocks = open_blocks(path, settings_of(series))
        missing = list(missing_numbers(blocks, options.games, BATCH))
        with bar("games", sum(map(len, missing))) as advance:
            runner = _play(series, missing, path, options.processes, advance)
            games, positions = asyncio.run(runner)
    seconds = time.perf_counter() - started
    told = f"{how_many(games, 'game')} in {seconds:.0f} s, {positions} quiet positions"
    return f"{told}: {path}"


async def _play(
    series: Series, missing: list[range], path: Path, processes: int, advance: Advance
) -> tuple[int, int]:
    """Play what is missing, and write it down: how many games, and positions in them."""
    games = positions = 0
    async with (
        TaskRunner(processes) as runner,
        aclosing(runner.run(play_batch, series, missing)) as batches,
    ):
        async for block, played, found in batches:
            append_bytes(path, block)
            games += played
            positions += found
            advance(games, f"{positions} positions")
    return games, positions
