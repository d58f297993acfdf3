"""Long computations, such as an engine or a review: one job at a time, with news while it lasts.

It is done in a thread of this process, or in a child process. Many jobs at a time: `play.tasks`.
"""

from makachess.play.workers.worker import ProcessWorker, ThreadWorker, Work, Worker

__all__ = ["ProcessWorker", "ThreadWorker", "Work", "Worker"]
