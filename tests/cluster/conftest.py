"""A cluster of separate processes on this machine; the tests here need Dask (make test-cluster)."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.cluster)


def start():
    distributed = pytest.importorskip("distributed", reason="make test-cluster installs it")
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    )


@pytest.fixture(scope="module")
def cluster():
    """A scheduler with two workers, for tests that leave them alive."""
    with start() as running:
        yield running


@pytest.fixture
def address(cluster):
    return cluster.scheduler_address


@pytest.fixture
def doomed():
    """Another one, for a test that kills workers: not all that die are replaced."""
    with start() as running:
        yield running


def pids(cluster):
    """The processes of the workers."""
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid]
