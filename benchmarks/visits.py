"""Going through a program's screens by keys: the bytes and seconds that each takes."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pty_harness import Terminal

QUIET = 0.4  # seconds without output after which a screen counts as complete
GLANCE = 0.08  # and a step; what follows a rest of the cursor comes after twice as long
ANSWER = 1.0  # seconds within which a key shows, if it shows at all
BLOCK = 65536  # bytes
STEPS = 12  # of the cursor or highlight, to and fro
SCREEN, STEP, CURSOR, REST, FILTER, MOVE = 6_000, 500, 150, 3_000, 1_500, 500  # bytes, at 80x24


@dataclass(frozen=True, slots=True)
class Visit:
    """A screen: how it is reached and opened, a step there and back, and how it is left.

    These are keys with spaces between them; those of `reach` and `back` are not counted. `shows` is
    on the screen once it is open, `types` is a key that filters. Budgets are in bytes, at 80x24.
    `screen` is its name in tests/every_screen.py.
    """

    name: str
    shows: str
    opens: str = "enter"
    screen: str = ""
    reach: str = ""
    steps: str = ""
    types: str = ""
    closes: str = "escape"
    back: str = ""
    budget: int = SCREEN
    step_budget: int = STEP


@dataclass(frozen=True, slots=True)
class Burst:
    """What was written from a key on: bytes, and seconds until the first of them."""

    count: int
    first: float


def burst(terminal: Terminal, *keys: str, quiet: float = QUIET) -> Burst:
    """Press keys, and read until the program has been quiet for some seconds."""
    chunks: list[bytes] = []
    began, first = time.perf_counter(), 0.0
    terminal.press(*keys)
    wait = ANSWER if keys else quiet
    while select.select([terminal.descriptor], [], [], wait)[0]:
        wait = quiet
        first = first or time.perf_counter() - began
        try:
            chunks.append(os.read(terminal.descriptor, BLOCK))
        except OSError:  # the program has ended
            break
    data = b"".join(chunks)
    terminal.take_in(data)  # only now: the emulator takes longer than the program
    return Burst(len(data), first)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a visit has cost: bytes, and the bursts that followed the steps; None: not measured."""

    visit: Visit
    opened: Burst
    step: int | None = None
    rest: int | None = None
    typed: int | None = None
    closed: int | None = None
    steps: Sequence[Burst] = ()


def costs(terminal: Terminal, visits: Sequence[Visit]) -> Iterator[Cost]:
    """Visit screens one after another; the first is what the program opens with."""
    terminal.wait_for(visits[0].shows)
    burst(terminal)
    yield measure(terminal, visits[0], before=0)
    for visit in visits[1:]:
        for key in visit.reach.split():
            burst(terminal, key, quiet=GLANCE)
        burst(terminal)
        yield measure(terminal, visit, before=terminal.received)
        for key in visit.back.split():
            burst(terminal, key, quiet=GLANCE)


def measure(terminal: Terminal, visit: Visit, before: int) -> Cost:
    """Open a screen, take steps, type, and leave it; `before` is how many bytes had come before."""
    opened = burst(terminal, *visit.opens.split())
    terminal.wait_for(visit.shows)
    burst(terminal)
    opened = replace(opened, count=terminal.received - before)
    taken, rest = _steps(terminal, visit.steps.split()) if visit.steps else ([], None)
    typed = burst(terminal, visit.types, quiet=GLANCE).count if visit.types else None
    if visit.types:
        burst(terminal)
        burst(terminal, "backspace")
    closed = burst(terminal, *visit.closes.split()).count if visit.closes else None
    return Cost(
        visit=visit,
        opened=opened,
        step=max((step.count for step in taken), default=None),
        rest=rest,
        typed=typed,
        closed=closed,
        steps=taken,
    )


def _steps(terminal: Terminal, keys: Sequence[str]) -> tuple[list[Burst], int]:
    """Steps to and fro, and the bytes that follow once the cursor has rested."""
    taken, rest = [], 0
    for at in range(STEPS):
        taken.append(burst(terminal, keys[at % len(keys)], quiet=GLANCE))
        if at < len(keys):
            rest = max(rest, burst(terminal).count)
    return taken, rest
