"""Where the games of training are played: by processes here, or by the workers of a cluster."""

from __future__ import annotations

from makachess.core import MakachessError
from makachess.play.tasks import LocalRunner, Runner


def open_runner(cluster: str, processes: int) -> Runner:
    """The cluster whose scheduler has this address, or, if that is empty, processes here.

    Raises MakachessError if there is a cluster and Dask is not installed.
    """
    if not cluster:
        return LocalRunner(processes)
    try:
        from makachess.training.cluster import ClusterRunner
    except ModuleNotFoundError as error:
        raise MakachessError(
            f"a cluster needs Dask ({error.name!r} is missing): pip install 'makachess[cluster]'"
        ) from None
    return ClusterRunner(cluster)
