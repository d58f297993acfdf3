"""A review beside the interface: the same in a thread and in a process, and ended when told."""

from __future__ import annotations

import pytest
from makachess.core import COMPILED
from makachess.core.engine import Score, StopToken
from makachess.core.engine.review import Judgement, Verdict
from makachess.play.review import ReviewJob, ReviewWork, make_reviewer
from makachess.play.workers import ProcessWorker, ThreadWorker, Worker
from makachess.saves import Game
from makachess.variants import load

VETERAN = load("veteran")


def veteran_game(*sans: str) -> Game:
    game = Game(VETERAN)
    for san in sans:
        game.play(game.position.parse(san))
    return game


GAME = veteran_game("Nc3", "e6", "e3", "Le7", "Nb5", "g6", "Nxc7=M#")
JOB = ReviewJob(VETERAN, GAME.start_fen, GAME.moves, 800)
ENDLESS = ReviewJob(VETERAN, GAME.start_fen, GAME.moves, 10_000_000_000)


def test_the_shape_follows_the_kernel():
    assert isinstance(make_reviewer(), ThreadWorker if COMPILED else ProcessWorker)


async def judge(worker: Worker, job: ReviewJob = JOB) -> list[Judgement]:
    judged: list[Judgement] = []
    try:
        await worker.ask(job, judged.append)
    finally:
        await worker.close()
    return judged


@pytest.mark.parametrize("kind", [ThreadWorker, ProcessWorker])
async def test_every_move_is_judged_from_the_last_on(kind):
    judged = await judge(kind(ReviewWork()))
    assert [judgement.ply for judgement in judged] == [7, 6, 5, 4, 3, 2, 1]
    assert judged[0].after == Score(None, 1)
    assert judged[1].verdict is Verdict.BLUNDER


@pytest.mark.parametrize(
    "kind", [ThreadWorker, pytest.param(ProcessWorker, marks=pytest.mark.terminal)]
)
async def test_stopped_before_it_has_begun_it_judges_nothing(kind):
    worker, stop, judged = kind(ReviewWork()), StopToken(), []
    stop.stop()
    await worker.ask(ENDLESS, judged.append, stop)
    await worker.close()
    assert judged == []
