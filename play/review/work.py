"""A review in the background: the game goes in, judgements come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makachess.core import COMPILED, Move
from makachess.core.engine import Engine, StopToken
from makachess.core.engine.review import NODES, Judgement, Review
from makachess.core.spec import Variant
from makachess.play.workers import ProcessWorker, ThreadWorker, Worker
from makachess.variants.models import find_model

# An uncompiled kernel is some fifty times slower; a shallow review is better than none.
PURE_NODES = 4_000


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """The game to review."""

    variant: Variant
    start_fen: str
    moves: tuple[Move, ...]
    nodes: int = NODES if COMPILED else PURE_NODES


class ReviewWork:
    """Reviews games, and tells each judgement as it is made, the last move's first."""

    what = "review"

    def do(self, job: ReviewJob, tell: Callable[[Judgement], object], stop: StopToken) -> None:
        """Review a game; a stop ends it before the next judgement."""
        engine = Engine(job.variant, model=find_model(job.variant))
        review = Review(engine, job.moves, job.start_fen, job.nodes, stop)
        for judgement in review.generate_judgements():
            tell(judgement)


def make_reviewer() -> Worker:
    """A thread if the kernel is compiled, else a process, which does not hold the GIL."""
    return (ThreadWorker if COMPILED else ProcessWorker)(ReviewWork())
