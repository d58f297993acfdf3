"""Tasks done by processes here, and what is said where there is no cluster to do them."""

import sys
from contextlib import aclosing
from pathlib import Path

import cluster_tasks
import pytest
from click.testing import CliRunner
from makachess.core import MakachessError
from makachess.training import batches
from makachess.training.balance import play_measured
from makachess.training.batches import MOST, Batches, Done, do_batch, pack_common, unpack_common
from makachess.training.match import play_slot
from makachess.training.runners import open_runner
from makachess.training.selfplay import play_packed
from makachess.training.tune import play_duel
from makachess.tui.cli import cli


async def collect(function, shared, tasks, processes=2):
    found = []
    async with (
        open_runner("", processes) as runner,
        aclosing(runner.run(function, shared, tasks)) as results,
    ):
        async for result in results:
            found.append(result)
    return found


@pytest.fixture
def importable(monkeypatch):
    """Worker processes find the tasks of these tests."""
    monkeypatch.setenv("PYTHONPATH", str(Path(cluster_tasks.__file__).parent))


async def test_each_task_is_done_once(importable):
    assert sorted(await collect(cluster_tasks.double, 2, range(20))) == [*range(0, 40, 2)]
    assert await collect(cluster_tasks.double, 2, []) == []


async def test_what_is_shared_with_the_next_run_is_its_own(importable):
    found = []
    async with open_runner("", 1) as runner:
        for factor in (2, 3):
            async for result in runner.run(cluster_tasks.double, factor, [1, 2]):
                found.append(result)
    assert found == [2, 4, 3, 6]


async def test_processes_stay_for_more_tasks_of_their_kind(importable):
    shared, seen = object, []
    async with open_runner("", 2) as runner:
        for _ in range(3):
            seen.append({pid async for pid in runner.run(cluster_tasks.process, shared, range(9))})
    assert seen[0] >= seen[1] | seen[2]


async def test_a_task_that_cannot_be_done_ends_the_run(importable):
    with pytest.raises(MakachessError, match="task 4 cannot be done"):
        await collect(cluster_tasks.fail, 4, range(9))
    with pytest.raises(MakachessError, match="ZeroDivisionError"):
        await collect(cluster_tasks.fail, -4, range(9))


async def test_a_process_that_dies_ends_the_run(importable):
    with pytest.raises(MakachessError, match="process has ended"):
        await collect(cluster_tasks.die, 0, range(9))


# --- batches ------------------------------------------------------------------------------------


def test_the_results_before_a_failure_are_kept():
    common = unpack_common(pack_common(cluster_tasks.fail, 2))
    assert do_batch(common, (0, 1)).failure == ""
    done = do_batch(common, (0, 1, 2, 3))
    assert (done.results, done.failure) == ((0, 1), "task 2 cannot be done")


def test_another_makachess_refuses_tasks_without_unpacking_them(monkeypatch):
    data = pack_common(cluster_tasks.double, 2)
    monkeypatch.setattr(batches, "fingerprint", lambda: "3.0-0")
    done = do_batch(unpack_common(data), (1,))
    assert done.results == ()
    assert "has another version of makachess than this one (3.0-0, not 3." in done.failure


@pytest.mark.parametrize("task", [play_duel, play_measured, play_packed, play_slot])
def test_the_fingerprint_is_of_all_that_tasks_do(task):
    assert task.__module__.split(".")[1] in batches._FOLDERS


def test_short_tasks_are_batched_and_long_ones_are_not():
    found = Batches(0)
    assert found.size(2) == 1
    found.hand_in((1,))
    found.take_in(Done((1,), 0.1))
    assert found.size(2) == 10
    assert found.size(1000) == 100  # or the scheduler would have too much to do
    for _ in range(20):
        found.take_in(Done((1,), 0.0001))
    assert found.size(1000) == MOST
    found.take_in(Done((1,), 60.0))
    assert found.size(2) == 1


def test_the_last_tasks_are_spread_over_all_cores():
    found = Batches(100)
    found.hand_in((1,))
    found.take_in(Done((1,), 0.01))
    assert found.size(2) == 12
    assert found.size(1000) == 1


# --- no cluster ---------------------------------------------------------------------------------


def test_without_dask_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "makachess.training.cluster", raising=False)
    arguments = "match depth:1 depth:1 --games 1 --cluster tcp://127.0.0.1:1"
    result = CliRunner().invoke(cli, arguments.split())
    assert result.exit_code == 2
    assert "pip install 'makachess[cluster]'" in result.stderr.splitlines()[-1]


def test_a_program_does_not_play_on_a_cluster():
    arguments = ["match", "/usr/games/gnuchess --uci", "depth:1", "--cluster", "tcp://127.0.0.1:1"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert "'/usr/games/gnuchess --uci' is a program" in result.stderr
    assert len(result.stderr.splitlines()) == 1
