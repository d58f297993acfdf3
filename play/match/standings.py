"""The standings of a match, and their text."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from makachess.core.counting import how_many
from makachess.play.match.game import FAULTS, PlayedGame
from makachess.play.match.players import PlayerStats
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
    """A game as the standings need it, seen from the first engine.

    `won` is None for a draw; a game that does not count has its `reason` all the same.
    """

    number: int
    counts: bool
    won: bool | None
    reason: str
    first: PlayerStats
    second: PlayerStats

    @property
    def by_fault(self) -> bool:
        """Whether it was lost, or does not count, because a program failed."""
        return self.reason.startswith(FAULTS)


def is_draw(row: Row) -> bool:
    """Whether a game counts as a draw."""
    return row.counts and row.won is None


def is_lost_by_fault(row: Row) -> bool:
    """Whether a game was lost because a program failed."""
    return row.counts and row.by_fault


def is_apart(row: Row) -> bool:
    """Whether a game does not count."""
    return not row.counts


def first_is_white(number: int) -> bool:
    """Whether the first engine has White in a game: the colours change within each pair."""
    return number % 2 == 0


def row_of(played: PlayedGame) -> Row:
    """The row of a game just played."""
    white, black = played.white, played.black
    is_white = first_is_white(played.number)
    mine = "white" if is_white else "black"
    won = None if played.winner in (None, "draw") else played.winner == mine
    first, second = (white, black) if is_white else (black, white)
    return Row(played.number, played.winner is not None, won, played.reason, first, second)


@dataclass(slots=True)
class Standings:
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

    def stats(self, first: bool) -> PlayerStats:
        """One engine's statistics over all games."""
        parts = (row.first if first else row.second for row in self.rows.values())
        return sum(parts, PlayerStats())

    def reasons(self, of: Callable[[Row], bool]) -> Counter[str]:
        """The reasons of some of the games."""
        return Counter(row.reason for row in self.rows.values() if of(row))


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
    standings: Standings, names: tuple[str, str], sprt: tuple[float, float] | None
) -> Iterator[str]:
    """The whole result, line by line."""
    counts = standings.counts
    yield f"{names[0]} against {names[1]}: {how_many(counts.games, 'game')}"
    yield f"{format_score(counts)} (95 %)"
    yield (
        f"pairs 0-2 to 2-0: {' '.join(map(str, counts.pairs))}; "
        f"likelihood that {names[0]} is stronger {100 * superiority(counts):.1f} %"
    )
    if drawn := standings.reasons(is_draw):
        yield f"drawn by {_listed(drawn)}"
    for what, of in (("lost by a fault", is_lost_by_fault), ("not counted", is_apart)):
        if found := standings.reasons(of):
            yield f"{what}: {found.total()} ({_listed(found)})"
    for name, first in zip(names, (True, False), strict=True):
        yield _format_stats(name, standings.stats(first))
    if sprt is not None:
        yield format_sprt(counts, sprt)


def _listed(reasons: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())


def _format_stats(name: str, stats: PlayerStats) -> str:
    spent = stats.seconds / stats.moves if stats.moves else 0.0
    text = f"{name}: {how_many(stats.moves, 'move')}, {spent:.3f} s a move"
    for count, one, several in (
        (stats.crashes, "crash", "crashes"),
        (stats.hangs, "without an answer", "without an answer"),
        (stats.illegal, "illegal move", "illegal moves"),
        (stats.helped, "move by the stand-in", "moves by the stand-in"),
    ):
        text += f", {how_many(count, one, several)}" if count else ""
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
    """Whether the sequential test is decided."""
    low, high = bounds()
    return not low < likelihood_ratio(counts, *sprt) < high
