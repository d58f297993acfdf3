"""The child process of a ProcessWorker: receives its work, then jobs, and ends when its input does.

The programs it has started end with it.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from makachess.core import MakachessError
from makachess.core.engine import StopToken
from makachess.play.workers.frames import (
    Job,
    JobFailure,
    JobReply,
    JobResult,
    JobUpdate,
    StopJob,
    pack,
    read,
)
from makachess.play.workers.groups import end_all_groups
from makachess.play.workers.worker import Work


class Child:
    """Does jobs in this thread while another one reads, so that a stop arrives during a job."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._stops: dict[int, StopToken] = {}  # of the jobs that have not ended

    def run(self) -> None:
        work: Work = read(self._source)
        Thread(target=self._read, daemon=True).start()
        while True:
            job = self._jobs.get()
            self._send(self._do(work, job))

    def _read(self) -> None:
        """Take in jobs, each with the token that stops it, and stops."""
        try:
            while True:
                message = read(self._source)
                if isinstance(message, Job):
                    self._stops[message.number] = StopToken()
                    self._jobs.put(message)
                elif isinstance(message, StopJob) and (token := self._stops.get(message.number)):
                    token.stop()
        finally:
            _end()

    def _do(self, work: Work, job: Job) -> JobReply:
        try:
            value = work.do(job.job, partial(self._tell, job.number), self._stops[job.number])
        except MakachessError as error:
            return JobFailure(job.number, str(error))
        except Exception as error:  # for the other end to report
            return JobFailure(job.number, repr(error))
        finally:
            del self._stops[job.number]
        return JobResult(job.number, value)

    def _tell(self, number: int, value: object) -> None:
        self._send(JobUpdate(number, value))

    def _send(self, reply: JobReply) -> None:
        self._sink.write(pack(reply))
        self._sink.flush()


def _end() -> None:
    """End at once, with every process started here."""
    end_all_groups()
    os._exit(0)


def main() -> None:
    """Serve the parent process; stray output does not reach it."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        Child(sys.stdin.buffer, sink).run()
    except (EOFError, BrokenPipeError):
        _end()


if __name__ == "__main__":
    main()
