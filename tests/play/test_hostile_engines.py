"""Engines that do harm: a move comes all the same, and nothing of them is left."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from hostility import CHESS, EACH_MODE, HURRIED, Case, opposed, outcome
from makachess.core import Position
from makachess.play.analysis import Study
from makachess.play.engines import ProgramEngine
from processes import proc_files
from sampling import mostly_slow

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


UCI = [case for case in EACH_MODE if case.protocol == "uci"]


@pytest.mark.parametrize("case", mostly_slow(EACH_MODE, UCI), ids=str)
async def test_a_move_comes_and_nothing_is_left(case, tmp_path, caplog):
    async with opposed(case, tmp_path / "escaped") as player:
        assert await outcome(case, player) == case.outcome
        assert len(player.name) <= 60
        assert (player.name + player.notice).isprintable()
        assert len(player.notice) < 600
    assert not caplog.records  # they would be written over the screen
    assert asyncio.all_tasks() == {asyncio.current_task()}


def started_with(word: str) -> list[str]:
    """The processes that have a word in their command lines."""
    return [line for line in proc_files("[0-9]*/cmdline") if word in line]


async def are_gone(word: str) -> bool:
    """Whether they all end, which takes those that have been killed a moment.

    The event loop has to hear of each end as well, which a thread of asyncio's waits for.
    """
    for _ in range(1000):
        if not started_with(word) and not any("waitpid" in t.name for t in threading.enumerate()):
            await asyncio.sleep(0)
            return True
        await asyncio.sleep(0.01)
    return False


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
@pytest.mark.parametrize("mode", ["info-flood", "error-flood", "dies-at-go", "dies-after-thinking"])
async def test_it_is_shown_what_it_analyses_or_the_built_in_engine_goes_on(
    mode, protocol, tmp_path, caplog
):
    command = Case(mode, protocol).command(tmp_path / "nobody")
    study = Study(lambda: ProgramEngine(CHESS, command, HURRIED), lambda findings: None)
    study.look_at(Position(CHESS))
    while not study.findings.lines:
        await asyncio.sleep(0.01)
    await study.close()
    assert not caplog.records
    assert await are_gone(str(tmp_path))
