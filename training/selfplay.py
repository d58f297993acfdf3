"""The step `play`: games of the engine against itself, and the file that keeps them.

Each game is a function of the settings and its number: it does not matter which process has played
it, or when. It ends when scores have decided it, long before the rules do. A line of the file is a
game: its moves, as the kernel packs them, and the score that each was chosen with, so that every
position can be set up again.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import aclosing
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.evaluation import average_piece
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.play.tasks import TaskRunner
from makachess.training.openings import RandomOpenings
from makachess.training.options import Advance, Bar, Options, silent
from makachess.training.places import present_model, work_folder
from makachess.training.results import adding_to, append_result, open_results, read_results
from makachess.variants import rules_digest
from makachess.variants.models import ModelFile, choose_model_file, unpack_model

CLEAR = 4  # average pieces ahead ...
CLEAR_PLIES = 8  # ... for that many plies on end is a game won
LEVEL_AFTER, LEVEL_PLIES, LEVEL = 120, 40, 15  # and that many plies as level as that, a draw
LONGEST = {64: 200, 100: 220, 169: 260, 361: 320}  # plies, by the number of squares
OPENINGS = (4, 6, 8, 10, 12)  # random plies a game begins with
FAIR = 2.5  # average pieces; an opening that leaves a side further ahead is not played on
ATTEMPTS = 20  # to find a fair one
POINTS = {"white": 1.0, "draw": 0.5, "black": 0.0}
DECIDED = 30_000  # a score of this size or more is a mate
HELD_OUT = 10  # one game in ten is left out of the fit, to judge it by


@dataclass(slots=True)
class Lead:
    """Watches whether one side is clearly ahead for several plies on end."""

    clear: int  # centipawns
    plies: int
    ahead: int = 0  # plies on end, negative for Black

    def winner(self, score: int) -> str:
        """The colour that has as good as won, if one has; `score` is White's, in centipawns."""
        sign = (score > self.clear) - (score < -self.clear)
        self.ahead = self.ahead + sign if self.ahead * sign > 0 else sign
        if abs(self.ahead) < self.plies:
            return ""
        return "white" if self.ahead > 0 else "black"


@dataclass(slots=True)
class Adjudicator:
    lead: Lead
    longest: int  # plies
    level: int = 0

    @classmethod
    def of(cls, variant: Variant) -> Adjudicator:
        lead = Lead(CLEAR * average_piece(variant), CLEAR_PLIES)
        return cls(lead, LONGEST.get(variant.files * variant.ranks, 400))

    def points(self, ply: int, score: int) -> float | None:
        """White's points if the game can be ended; `score` is White's, in centipawns."""
        self.level = self.level + 1 if abs(score) <= LEVEL and ply > LEVEL_AFTER else 0
        if winner := self.lead.winner(score):
            return 1.0 if winner == "white" else 0.0
        return 0.5 if self.level >= LEVEL_PLIES or ply >= self.longest else None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from the array: packed moves, the first `opening` of them random ones.

    `scores` are White's, one for each move after the opening.
    """

    number: int
    points: float  # White's
    opening: int
    moves: tuple[int, ...]
    scores: tuple[int, ...]


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


def play_numbered(series: Series, number: int) -> PlayedGame:
    """Play a game of a series; raises ModelError if the model is not one of the variant."""
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{series.seed}/{number}/{attempt}")
        openings = RandomOpenings(series.variant, dice.choice(OPENINGS), dice.randrange(1 << 30))
        is_last = attempt == ATTEMPTS - 1
        if game := _play_out(series, number, openings(number).moves, fair=not is_last):
            return game
    raise AssertionError("the last opening need not be fair")


@lru_cache(maxsize=1)
def engine_of(series: Series) -> Engine:
    """The engine that plays a series in this process."""
    model = unpack_model(series.model, series.variant)
    return Engine(series.variant, hash_mb=2, model=model)


def _play_out(
    series: Series, number: int, opening: tuple[str, ...], *, fair: bool
) -> PlayedGame | None:
    """The game after an opening; None if that must be fair and is not."""
    engine, position = engine_of(series), Position(series.variant)
    scores: list[int] = []
    for text in opening:
        position.push(position.parse(text))
    engine.new_game()
    adjudicator = Adjudicator.of(series.variant)
    most = FAIR * average_piece(series.variant)
    while (outcome := position.outcome()) is None:
        found = engine.search(position, Limits(nodes=series.nodes))
        value = found.info.score.value if found.info else 0
        score = value if position.turn == "white" else -value
        if fair and not scores and abs(score) > most:
            return None
        points = adjudicator.points(position.ply, score)
        if points is not None:
            break
        assert found.move is not None  # since the game has not ended
        position.push(found.move)
        scores.append(max(-DECIDED, min(DECIDED, score)))
    if outcome is not None:
        points = POINTS[outcome.winner]
    assert points is not None
    moves = tuple(position.packed_moves)
    return PlayedGame(number, points, len(opening), moves, tuple(scores))


def settings_of(series: Series) -> dict[str, Any]:
    return {
        "makachess": "games 2",
        "variant": series.variant.name,
        "rules": rules_digest(series.variant).movement,
        "model": series.checksum,
        "seed": series.seed,
        "nodes": series.nodes,
    }


def load_games(path: Path) -> list[PlayedGame]:
    """The games of a file; raises MakachessError if it is damaged."""
    return read_results(path, _read_game)[0]


def _read_game(said: Any) -> PlayedGame:
    number, points, opening, moves, scores = said
    return PlayedGame(number, points, opening, tuple(moves), tuple(scores))


def play(variant: Variant, options: Options, bar: Bar = silent) -> str:
    model = choose_model_file(present_model(variant, options), variant)
    series = Series(variant, model, options.seed, options.nodes)
    path = work_folder(variant, options) / f"games-{options.seed}.jsonl"
    started = time.perf_counter()
    with adding_to(path):
        known = {game.number for game in open_results(path, settings_of(series), _read_game)}
        missing = [number for number in range(1, options.games + 1) if number not in known]
        with bar("games", len(missing)) as advance:
            asyncio.run(_play(series, missing, path, options.processes, advance))
    seconds = time.perf_counter() - started
    return f"{how_many(len(missing), 'game')} in {seconds:.0f} s: {path}"


async def _play(
    series: Series, numbers: list[int], path: Path, processes: int, advance: Advance
) -> None:
    done = 0
    async with (
        TaskRunner(processes) as runner,
        aclosing(runner.run(play_numbered, series, numbers)) as games,
    ):
        async for game in games:
            append_result(path, astuple(game))
            done += 1
            advance(done)
