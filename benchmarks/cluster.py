"""What a task on a cluster costs: CPU time of scheduler and client, and bytes (docs/learning.md).

The scheduler of a LocalCluster runs in this process, the workers in two others; so the CPU time
here is what a scheduler and a client have to do, however busy the machine is. Needs Dask.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
import time
from contextlib import aclosing

from makachess.play.tasks import batches, open_runner
from makachess.play.tasks.batches import pack_common
from makachess.training.match import Slot
from makachess.training.selfplay import Series, play_packed
from makachess.variants import load, names
from makachess.variants.models import choose_model_file

TASKS, BATCHED = 2_000, 20_000


def echo(_: None, task: int) -> int:
    return task


async def measure(address: str, tasks: int) -> tuple[float, float]:
    """Seconds and CPU seconds of this process a task."""
    async with open_runner(address, 1) as runner:
        begun, cpu = time.perf_counter(), time.process_time()
        async with aclosing(runner.run(echo, None, range(tasks))) as results:
            count = [result async for result in results]
        assert len(count) == tasks
        return (time.perf_counter() - begun) / tasks, (time.process_time() - cpu) / tasks


def tell_costs() -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        for most, tasks in ((1, TASKS), (64, BATCHED)):
            batches.MOST = most
            wall, cpu = asyncio.run(measure(cluster.scheduler_address, tasks))
            print(
                f"tasks that do nothing, {most} a batch: {1 / wall:.0f} a second, "
                f"{1e6 * cpu:.0f} us of CPU time of scheduler and client each"
            )


def tell_bytes() -> None:
    for name in names():
        variant = load(name)
        series = Series(variant, choose_model_file("", variant), seed=1, nodes=100)
        records = [play_packed(series, number) for number in range(1, 4)]
        slot = Slot(1, "nodes:3000", "nodes:3000,model=none", None, ("e2e4",) * 6, 1_000_003)
        print(
            f"{name}: {len(pack_common(play_packed, series))} bytes to each worker once, "
            f"{len(pickle.dumps(100_000))} a game of training and {len(pickle.dumps(slot))} a game "
            f"of a match to it, {sum(map(len, records)) // len(records)} back"
        )


if __name__ == "__main__":
    tell_bytes()
    try:
        tell_costs()
    except ModuleNotFoundError:
        print("What tasks cost needs Dask: make .venv/cluster.txt", file=sys.stderr)
