"""The promises of docs/reliability.md, and the table of what was done to break them."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

PROMISES = {
    1: "a move announced on screen is on disk",
    2: "no game is overwritten by another program",
    3: "nothing is unsaved in silence",
    4: "no input ends the program",
    5: "no file, name or engine writes to the terminal",
    6: "opening a file takes bounded time and memory",
    7: "an engine cannot keep you from playing or leaving",
    8: "the terminal is given back",
    9: "a cut line leaves no process",
}
SLACK = 4.0  # times a limit in seconds that make a failure: the machine may be slow, and busy


@dataclass(slots=True)
class Row:
    """What was done against a promise, how often, and what went wrong.

    `limit` and `worst` are seconds, for promises of a time.
    """

    promise: int
    what: str
    limit: float = 0.0
    count: int = 0
    worst: float = 0.0
    failures: list[str] = field(default_factory=list)

    @contextmanager
    def case(self, name: object) -> Iterator[None]:
        """One case; if it fails, the failure is noted and the row goes on."""
        self.count += 1
        try:
            yield
        except Exception:  # an assertion, or a wait in vain
            self.failures.append(f"{name}: {traceback.format_exc(limit=-3)}")

    def took(self, seconds: float) -> None:
        """Note a measured time; far over the limit it is a failure."""
        self.worst = max(self.worst, seconds)
        assert seconds <= self.limit * SLACK, f"took {seconds:.2f} s instead of {self.limit} s"

    def pack(self) -> list[object]:
        """The row as plain values, to be sent between processes."""
        return [self.promise, self.what, self.limit, self.count, self.worst, self.failures]


def merge(packed: Iterable[list]) -> list[Row]:
    """One row for each thing done, those of one promise together."""
    rows: dict[tuple[int, str], Row] = {}
    for values in packed:
        new = Row(*values)
        row = rows.setdefault((new.promise, new.what), Row(new.promise, new.what, new.limit))
        row.count += new.count
        row.worst = max(row.worst, new.worst)
        row.failures += new.failures
    return [rows[key] for key in sorted(rows)]


def generate_table(rows: list[Row]) -> Iterator[str]:
    """The lines of the table; a promise nobody tried to break is a failure in it."""
    yield f"{'':48} {'count':>7} {'failed':>7}  worst time"
    for promise, text in PROMISES.items():
        yield f"{promise}. {text}"
        ours = [row for row in rows if row.promise == promise]
        for row in ours:
            time = f"{row.worst:.2f} s of {row.limit:g} s" if row.limit else ""
            yield f"   {row.what:45} {row.count:7,} {len(row.failures):7,}  {time}".rstrip()
        if not ours:
            yield f"   {'NOT TESTED':45} {0:7} {'!':>7}"
    count, failed = sum(row.count for row in rows), sum(len(row.failures) for row in rows)
    yield f"{'all':48} {count:7,} {failed:7,}"


def sample(names: Iterable[str], *small: str) -> list[object]:
    """Parameters of a test, of which only some are tried at the small scale."""
    return [name if name in small else pytest.param(name, marks=pytest.mark.full) for name in names]


def untested(rows: list[Row]) -> list[int]:
    """The promises without a case."""
    return [p for p in PROMISES if not any(row.promise == p and row.count for row in rows)]
