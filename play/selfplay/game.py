"""Games of the engine against itself: each a function of the settings and its number."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant
from makachess.play.match.openings import random_openings
from makachess.play.selfplay.adjudication import Adjudicator
from makachess.play.selfplay.record import DECIDED, PlayedGame, pack_game
from makachess.play.tasks.models import unpack_model
from makachess.variants.models import ModelFile

OPENINGS = (4, 6, 8, 10, 12)  # random plies a game begins with
FAIR = 2.5  # average men; an opening that leaves a side further ahead is not played on
ATTEMPTS = 20  # to find a fair one
POINTS = {"white": 1.0, "draw": 0.5, "black": 0.0}
_own = threading.local()  # an engine for each thread that plays, since workers may have several


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played: each follows from this and its number."""

    variant: Variant
    model: ModelFile | None  # None: the engine without a model
    seed: int
    nodes: int  # a move

    @property
    def checksum(self) -> str:
        """That of the model, or `none`."""
        return self.model.header["checksum"] if self.model else "none"


def play_packed(series: Series, number: int) -> bytes:
    """The record of a game of a series, the same wherever it is played."""
    return pack_game(play_numbered(series, number))


def play_numbered(series: Series, number: int) -> PlayedGame:
    """Play a game of a series; raises ModelError if the model is not one of the variant."""
    engine = engine_of(series)
    games = (
        play_out(series, number, opening, (engine, engine), fair=fair)
        for opening, fair in openings_of(series, number)
    )
    return next(game for game in games if game is not None)


def openings_of(series: Series, number: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Openings to be tried for a game, and whether each has to be fair; the last one need not."""
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{series.seed}/{number}/{attempt}")
        opening = random_openings(series.variant, dice.choice(OPENINGS), dice.randrange(1 << 30))
        yield opening(number).moves, attempt < ATTEMPTS - 1


def engine_of(series: Series) -> Engine:
    """The engine of this thread, made anew for another model."""
    key = series.checksum, series.variant
    if getattr(_own, "key", None) != key:
        _own.engine = new_engine(series)
        _own.key = key
    engine: Engine = _own.engine
    return engine


def new_engine(series: Series) -> Engine:
    """An engine that goes by the model of a series."""
    model = unpack_model(series.model, series.variant)
    return Engine(series.variant, hash_mb=2, model=model)


def play_out(
    series: Series,
    number: int,
    opening: tuple[str, ...],
    engines: tuple[Engine, Engine],
    *,
    fair: bool,
) -> PlayedGame | None:
    """The game after an opening, White's engine first; None if that must be fair and is not."""
    position = Position(series.variant)
    scores: list[int] = []
    for text in opening:
        position.push(position.parse(text))
    for engine in engines:
        engine.new_game()
    adjudicator = Adjudicator.of(series.variant)
    most = FAIR * average_man(series.variant)
    while (outcome := position.outcome()) is None:
        engine = engines[position.turn == "black"]
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
