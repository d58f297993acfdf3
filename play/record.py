"""What puzzles have been tried: the rating after each, what was solved in a row, what comes back.

A line a try, the last one last; all else follows from these.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import exp, log, pi, sqrt
from pathlib import Path

from makachess.play.kept_lines import KeptLines

today: Callable[[], date] = date.today  # the one clock that says what day it is; tests set it

SOLVED, FAILED, HELPED = "solved", "failed", "helped"
INTERVALS = (1, 3, 7, 14, 30)  # days after which a puzzle that was not solved comes back
MOST = 5000  # tries that are kept
UNSURE = 350.0  # Glicko's deviation of a newcomer, and of a puzzle, rated by its nodes alone
HEAD = "# Puzzles tried: day, puzzle, result, and then rating, deviation."
_LINE = re.compile(
    r"(\d{4}-\d\d-\d\d) ([a-z0-9-]+/[a-z0-9-]+) (solved|failed|helped)"
    r" ([1-9]\d{2,3}\.\d) ([1-9]\d{1,2}\.\d)(?: 0\.\d{5})?"  # once, a volatility
)
# Glicko (http://www.glicko.net/glicko/glicko.pdf), to which the Glicko-2 of lichess comes within a
# point. There a newcomer begins with puzzles of 1500, the middle; here the easy ones come first, so
# a newcomer's rating is near theirs: else the first mistake would cost half of it.
Q = log(10) / 400
DRIFT = 15.6  # how much less certain a rating is after a game, and
PERIODS = 0.21436  # as often after a day
RATINGS, DEVIATIONS = (400.0, 4000.0), (45.0, UNSURE)
PROVISIONAL = 110.0  # the deviation above which a rating says little


@dataclass(frozen=True, slots=True)
class Rating:
    value: float = 1200.0
    deviation: float = UNSURE

    def __str__(self) -> str:
        return f"{self.value:.0f}" + "?" * (self.deviation > PROVISIONAL)


def rate(player: Rating, opponent: Rating, score: float, days: float = 0) -> Rating:
    """The rating after a game, some days after the one before, of which the score is 0 to 1."""
    g = 1 / sqrt(1 + 3 * (Q * opponent.deviation / pi) ** 2)
    expected = 1 / (1 + exp(-Q * g * (player.value - opponent.value)))
    before = player.deviation**2 + DRIFT**2 * (1 + PERIODS * days)
    after = 1 / (1 / before + (Q * g) ** 2 * expected * (1 - expected))
    value = player.value + after * Q * g * (score - expected)
    return Rating(_within(value, RATINGS), _within(sqrt(after), DEVIATIONS))


def _within(value: float, bounds: tuple[float, float]) -> float:
    return min(max(value, bounds[0]), bounds[1])


@dataclass(frozen=True, slots=True)
class Try:
    """A puzzle tried on a day, and the rating after it, which the first try alone changes."""

    day: date
    key: str
    result: str
    rating: Rating
    counts: bool

    def __str__(self) -> str:
        rating = f"{self.rating.value:.1f} {self.rating.deviation:.1f}"
        return f"{self.day} {self.key} {self.result} {rating}"


class Record:
    """The tries of a player, in a file of the player's folder."""

    def __init__(self, path: Path) -> None:
        self._file = KeptLines(path, HEAD, self._take)
        self._forget()
        self._file.read()

    def _forget(self) -> None:
        self.tries: list[Try] = []
        self._keys: set[str] = set()
        self._back: dict[str, tuple[int, date]] = {}  # which interval it is, and when it ends

    def _take(self, line: str) -> bool:
        match = _LINE.fullmatch(line)
        try:
            day = date.fromisoformat(match[1]) if match else None
        except ValueError:
            day = None
        if match is None or day is None:
            return False
        self._add(day, match[2], match[3], Rating(*map(float, match.group(4, 5))))
        return True

    def _add(self, day: date, key: str, result: str, rating: Rating) -> None:
        counts = key not in self._keys and result != HELPED
        self._keys.add(key)
        self.tries.append(Try(day, key, result, rating, counts))
        stage, due = self._back.get(key, (-1, day))
        if result != SOLVED:
            stage = 0
        elif stage < 0 or day < due:
            return
        else:
            stage += 1
        if stage < len(INTERVALS):
            self._back[key] = stage, day + timedelta(INTERVALS[stage])
        else:
            del self._back[key]

    @property
    def faults(self) -> list[str]:
        return self._file.faults

    @property
    def rating(self) -> Rating:
        return self.tries[-1].rating if self.tries else Rating()

    @property
    def streaks(self) -> tuple[int, int]:
        """How many puzzles have been solved in a row, at the first try: now, and at most."""
        now = most = 0
        for one in self.tries:
            if one.counts:
                now = now + 1 if one.result == SOLVED else 0
                most = max(most, now)
        return now, most

    @property
    def days_in_a_row(self) -> int:
        """On how many days up to today, or to yesterday, something was solved."""
        solved = {one.day for one in self.tries if one.result == SOLVED}
        day = today()
        day -= timedelta(day not in solved)
        count = 0
        while day - timedelta(count) in solved:
            count += 1
        return count

    def is_due(self, key: str) -> bool:
        """Whether a puzzle that was not solved is to be solved again today."""
        return key in self._back and self._back[key][1] <= today()

    def days_until(self, key: str) -> int:
        """In how many days a puzzle comes back; 0 if it does not, or does today."""
        return max((self._back[key][1] - today()).days, 0) if key in self._back else 0

    @property
    def waiting(self) -> list[str]:
        """The puzzles that come back, today or later, the next one first."""
        return sorted(self._back, key=lambda key: (self._back[key][1], key))

    def note(self, key: str, result: str, opponent: float = 0) -> str:
        """Note a try of a puzzle of a rating (0: of none); why it cannot be kept, if it cannot."""

        def lines() -> list[str]:
            day, before = today(), self.rating
            self._add(day, key, result, before)
            last = self.tries[-1]
            if last.counts and opponent:
                rated = [one for one in self.tries[:-1] if one.counts]
                age = max((day - rated[-1].day).days, 0) if rated else 0
                after = rate(before, Rating(opponent, UNSURE), result == SOLVED, age)
                self.tries[-1] = replace(last, rating=after)
            return [str(one) for one in self.tries[-MOST:]]

        self._forget()
        return self._file.change(lines)
