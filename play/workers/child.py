"""The child process of a ProcessWorker: it receives tasks, and ends when its input does.

The programs it has started end with it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from makachess.core import MakachessError
from makachess.play.workers.groups import end_all_groups
from makachess.play.workers.worker import pack, read


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do tasks in this thread while another one reads, and so hears of the end of the input."""
    function, shared = read(source)
    tasks: SimpleQueue[Any] = SimpleQueue()

    def take_in() -> None:
        try:
            while True:
                tasks.put(read(source))
        finally:
            _end()

    Thread(target=take_in, daemon=True).start()
    while True:
        sink.write(pack(_done(function, shared, tasks.get())))
        sink.flush()


def _done(function: Callable[[Any, Any], Any], shared: Any, task: Any) -> Any:
    try:
        return function(shared, task)
    except MakachessError as error:
        return MakachessError(str(error))
    except Exception as error:  # for the other end to report
        return MakachessError(repr(error))


def _end() -> None:
    """End at once, with every process started here."""
    end_all_groups()
    os._exit(0)


def main() -> None:
    """Serve the parent process; stray output does not reach it."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(sys.stdin.buffer, sink)
    except (EOFError, BrokenPipeError):
        _end()


if __name__ == "__main__":
    main()
