"""The process that plays games: tasks in, records out, one JSON object a line.

It ends when its input does, and with it the programs it has started.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from queue import SimpleQueue

from makachess.core import MakachessError
from makachess.play.match.game import Task, play_game, record_to_json


def _read(tasks: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        tasks.put(line)
    os._exit(0)


def main() -> None:
    """Play what comes."""
    tasks: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(tasks,), daemon=True).start()
    with asyncio.Runner() as runner:
        while True:
            values = json.loads(tasks.get())
            task = Task(**{**values, "opening": tuple(values["opening"])})
            try:
                answer = record_to_json(runner.run(play_game(task)))
            except MakachessError as error:
                answer = {"error": str(error)}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
