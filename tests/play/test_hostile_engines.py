"""Engines that do harm: a move comes all the same, and nothing of them is left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hostility import EACH_MODE, opposed, outcome

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@pytest.mark.parametrize("case", EACH_MODE, ids=str)
async def test_a_move_comes_and_nothing_is_left(case, tmp_path, caplog):
    async with opposed(case, tmp_path / "escaped") as player:
        assert await outcome(case, player) == case.outcome
        assert len(player.name) <= 60
        assert (player.name + player.notice).isprintable()
        assert len(player.notice) < 600
    assert not caplog.records  # they would be written over the screen
    assert asyncio.all_tasks() == {asyncio.current_task()}
