"""Whether a new model wins: a sequential test against the present one, from random openings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from makachess.core.spec import Variant
from makachess.play.match.openings import random_openings
from makachess.play.match.run import Match, check_engines, known_games, play_match
from makachess.play.match.standings import Row, Standings
from makachess.play.match.statistics import Counts, bounds, interval, likelihood_ratio

OPENING_PLIES = 6
UNLIMITED = 10**9  # nodes, where time is the limit


@dataclass(frozen=True, slots=True)
class Trial:
    """A new model against another, with as many nodes or as much time for each."""

    variant: Variant
    new: str  # a file
    present: str  # a file or `none`
    games: int
    nodes: int
    seconds: float | None
    seed: int
    sprt: tuple[float, float]
    processes: int
    save: Path

    def match(self) -> Match:
        """The match to be played."""
        limit = UNLIMITED if self.seconds else self.nodes
        return Match(
            engines=(f"nodes:{limit},model={self.new}", f"nodes:{limit},model={self.present}"),
            variant=self.variant,
            games=self.games,
            opening=random_openings(self.variant, OPENING_PLIES, self.seed),
            seconds=self.seconds,
            seed=self.seed,
            concurrency=self.processes,
            save=self.save,
            sprt=self.sprt,
            max_plies=600,
        )


def run_trial(trial: Trial, tell: Callable[[Standings], object]) -> Standings:
    """Play the games that are missing, until the test is decided; `tell` hears after each."""
    match = trial.match()
    check_engines(match)
    standings = known_games(match, resume=True)

    def heard(_: Row) -> None:
        tell(standings)

    asyncio.run(play_match(match, standings, heard))
    return standings


def has_won(counts: Counts, sprt: tuple[float, float]) -> bool:
    """Whether the test has accepted that the new model is stronger."""
    return likelihood_ratio(counts, *sprt) >= bounds()[1]


def describe(counts: Counts, trial: Trial) -> str:
    """How it went, in a line for the header of the model."""
    low, high = interval(counts)
    limit = f"{trial.seconds:g} s" if trial.seconds else f"{trial.nodes} nodes"
    other = "no model" if trial.present == "none" else "the model before"
    return (
        f"{100 * counts.score:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {counts.games} games "
        f"at {limit} a move against {other}, +{counts.wins} ={counts.draws} -{counts.losses}"
    )
