"""TaskRunner: each task is done once by processes that stay, and one that fails ends the run."""

from contextlib import aclosing
from pathlib import Path

import pytest
import small_tasks
from makachess.core import MakachessError
from makachess.play.tasks import TaskRunner


async def collect(function, shared, tasks, processes=2):
    found = []
    async with (
        TaskRunner(processes) as runner,
        aclosing(runner.run(function, shared, tasks)) as results,
    ):
        async for result in results:
            found.append(result)
    return found


@pytest.fixture
def importable(monkeypatch):
    """Worker processes find the tasks of these tests."""
    monkeypatch.setenv("PYTHONPATH", str(Path(small_tasks.__file__).parent))


@pytest.mark.slow
async def test_each_task_is_done_once_by_processes_that_stay_for_more_of_their_kind(importable):
    shared = object
    async with TaskRunner(2) as runner:

        async def run(function, shared, tasks):
            return sorted([found async for found in runner.run(function, shared, tasks)])

        assert await run(small_tasks.double, 2, range(20)) == [*range(0, 40, 2)]
        assert await run(small_tasks.double, 2, []) == []
        assert await run(small_tasks.double, 3, [1, 2]) == [3, 6]
        first = await run(small_tasks.process, shared, range(9))
        assert {*first} >= {*await run(small_tasks.process, shared, range(9))}


@pytest.mark.slow
async def test_a_task_that_cannot_be_done_ends_the_run(importable):
    with pytest.raises(MakachessError, match="task 4 cannot be done"):
        await collect(small_tasks.fail, 4, range(9), processes=1)
    with pytest.raises(MakachessError, match="ZeroDivisionError"):
        await collect(small_tasks.fail, -4, range(9), processes=1)


async def test_a_process_that_dies_ends_the_run(importable):
    with pytest.raises(MakachessError, match="process has ended"):
        await collect(small_tasks.die, 0, range(9))
