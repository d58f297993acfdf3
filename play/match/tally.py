"""The table of a match: games added up, and put into words."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields

from makachess.play.match.game import Record
from makachess.play.match.players import Conduct
from makachess.play.match.statistics import (
    Counts,
    bounds,
    elo,
    interval,
    likelihood_ratio,
    superiority,
)

POINTS = {True: 2, None: 1, False: 0}  # half points by whether the first engine has won


@dataclass(frozen=True, slots=True)
class Row:
    """A game as the table needs it, seen from the first engine.

    `won` is None for a draw; a game that does not count has its `reason` all the same.
    """

    number: int
    counts: bool
    won: bool | None
    reason: str
    first: Conduct
    second: Conduct


def first_is_white(number: int) -> bool:
    """Whether the first engine has White in a game: the colours change within each pair."""
    return number % 2 == 0


def row_of(record: Record) -> Row:
    """The row of a game just played."""
    white, black = record.white, record.black
    is_white = first_is_white(record.number)
    mine = "white" if is_white else "black"
    won = None if record.winner in (None, "draw") else record.winner == mine
    first, second = (white, black) if is_white else (black, white)
    return Row(record.number, record.winner is not None, won, record.reason, first, second)


@dataclass(slots=True)
class Tally:
    """All games of two engines so far."""

    rows: dict[int, Row] = field(default_factory=dict)

    def add(self, rows: Iterable[Row]) -> None:
        """Take in games; a number that is there already is replaced."""
        self.rows.update({row.number: row for row in rows})

    @property
    def counts(self) -> Counts:
        """The games that count."""
        counted = [row for row in self.rows.values() if row.counts]
        results = Counter(row.won for row in counted)
        return Counts(results[True], results[None], results[False], self._pairs(counted))

    def _pairs(self, counted: list[Row]) -> tuple[int, int, int, int, int]:
        points: dict[int, list[int]] = defaultdict(list)
        for row in counted:
            points[row.number // 2].append(POINTS[row.won])
        seen = Counter(sum(pair) for pair in points.values() if len(pair) == 2)
        return seen[0], seen[1], seen[2], seen[3], seen[4]

    def conduct(self, first: bool) -> Conduct:
        """What one engine did in all games together."""
        total = Conduct()
        for row in self.rows.values():
            part = row.first if first else row.second
            for item in fields(Conduct):
                setattr(total, item.name, getattr(total, item.name) + getattr(part, item.name))
        return total

    def reasons(self, *, draws: bool) -> Counter[str]:
        """Why games were drawn, or why they do not count."""
        return Counter(
            row.reason
            for row in self.rows.values()
            if (row.counts and row.won is None if draws else not row.counts)
        )


# --- words --------------------------------------------------------------------------------------


def format_score(counts: Counts) -> str:
    """Wins, draws, losses, score and Elo in a line."""
    low, high = interval(counts)
    return (
        f"+{counts.wins} ={counts.draws} -{counts.losses}, score {100 * counts.score:.1f} %, "
        f"Elo {_elo(counts.score)} [{_elo(low)}, {_elo(high)}]"
    )


def _elo(score: float) -> str:
    difference = elo(score)
    if math.isinf(difference):
        return "+inf" if difference > 0 else "-inf"
    return f"{difference:+.0f}"


def format_table(
    tally: Tally, names: tuple[str, str], sprt: tuple[float, float] | None
) -> Iterator[str]:
    """The whole result, line by line."""
    counts = tally.counts
    yield f"{names[0]} against {names[1]}: {counts.games} games"
    yield f"{format_score(counts)} (95 %)"
    yield (
        f"pairs 0-2 to 2-0: {' '.join(map(str, counts.pairs))}; "
        f"likelihood that {names[0]} is stronger {100 * superiority(counts):.1f} %"
    )
    if counts.draws:
        yield f"drawn by {_listed(tally.reasons(draws=True))}"
    apart = tally.reasons(draws=False)
    if apart:
        yield f"not counted: {apart.total()} ({_listed(apart)})"
    for name, first in zip(names, (True, False), strict=True):
        yield _format_conduct(name, tally.conduct(first))
    if sprt is not None:
        yield format_sprt(counts, sprt)


def _listed(reasons: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())


def _format_conduct(name: str, conduct: Conduct) -> str:
    spent = conduct.seconds / conduct.moves if conduct.moves else 0.0
    text = f"{name}: {conduct.moves} moves, {spent:.3f} s a move"
    for count, word in (
        (conduct.crashes, "crashes"),
        (conduct.hangs, "without an answer"),
        (conduct.illegal, "illegal moves"),
        (conduct.helped, "moves by the stand-in"),
    ):
        text += f", {count} {word}" if count else ""
    return text


def format_sprt(counts: Counts, sprt: tuple[float, float]) -> str:
    """The state of the sequential test."""
    low, high = bounds()
    ratio = likelihood_ratio(counts, *sprt)
    verdict = f"Elo {sprt[1]:g} accepted" if ratio >= high else ""
    verdict = f"Elo {sprt[0]:g} accepted" if ratio <= low else verdict or "undecided"
    return (
        f"SPRT Elo {sprt[0]:g} against {sprt[1]:g}: {ratio:.2f} [{low:.2f}, {high:.2f}], {verdict}"
    )


def is_decided(counts: Counts, sprt: tuple[float, float]) -> bool:
    """Whether the sequential test has come to a verdict."""
    low, high = bounds()
    return not low < likelihood_ratio(counts, *sprt) < high
