"""What goes into a search and what comes out, for every engine, built in or not."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.engine.timing import ClockLimits
from makachess.core.move import Move

FORCED = 100_000  # centipawns a forced win stands for in comparisons
BALANCED = "balanced"  # neither of the other styles
STYLES = (BALANCED, "calm", "wild")


@dataclass(frozen=True, slots=True)
class Sight:
    """What a search overlooks: moves after the first `seen` plies, the more the higher the rate.

    The same `salt` overlooks the same.
    """

    rate: int
    seen: int
    salt: int


@dataclass(frozen=True, slots=True)
class Skill:
    """How the built-in engine plays: at a level, repeatably with a seed, and in a style."""

    level: int
    seed: int | None = None
    style: str = BALANCED


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: whichever of depth (plies), nodes or seconds comes first.

    With a `clock` and no `seconds` the engine allots its own time. A search uses `cores` threads;
    their nodes are counted together, and what more than one of them finds cannot be repeated. A
    `skill` is for those who play a move (`levels.play`); a search knows only its `sight`, and what
    overlooks is one thread. `root_moves` are the only ones looked at, if there are any; a forced
    win in `mate` moves or fewer ends the search. Raises ValueError for numbers that are not more
    than 0.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    multipv: int = 1
    clock: ClockLimits | None = None
    cores: int = 1
    sight: Sight | None = None
    skill: Skill | None = None
    root_moves: tuple[Move, ...] = ()
    mate: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "seconds", "multipv", "cores", "mate"):
            number = getattr(self, name)
            if number is not None and not number > 0:
                raise ValueError(f"{name}={number!r}: what limits a search is more than 0")

    @property
    def has_time(self) -> bool:
        """Whether the search ends by time."""
        return self.seconds is not None or self.clock is not None

    def seconds_for(self, color: str) -> float | None:
        """Seconds a colour may think about its move; None for as long as it likes."""
        if self.seconds is None and self.clock is not None:
            return self.clock.budget(color)
        return self.seconds


@dataclass(frozen=True, slots=True)
class Score:
    """An evaluation from the side to move: centipawns, or moves to a forced end.

    `mate` is positive when the side to move wins, negative when it loses; then centipawns is None.
    """

    centipawns: int | None
    mate: int | None = None

    @property
    def value(self) -> int:
        """A number to compare by: forced wins rank above all centipawns, the sooner the better."""
        if self.mate is None:
            return self.centipawns or 0
        return FORCED - 10 * self.mate if self.mate > 0 else -FORCED - 10 * self.mate

    def __str__(self) -> str:
        if self.mate is not None:
            return f"#{self.mate}"
        return f"{(self.centipawns or 0) / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Info:
    """What a search knows after a depth: score, effort and principal variation.

    The built-in engine also tells the plies it has looked ahead at most (`seldepth`) and how full
    its table is, in thousandths; both are 0 where that is not known.
    """

    depth: int
    score: Score
    nodes: int
    seconds: float
    pv: tuple[Move, ...]
    rank: int = 1  # 1 = the best line, 2 = the best one without it, ...
    seldepth: int = 0
    hashfull: int = 0


@dataclass(frozen=True, slots=True)
class BestMove:
    """The end of a search: the move and the lines behind it.

    The move is None where there is no legal one, where a search was stopped before it found any,
    and where the engine `resigns` instead. A move `from_book` has no lines: nothing was searched.
    """

    move: Move | None
    lines: tuple[Info, ...] = ()
    offers_draw: bool = False
    resigns: bool = False
    from_book: bool = False

    @property
    def info(self) -> Info | None:
        """The best line."""
        return self.lines[0] if self.lines else None
