"""Many independent tasks, done by processes here or by the workers of a cluster."""

from makachess.play.tasks.runners import Runner, open_runner

__all__ = ["Runner", "open_runner"]
