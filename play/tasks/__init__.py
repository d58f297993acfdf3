"""Many independent tasks, done by processes here or by the workers of a cluster."""

from makachess.play.tasks.interface import Runner
from makachess.play.tasks.opening import open_runner

__all__ = ["Runner", "open_runner"]
