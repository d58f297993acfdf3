"""The figures of many games together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles

from makachess.play.balance.game import Change, GameFacts
from makachess.play.match.statistics import Counts, interval


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one series, in the order of their numbers; there is at least one."""

    games: tuple[GameFacts, ...]

    @classmethod
    def of(cls, games: Sequence[GameFacts]) -> Tally:
        """A tally of games in any order."""
        return cls(tuple(sorted(games, key=lambda game: game.number)))

    @property
    def counts(self) -> Counts:
        """White's wins, draws and losses."""
        found = Counter(game.winner for game in self.games)
        return Counts(found["white"], found["draw"], found["black"])

    @property
    def first_move(self) -> tuple[float, float, float]:
        """White's share of the points, and between which the true one lies in 95 cases of 100."""
        return self.counts.score, *interval(self.counts)

    @property
    def endings(self) -> Counter[str]:
        """How often the games ended for each reason."""
        return Counter(game.reason for game in self.games)

    @property
    def moves(self) -> tuple[float, ...]:
        """Moves of both sides together: shortest, lower quartile, median, upper one, longest."""
        lengths = [(game.plies + 1) // 2 for game in self.games]
        low, middle, high = quantiles(lengths * 2, n=4, method="inclusive")
        return min(lengths), low, middle, high, max(lengths)

    @property
    def captures(self) -> float:
        """Men taken a game."""
        return fmean(len(game.taken) for game in self.games)

    @property
    def first_capture(self) -> float | None:
        """The move of the first capture, by the median of the games that have one."""
        plies = [(game.first_capture + 1) // 2 for game in self.games if game.first_capture]
        return median(plies) if plies else None

    @property
    def choice(self) -> float:
        """Legal moves of a position."""
        return sum(g.choices for g in self.games) / max(1, sum(g.plies for g in self.games))

    @property
    def men_left(self) -> float:
        """Men on the board at the end."""
        return fmean(game.left for game in self.games)

    @property
    def turned(self) -> float:
        """The share of the decided games in which the winner had been behind."""
        won = [game for game in self.games if game.winner != "draw"]
        return sum(game.turned for game in won) / len(won) if won else 0.0

    def taken(self, kind: str) -> float:
        """How many men of a type are taken a game."""
        return sum(game.taken.count(kind) for game in self.games) / len(self.games)

    def changes(self, kind: str) -> Counter[Change]:
        """What men of a type became, and how."""
        return Counter(c for game in self.games for c in game.changes if c.kind == kind)

    def changing(self, kind: str) -> float:
        """The share of games in which a man of a type changed."""
        return sum(any(c.kind == kind for c in g.changes) for g in self.games) / len(self.games)
