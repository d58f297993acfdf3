"""The child process of a ProcessWorker: receives its work, then jobs, and ends when its input does.

The programs it has started end with it.
"""

from __future__ import annotations

import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from makachess.core import MakachessError
from makachess.core.engine import StopToken
from makachess.play.workers.groups import end_all_groups
from makachess.play.workers.worker import Job, Reply, Work, pack, read


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
                job: Job = read(self._source)
                if not job.stops:
                    self._stops[job.number] = StopToken()
                    self._jobs.put(job)
                elif token := self._stops.get(job.number):
                    token.stop()
        finally:
            _end()

    def _do(self, work: Work, job: Job) -> Reply:
        def tell(value: object) -> None:
            self._send(Reply(job.number, value, is_last=False))

        try:
            return Reply(job.number, work.do(job.job, tell, self._stops[job.number]))
        except MakachessError as error:
            return Reply(job.number, MakachessError(str(error)))
        except Exception as error:  # for the other end to report
            return Reply(job.number, MakachessError(repr(error)))
        finally:
            del self._stops[job.number]

    def _send(self, reply: Reply) -> None:
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
