"""Background work: in a thread of this process, or in a child process."""

from makachess.play.workers.worker import ProcessWorker, ThreadWorker, Work, Worker

__all__ = ["ProcessWorker", "ThreadWorker", "Work", "Worker"]
