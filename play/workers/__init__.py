"""Background work: in a thread of this process, or in a child process."""

from makachess.play.workers.interface import Work, Worker
from makachess.play.workers.process import ProcessWorker
from makachess.play.workers.thread import ThreadWorker

__all__ = ["ProcessWorker", "ThreadWorker", "Work", "Worker"]
