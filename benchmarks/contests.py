"""The contests of `strength.py`: who plays whom, at which game, how often, and for which score."""

from __future__ import annotations

import os
from dataclasses import dataclass

from makachess.core.engine import LEVELS
from makachess.variants import names

BEFORE = "before"  # stands for the program that `--before` names
LONGEST = 600  # plies of a game between levels
LEAD = 6  # average pieces, with which a game of makachess with itself is won if both say so
SECONDS = 0.1  # a move, wherever there is a clock
SHORT = 0.05  # where a game keeps all cores busy, so that none can be played beside it


@dataclass(frozen=True)
class Contest:
    """Two engines, the games they play, and the score that the first one is to reach."""

    name: str
    variant: str
    engines: tuple[str, str]
    games: int
    goal: float
    seconds: float | None = None  # a move; levels are limited by nodes alone
    plies: int = 4  # random ones at the beginning
    max_plies: int = 0  # after which a game is drawn; 0: as long as it takes
    lead: float = 0.0  # average pieces, with which a side has won if both say so; 0: played out
    cores: int = 1  # that one game keeps busy
    unaided: bool = False  # whether games count only where no program had to be restarted

    def side_by_side(self, cores: int) -> int:
        """How many games a number of cores can play at a time without slowing each other."""
        return max(1, cores // self.cores)


def contests() -> dict[str, Contest]:
    """All contests by name, in the order in which they are played and printed."""
    found = [*_programs(), *_before(), *_cores(), *_levels()]
    return {contest.name: contest for contest in found}


def _programs() -> list[Contest]:
    rows = (
        ("macadamia-hachu", "macadamia", "hachu", 60, 0.9),
        ("chu-hachu", "chu", "hachu", 100, 0.98),
        ("chess-fairymax", "chess", "fairymax", 100, 0.93),
        ("chess-gnuchess", "chess", "gnuchess --uci", 100, 0.85),
        ("chess-phalanx", "chess", "phalanx", 100, 0.85),
        ("chess-toga", "chess", "toga2", 100, 0.6),
        ("chess-hachu", "chess", "hachu", 100, 0.95),
        ("grand-fairy-stockfish", "grand", "fairy-stockfish", 100, 0.4),
        ("grand-fairy-stockfish-3000", "grand", "nodes:3000 fairy-stockfish", 100, 0.75),
        ("grand-fairy-stockfish-10000", "grand", "nodes:10000 fairy-stockfish", 100, 0.6),
        ("grand-fairy-stockfish-30000", "grand", "nodes:30000 fairy-stockfish", 100, 0.5),
        ("chess-fairy-stockfish", "chess", "fairy-stockfish", 100, 0.2),
        ("chess-fairy-stockfish-3000", "chess", "nodes:3000 fairy-stockfish", 100, 0.75),
        ("chess-fairy-stockfish-10000", "chess", "nodes:10000 fairy-stockfish", 100, 0.6),
        ("chess-fairy-stockfish-30000", "chess", "nodes:30000 fairy-stockfish", 100, 0.4),
    )
    return [
        Contest(
            name,
            variant,
            ("level:10", program),
            games,
            goal,
            SECONDS,
            unaided=name == "chess-hachu",  # elsewhere it hardly ends a game, or never fails
        )
        for name, variant, program, games, goal in rows
    ]


def _before() -> list[Contest]:
    """Against the engine before it learned anything, and commit 2990870; `--before` names it."""
    untrained = {name: (100, 0.7) if name == "maka" else (200, 0.75) for name in names()}
    high = ("chess", "decimaka", "macadamia")
    trained = {name: (100, 0.65 if name in high else 0.6) for name in names()}
    return [
        Contest(
            f"{variant}-{older}", variant, ("level:10", BEFORE), games, goal, SECONDS, lead=LEAD
        )
        for older, rows in (("before", untrained), ("2990870", trained))
        for variant, (games, goal) in rows.items()
    ]


def _cores() -> list[Contest]:
    engines = ("level:10,cores=2", "level:10,cores=1")
    if (os.cpu_count() or 1) < 2:
        return []
    return [
        Contest(f"{variant}-cores", variant, engines, 200, goal, SHORT, lead=LEAD, cores=2)
        for variant, goal in (("chess", 0.58), ("veteran", 0.6))
    ]


def _levels() -> list[Contest]:
    return [
        Contest(
            f"{variant}-{level}-{level - 1}",
            variant,
            (f"level:{level}", f"level:{level - 1}"),
            games=100,
            goal=0.65,
            max_plies=LONGEST,
            lead=LEAD,
        )
        for level in range(2, max(LEVELS) + 1)
        for variant in names()
    ]
