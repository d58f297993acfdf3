"""Running a target over its inputs, and keeping what crashes it."""

from __future__ import annotations

import hashlib
import signal
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.mutator import Mutator
from fuzz.targets import Target

HANG = 20.0  # seconds after which an input counts as one that hangs
MOST_CRASHES = 20  # different ones, after which a target is given up


class HangError(Exception):
    """An input that takes too long."""


@dataclass(slots=True)
class Run:
    """What came of a target: inputs tried, seconds taken, and crashes by their place."""

    name: str
    inputs: int = 0
    seconds: float = 0.0
    answers: int = 0  # different ones
    crashes: dict[str, bytes] = field(default_factory=dict)


def run_target(target: Target, count: int, seed: int) -> Run:
    """Try a number of inputs on a target."""
    mutator = Mutator(seed, target.samples(), target.words())
    run = Run(target.name)
    answers = set()
    signal.signal(signal.SIGALRM, _on_alarm)
    began = time.process_time()
    for _ in range(count):
        data = mutator.next()
        answer = try_input(target, data, run)
        answers.add(answer)
        mutator.note(data, answer)
        run.inputs += 1
        if len(run.crashes) >= MOST_CRASHES:
            break
    run.seconds, run.answers = time.process_time() - began, len(answers)
    return run


def try_input(target: Target, data: bytes, run: Run) -> str:
    """The answer of a target to one input; an exception is noted with the place it comes from."""
    signal.setitimer(signal.ITIMER_REAL, HANG)
    try:
        return target.call(data)
    except Exception as error:
        trace = traceback.extract_tb(error.__traceback__)
        places = [f"{frame.filename}:{frame.lineno}" for frame in trace[-3:]]
        place = f"{type(error).__name__}: {error!s:.200} in {' '.join(places)}"
        run.crashes.setdefault(place, data)
        return f"crash {places}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def keep_crashes(run: Run, folder: Path) -> list[Path]:
    """Write each crash's input to a file of its own, with a note of the error beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = []
    for place, data in run.crashes.items():
        digest = hashlib.sha256(data).hexdigest()[:12]
        path = folder / f"crash-{run.name.replace(' ', '-')}-{digest}"
        path.write_bytes(data)
        path.with_suffix(".txt").write_text(f"{place}\n{data!r}\n")
        kept.append(path)
    return kept


def _on_alarm(*_: object) -> None:
    raise HangError(f"no answer within {HANG:g} s")
