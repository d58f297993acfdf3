"""Games of the engine against itself: each a function of the settings and its number."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache

from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant
from makachess.play.match.openings import random_openings
from makachess.variants.models import choose_model

from .adjudication import Adjudicator
from .games import DECIDED, PlayedGame

OPENINGS = (4, 6, 8, 10, 12)  # random plies a game begins with
FAIR = 2.5  # average men; an opening that leaves a side further ahead is not played on
ATTEMPTS = 20  # to find a fair one
POINTS = {"white": 1.0, "draw": 0.5, "black": 0.0}
AHEAD = 4  # games asked of each process before they are taken in


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    variant: Variant
    model: str  # a file or `none`
    seed: int
    nodes: int
    number: int


def play_task(task: Task) -> PlayedGame:
    """Play a game; the same task gives the same game, in whatever process."""
    engine = _engine(task.variant, task.model)
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{task.seed}/{task.number}/{attempt}")
        opening = random_openings(task.variant, dice.choice(OPENINGS), dice.randrange(1 << 30))
        moves = opening(task.number).moves
        game = _play_on(engine, moves, task, last=attempt == ATTEMPTS - 1)
        if game is not None:
            return game
    raise AssertionError("the last attempt is always played on")


@lru_cache(maxsize=2)
def _engine(variant: Variant, model: str) -> Engine:
    return Engine(variant, hash_mb=2, model=choose_model(model, variant))


def _play_on(
    engine: Engine, opening: tuple[str, ...], task: Task, *, last: bool
) -> PlayedGame | None:
    """The game after an opening; None if that was not a fair one, unless it is the last."""
    position, scores = Position(task.variant), []
    for text in opening:
        position.push(position.parse(text))
    engine.new_game()
    adjudicator = Adjudicator.of(task.variant)
    fair = FAIR * average_man(task.variant)
    while (outcome := position.outcome()) is None:
        found = engine.search(position, Limits(nodes=task.nodes))
        value = found.info.score.value if found.info else 0
        score = value if position.turn == "white" else -value
        if not scores and abs(score) > fair and not last:
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
    return PlayedGame(task.number, points, len(opening), moves, tuple(scores))


def play_all(tasks: Iterable[Task], processes: int) -> Iterator[PlayedGame]:
    """The games of all tasks, in the order in which they end."""
    if processes == 1:
        yield from map(play_task, tasks)
        return
    source, running = iter(tasks), set[Future[PlayedGame]]()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        while True:
            for task in source:
                running.add(pool.submit(play_task, task))
                if len(running) >= AHEAD * processes:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
