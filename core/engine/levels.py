"""Ten levels of play: weaker levels search less and settle for less than the best move.

No level plays at random. A slip is a move that looked nearly as good as the best one at the
level's own depth; the wider the slack, the more often one is chosen.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from makachess.core.engine.driver import Engine
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.engine.timing import ClockLimits
from makachess.core.position import Position

DRAWISH = 30  # centipawns within which a game is called level
OFFER_PAUSE = 15  # full moves between two offers of a draw


@dataclass(frozen=True, slots=True)
class Level:
    """How much a level searches (nodes), and how much worse a move it may play (centipawns)."""

    nodes: int
    slack: float
    lines: int
    seconds: float  # the most it takes when it plays on the clock


LEVELS = {
    1: Level(nodes=50, slack=260, lines=10, seconds=0.5),
    2: Level(nodes=120, slack=160, lines=8, seconds=0.5),
    3: Level(nodes=300, slack=85, lines=8, seconds=0.7),
    4: Level(nodes=900, slack=55, lines=6, seconds=0.7),
    5: Level(nodes=2_500, slack=32, lines=5, seconds=1.0),
    6: Level(nodes=6_000, slack=17, lines=4, seconds=1.0),
    7: Level(nodes=15_000, slack=7, lines=3, seconds=1.5),
    8: Level(nodes=40_000, slack=0, lines=1, seconds=2.0),
    9: Level(nodes=120_000, slack=0, lines=1, seconds=3.0),
    10: Level(nodes=400_000, slack=0, lines=1, seconds=5.0),
}


def level_limits(
    level: int,
    *,
    seconds: float | None = None,
    clock: ClockLimits | None = None,
    seed: int | None = None,
) -> Limits:
    """The limits of a level: nodes alone with a seed, so that games can be repeated; else time too.

    `seconds` or a clock replace the level's own time; level 10 then uses all of it.
    """
    strength = LEVELS[level]
    if seed is not None:
        return Limits(nodes=strength.nodes, multipv=strength.lines)
    own = strength.seconds if clock is None else None
    return Limits(
        nodes=None if level == max(LEVELS) else strength.nodes,
        seconds=own if seconds is None else seconds,
        multipv=strength.lines,
        clock=clock,
    )


def pick(best: BestMove, position: Position, level: int, seed: int | None = None) -> BestMove:
    """The move a level plays, slips included, from the lines of a search within its limits.

    The same seed in the same position gives the same move.
    """
    if len(best.lines) < 2 or not LEVELS[level].slack:
        return best
    dice = random.Random(f"{seed}/{position.fen()}") if seed is not None else random.Random()
    line = max(best.lines, key=lambda info: _appeal(info, LEVELS[level].slack, dice))
    rest = tuple(info for info in best.lines if info is not line)
    return replace(best, move=line.pv[0], lines=(line, *rest))


def choose(
    engine: Engine,
    position: Position,
    level: int,
    seed: int | None = None,
    seconds: float | None = None,
) -> BestMove:
    """The move a level plays; the same seed in the same position of a game gives the same move."""
    found = engine.search(position, level_limits(level, seconds=seconds, seed=seed))
    return pick(found, position, level, seed)


def _appeal(info: Info, slack: float, dice: random.Random) -> float:
    """A line's score blurred by Gumbel noise: the best of these is a draw by softmax."""
    return info.score.value - slack * math.log(-math.log(dice.random() or 0.5))


def accepts_draw(info: Info | None, fullmove: int) -> bool:
    """Whether a player with this evaluation (its own point of view) accepts a draw."""
    if info is None:
        return False
    score = info.score.value
    return score < -DRAWISH or (score < DRAWISH and fullmove > 30)


def offers_draw(info: Info | None, fullmove: int, halfmove: int) -> bool:
    """Whether a player would offer a draw: late in a level, quiet game."""
    if info is None or info.score.mate is not None:
        return False
    return fullmove > 40 and halfmove >= 20 and abs(info.score.centipawns or 0) < DRAWISH
