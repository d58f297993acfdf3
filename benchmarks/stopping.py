"""How soon a running search, with the usual learned model, ends when told to by another thread."""

import statistics
import threading
import time

from makachess.core import COMPILED, Position
from makachess.core.engine import Engine, Limits, StopToken
from makachess.variants import load

RUNS = 20
BUDGET = 50


def latency(name: str) -> float:
    """Seconds from the stop to the end of the search."""
    position = Position(load(name))
    engine = Engine(position.variant)
    begun, stop, ended = threading.Event(), StopToken(), []

    def run() -> None:
        engine.search(position, Limits(), lambda info: info.depth >= 3 and begun.set(), stop)
        ended.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    time.sleep(0.1)  # well into the next depth
    told = time.perf_counter()
    stop.stop()
    thread.join()
    return ended[0] - told


def main() -> None:
    print("compiled" if COMPILED else "uncompiled")
    for name in ("veteran", "decimaka", "macadamia", "maka"):
        times = [1000 * latency(name) for _ in range(RUNS)]
        middle, worst = statistics.median(times), max(times)
        print(f"{name:10} median {middle:6.2f} ms, worst {worst:6.2f} ms (<= {BUDGET} ms)")


if __name__ == "__main__":
    main()
