"""What becomes of tasks on a cluster: lost workers, failures, and the end of the cluster."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, aclosing, suppress
from pathlib import Path
from threading import Thread

import cluster_tasks
import pytest
from cli_calls import PROGRAM
from makachess.core import MakachessError
from makachess.training.games import load_games

pytest.importorskip("distributed", reason="make test-cluster installs it")

from makachess.training import batches
from makachess.training import cluster as clusters
from makachess.training.runners import open_runner

ROOT = Path(__file__).parents[2]


async def collect(where, function, shared, tasks, found, **more):
    async with (
        open_runner(where, 1) as runner,
        aclosing(runner.run(function, shared, tasks, **more)) as results,
    ):
        async for result in results:
            found.append(result)


def run(*arguments, **more):
    found = []
    asyncio.run(collect(*arguments, found, **more))
    return sorted(found)


def test_many_short_tasks_are_done_once_each(address):
    assert run(address, cluster_tasks.double, 2, range(3000)) == [*range(0, 6000, 2)]
    assert run(address, cluster_tasks.double, 2, range(300), count=300) == [*range(0, 600, 2)]
    assert run(address, cluster_tasks.double, 2, []) == []


def test_no_more_tasks_are_taken_than_keep_all_busy(address):
    taken, found, most = 0, [], 0

    def tasks():
        nonlocal taken, most
        for number in range(30):
            most = max(most, taken - len(found))
            taken += 1
            yield number

    asyncio.run(collect(address, cluster_tasks.doze, 0.02, tasks(), found, count=30))
    assert sorted(found) == [*range(30)]
    # two cores, as many again waiting, and batches of some tasks when they are known to be short
    assert most <= 2 * clusters.AHEAD * (30 // 8)


def test_a_worker_that_dies_with_a_task_costs_nothing(doomed, tmp_path):
    address = doomed.scheduler_address
    assert run(address, cluster_tasks.die_once, str(tmp_path / "died"), range(12)) == [*range(12)]
    assert (tmp_path / "died").exists()


def test_a_task_that_kills_all_workers_is_given_up(doomed, monkeypatch):
    monkeypatch.setattr(clusters, "ATTEMPTS", 2)
    monkeypatch.setattr(doomed.scheduler, "allowed_failures", 0)
    with pytest.raises(MakachessError, match="workers keep crashing"):
        run(doomed.scheduler_address, cluster_tasks.die, 0, [1])


@pytest.mark.parametrize(
    ("bad", "message"), [(7, "task 7 cannot be done"), (-7, "ZeroDivisionError")]
)
def test_what_was_done_before_a_failure_is_given_out(address, bad, message):
    found = []
    with pytest.raises(MakachessError, match=message):
        asyncio.run(collect(address, cluster_tasks.fail, bad, range(8), found))
    assert {0, 1, 2} <= set(found) <= set(range(7))


def test_another_makachess_is_refused(address, monkeypatch):
    monkeypatch.setattr(batches, "fingerprint", lambda: "3.99-other")
    with pytest.raises(
        MakachessError, match=r"has another version of makachess .*, not 3\.99-other"
    ):
        run(address, cluster_tasks.double, 2, [1])


def test_another_dask_is_refused(address, monkeypatch):
    def told(version):
        return {"packages": {"distributed": version}}

    versions = {"client": told("2"), "scheduler": told("2"), "workers": {"tcp://w": told("2")}}
    assert clusters.find_difference("tcp://s", versions) == ""
    versions["workers"]["tcp://old"] = told("1")
    found = clusters.find_difference("tcp://s", versions)
    assert "the worker tcp://old has distributed 1, and 2 is installed here" in found
    assert "scheduler" in clusters.find_difference("tcp://s", versions | {"scheduler": {}})
    monkeypatch.setattr(clusters, "find_difference", lambda *_: "they differ")
    with pytest.raises(MakachessError, match="they differ"):
        run(address, cluster_tasks.double, 2, [1])


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("tcp://127.0.0.1:1", "no scheduler answers at 'tcp://127.0.0.1:1'"),
        ("gopher://x:1", "'gopher://x:1' is not the address of a scheduler"),
        ("nonsense", "'nonsense' is not the address of a scheduler"),
    ],
)
def test_a_scheduler_that_is_not_there(monkeypatch, where, message):
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    with pytest.raises(MakachessError, match=message) as caught:
        run(where, cluster_tasks.double, 2, [1])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("said", [b"", b"HTTP/1.0 200 OK\r\n\r\nThis is no scheduler.\n" * 20])
def test_a_stranger_who_takes_the_connection(monkeypatch, said):
    """One that says nothing at all, and one that says something else."""
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=answer, args=(server, said), daemon=True).start()
        where = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(MakachessError, match="scheduler") as caught:
            run(where, cluster_tasks.double, 2, [1])
    assert "\n" not in str(caught.value)


def answer(server, said):
    """Say the same to all who connect, and leave them waiting."""
    with suppress(OSError), ExitStack() as waiting:
        while True:
            waiting.enter_context(server.accept()[0]).sendall(said)


def test_a_worker_is_no_scheduler(cluster):
    (worker, *_) = cluster.scheduler.workers
    with pytest.raises(MakachessError, match="is not the address of a scheduler"):
        run(worker, cluster_tasks.double, 2, [1])


def test_encryption_that_was_not_set_up_is_refused(address):
    with pytest.raises(MakachessError, match="is not the address of a scheduler"):
        run(address.replace("tcp", "tls"), cluster_tasks.double, 2, [1])


# --- programs -----------------------------------------------------------------------------------


@pytest.fixture
def scheduler(tmp_path):
    """The process of a scheduler, and its address; there is a worker."""
    file = tmp_path / "scheduler.json"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    common = {"cwd": ROOT, "env": env, "stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    own = ["--scheduler-file", str(file), "--dashboard-address", ":0"]
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", *own]
    process = subprocess.Popen(command, **common)
    command = [sys.executable, "-m", "distributed.cli.dask_worker", *own, "--nthreads", "1"]
    worker = subprocess.Popen([*command, "--no-nanny", "--death-timeout", "60"], **common)
    while not file.exists():
        time.sleep(0.05)
    yield process, json.loads(file.read_text())["address"]
    for one in (process, worker):
        one.kill()
        one.wait()


def training(folder, *arguments):
    """The program, with its files in a folder of the test."""
    return subprocess.Popen(
        [*PROGRAM, "train", *arguments, "--work", folder],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_cluster_that_disappears_loses_nothing_that_was_played(scheduler, tmp_path):
    process, address = scheduler
    found = []

    async def play():
        async with (
            open_runner(address, 1) as runner,
            aclosing(runner.run(cluster_tasks.doze, 0.02, range(10_000))) as results,
        ):
            async for result in results:
                found.append(result)
                if len(found) == 3:
                    process.kill()

    with pytest.raises(MakachessError, match="the cluster is gone; what was finished is kept"):
        asyncio.run(play())
    assert sorted(found) == [*range(len(found))]


def test_an_interrupted_program_leaves_nothing_pending(cluster, address, tmp_path):
    """The file has what was played; the scheduler has forgotten the rest."""
    command = f"--cluster {address} --games 100000 --nodes 30 --seed 77"
    process = training(tmp_path, "play", "veteran", *command.split())
    path = tmp_path / "veteran" / "games-77.bin"
    while not (path.exists() and list(load_games(path))):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said
    while cluster.scheduler.tasks:
        time.sleep(0.05)


def test_a_program_without_its_cluster_says_so_in_a_line(tmp_path):
    command = "--cluster nonsense --games 1 --nodes 30"
    process = training(tmp_path, "play", "veteran", *command.split())
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.splitlines()[-1].startswith(
        "makachess: 'nonsense' is not the address of a scheduler"
    )
    assert "Traceback" not in said
