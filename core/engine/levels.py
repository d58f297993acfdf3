"""Ten levels of play: weaker levels search less, overlook more and settle for less than the best.

No level plays at random. A slip is a move that looked nearly as good as the best one; the lower
levels overlook what a person would (`core.kernel.search.state`), and then take a second, short
look at the move they mean to play, as a person does: what loses at once is not played.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.report import BALANCED, BestMove, Info, Limits, Score, Sight, Skill
from makachess.core.engine.stopping import PonderToken, StopToken
from makachess.core.engine.timing import ClockLimits
from makachess.core.move import Move
from makachess.core.notation.coordinates import kind_at
from makachess.core.position import Position
from makachess.core.spec import Variant

if TYPE_CHECKING:
    from makachess.core.engine.run import Engine

DRAWISH = 30  # centipawns within which a game is called level
OFFER_PAUSE = 15  # full moves between two offers of a draw
LOOK = 2  # plies of the second look
CHECKED = 3  # moves among which it looks for a better one
LOST = Score(None, -1).value  # what a move is worth that loses at once
STYLED = 3  # lines that a level looks at for the sake of its style


@dataclass(frozen=True, slots=True)
class Level:
    """How much a level searches (nodes), and how much worse a move it may play (centipawns).

    Beyond the first `seen` plies it overlooks moves at a `rate`, and takes a second look: what then
    loses more than `careless` average pieces it does not play.
    """

    nodes: int
    slack: float
    lines: int
    seconds: float  # the most it takes when it plays on the clock
    words: str  # an estimate of who plays like that
    habit: str  # how it plays, as the numbers beside it say
    rate: int = 0
    seen: int = 1
    careless: float | None = None


LEVELS = {
    1: Level(
        50, 130, 8, 0.5, "a beginner",
        "overlooks most long moves, and may leave any piece hanging", rate=80, careless=4,
    ),
    2: Level(
        60, 100, 8, 0.5, "an improving player",
        "overlooks long moves, and may leave a piece hanging", rate=65, careless=1.9,
    ),
    3: Level(
        120, 90, 6, 0.7, "a casual player",
        "overlooks long moves, but hardly gives a piece away", rate=50, careless=1,
    ),
    4: Level(
        350, 60, 6, 0.7, "a keen player",
        "sees your next move, but overlooks long ones after it", rate=25, seen=2, careless=0.35,
    ),
    5: Level(
        1_500, 22, 5, 1.0, "a good amateur",
        "looks a few moves ahead, and overlooks some of them", rate=4, seen=2, careless=0.15,
    ),
    6: Level(5_000, 18, 4, 1.0, "a club player", "thinks of every move, but is not always exact"),
    7: Level(10_000, 9, 3, 1.5, "a good club player", "is twice as exact as level 6"),
    8: Level(15_000, 0, 1, 2.0, "a strong club player", "always plays the best move it finds"),
    9: Level(45_000, 0, 1, 3.0, "an expert", "looks at three times as much as level 8"),
    10: Level(160_000, 0, 1, 5.0, "a master", "looks at the most, for as long as it may"),
}  # fmt: skip

# Where nearly every slip decides the game.
_EXACT = {6: replace(LEVELS[6], slack=12), 7: replace(LEVELS[7], slack=6)}
# Where captures promote, a piece that is left to be taken loses most games.
_CAPTURES_PROMOTE = {
    1: replace(LEVELS[1], rate=75, careless=3.2),
    3: replace(LEVELS[3], careless=1.2),
    4: replace(LEVELS[4], careless=0.6),
    5: replace(LEVELS[5], rate=1, seen=3),
    **_EXACT,
}
# On large boards many moves are worth nearly the same, and no search at these levels sees far: only
# slips and a second look at what they mean to play tell one from the next.
_SHOGI = {
    2: replace(LEVELS[2], slack=120, lines=10, careless=2.2),
    3: replace(LEVELS[3], slack=120, lines=10, careless=1.4),
    4: replace(LEVELS[4], slack=150, lines=12, rate=30, careless=0.7),
    5: replace(LEVELS[5], slack=60, lines=12, rate=12, careless=0.35),
    6: replace(LEVELS[6], slack=20, lines=6, careless=0.15),
    7: replace(LEVELS[7], slack=10, careless=0.15),
    8: replace(LEVELS[8], careless=0.15),
}
OWN = {
    "veteran": {
        1: replace(LEVELS[1], careless=6),
        2: replace(LEVELS[2], careless=2.8),
        3: replace(LEVELS[3], careless=1.4),
        **_EXACT,
    },
    "decimaka": _CAPTURES_PROMOTE,
    "decimaka-revised": {
        **_CAPTURES_PROMOTE,  # with which level 6 was hardly better than 5
        5: replace(LEVELS[5], rate=2, seen=3),
        6: replace(LEVELS[6], slack=8),
        7: replace(LEVELS[7], slack=4),
    },
    "macadamia": {
        **_SHOGI,
        1: replace(LEVELS[1], careless=5),
        2: replace(_SHOGI[2], careless=2.9),
    },
    "maka": _SHOGI,
}
"""The levels that have figures of their own in a game."""


def level_in(variant: Variant, number: int) -> Level:
    """A level as it plays a game.

    >>> from makachess.variants import load
    >>> [level_in(load(name), 5).rate for name in ("chess", "decimaka")]
    [4, 1]
    """
    return OWN.get(variant.name, LEVELS).get(number, LEVELS[number])


def level_limits(
    level: int,
    *,
    seconds: float | None = None,
    clock: ClockLimits | None = None,
    seed: int | None = None,
    style: str = BALANCED,
) -> Limits:
    """The limits of a level: nodes alone with a seed, so that games can be repeated; else time too.

    `seconds` or a clock replace the level's own time; level 10 then uses all of it.
    """
    strength = LEVELS[level]
    skill = Skill(level, seed, style)
    lines = max(strength.lines, STYLED) if style != BALANCED else strength.lines
    if seed is not None:
        return Limits(nodes=strength.nodes, multipv=lines, skill=skill)
    own = strength.seconds if clock is None else None
    return Limits(
        nodes=None if level == max(LEVELS) else strength.nodes,
        seconds=own if seconds is None else seconds,
        multipv=lines,
        clock=clock,
        skill=skill,
    )


def choose(
    engine: Engine,
    position: Position,
    level: int,
    seed: int | None = None,
    seconds: float | None = None,
    style: str = BALANCED,
) -> BestMove:
    """The move a level plays; the same seed in the same position of a game gives the same move."""
    return play(engine, position, level_limits(level, seconds=seconds, seed=seed, style=style))


def play(
    engine: Engine,
    position: Position,
    limits: Limits,
    on_info: Callable[[Info], object] | None = None,
    stop: StopToken | None = None,
    ponder: PonderToken | None = None,
) -> BestMove:
    """The move that is played within limits: with their skill, or else the best one found."""
    skill, limits = limits.skill, replace(limits, skill=None)
    if skill is None:
        return engine.search(position, limits, on_info, stop, ponder)
    strength = level_in(position.variant, skill.level)
    limits = replace(limits, multipv=max(limits.multipv, strength.lines))
    stop = stop or StopToken()
    dice = _dice(position, skill.seed)
    if strength.rate:
        limits = replace(limits, sight=Sight(strength.rate, strength.seen, dice.getrandbits(31)))
    best = engine.search(position, limits, on_info, stop, ponder)
    best = _pick(best, position, skill, dice)
    if best.move is None or strength.careless is None or stop.is_set:
        return best
    return _look_again(_SecondLook(engine, position, stop, limits), best, strength.careless)


def _dice(position: Position, seed: int | None) -> random.Random:
    return random.Random(f"{seed}/{position.fen()}") if seed is not None else random.Random()


def _pick(best: BestMove, position: Position, skill: Skill, dice: random.Random) -> BestMove:
    """The move a level settles for, slips included, from the lines of a search."""
    slack = level_in(position.variant, skill.level).slack
    if len(best.lines) < 2 or not (slack or skill.style != BALANCED):
        return best
    if best.lines[0].score.mate == 1:
        return best

    def appeal(info: Info) -> float:
        """A line's score blurred by Gumbel noise: the best of these is a draw by softmax."""
        noise = slack * math.log(-math.log(dice.random() or 0.5))
        return info.score.value - noise + liking(skill.style, position, info.pv[0])

    return _with_first(best, max(best.lines, key=appeal))


def _with_first(best: BestMove, line: Info) -> BestMove:
    rest = tuple(info for info in best.lines if info.pv[0] != line.pv[0])
    return replace(best, move=line.pv[0], lines=(line, *rest))


SHARE = 0.1  # of an average piece: what one reason to like a move is worth


def liking(style: str, position: Position, move: Move) -> float:
    """Centipawns that a move is worth more to a player of a style; 0 in a balanced one.

    A wild player likes checks, captures and advances, a calm one none of them.
    """
    if style == BALANCED:
        return 0.0
    forward = 1 if position.turn == "white" else -1
    reasons = (
        move.is_capture,
        position.gives_check(move),
        (move.destination.rank - move.origin.rank) * forward > 0,
    )
    sign = 1 if style == "wild" else -1
    return sign * SHARE * average_piece(position.variant) * sum(reasons)


def _look_again(look: _SecondLook, best: BestMove, careless: float) -> BestMove:
    """The same move, or a better one if at a second glance it loses more than it may."""
    assert best.move is not None
    seen = look.best()
    if not seen or look.is_over:
        return best
    mine = look.line(best.move)
    if mine.score.value >= seen[0].score.value - careless * look.piece:
        return best
    found = max(mine, *(look.line(info.pv[0]) for info in seen), key=_value)
    if _value(found) <= LOST:
        found = max(look.all_lines(), key=_value)
    return best if look.is_over else _with_first(best, found)


def _value(info: Info) -> int:
    return info.score.value


class _SecondLook:
    """Short searches that overlook nothing."""

    def __init__(self, engine: Engine, position: Position, stop: StopToken, limits: Limits) -> None:
        self._engine = engine
        self._root_moves = limits.root_moves
        self._position = position
        self._stop = stop
        self.piece = average_piece(position.variant)

    @property
    def is_over(self) -> bool:
        return self._stop.is_set

    def best(self) -> tuple[Info, ...]:
        """The lines that are best at a glance."""
        limits = Limits(depth=LOOK, multipv=CHECKED, root_moves=self._root_moves)
        return self._engine.search(self._position, limits, stop=self._stop).lines

    def all_lines(self) -> Iterator[Info]:
        """Every legal move, where none looked good; none after a stop."""
        for move in self._root_moves or self._position.legal_moves():
            if not self.is_over:
                yield self.line(move)

    def line(self, move: Move) -> Info:
        """What a move is worth if the replies are looked at one by one."""
        self._position.push(move)
        score = self._score()
        self._position.pop()
        return Info(LOOK, score, 0, 0.0, (move,))

    def _score(self) -> Score:
        """For the side that has just moved; a royal that can be taken is worth the game."""
        outcome = self._position.outcome()
        if outcome is not None:
            if outcome.winner == "draw":
                return Score(0)
            return Score(None, -1 if outcome.winner == self._position.turn else 1)
        reply = self._engine.search(self._position, Limits(depth=LOOK - 1), stop=self._stop).info
        value = 0 if reply is None else -reply.score.value
        return Score(None, -1) if self._hangs_royal() or value <= LOST else Score(value)

    def _hangs_royal(self) -> bool:
        threats = self._position.threats(self._position.turn)
        royals = self._position.variant.royals
        return any(kind_at(self._position, square) in royals for _, square in threats)


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
