"""Games of the engine against itself, and the quiet positions in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from makachess.core import Position
from makachess.core.engine import BestMove, Engine, Limits
from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant
from makachess.play.match.openings import random_openings

from .samples import SelfPlayGame

OPENING_PLIES = 8  # random ones: openings differ, and the sides are not always even
SAMPLED = 0.25  # share of the quiet positions that are kept; neighbours tell much the same
CLEAR = 4  # average men ahead ...
CLEAR_PLIES = 8  # ... for so many plies on end is a game won
LEVEL_AFTER, LEVEL_PLIES, LEVEL = 120, 40, 15  # and so many plies as level as that, a draw
LONGEST = {64: 200, 100: 220, 169: 260, 361: 320}  # plies, by the number of squares
POINTS = {"white": 1.0, "draw": 0.5, "black": 0.0}


@dataclass(slots=True)
class Adjudicator:
    """Ends games that the players' scores have decided long before the rules do."""

    clear: int  # centipawns
    longest: int  # plies
    ahead: int = 0  # plies on end, negative for Black
    level: int = 0

    @classmethod
    def of(cls, variant: Variant) -> Adjudicator:
        return cls(CLEAR * average_man(variant), LONGEST.get(variant.files * variant.ranks, 400))

    def points(self, ply: int, score: int) -> float | None:
        """White's points if the game can be ended; `score` is White's, in centipawns."""
        self.ahead = _streak(self.ahead, (score > self.clear) - (score < -self.clear))
        self.level = self.level + 1 if abs(score) <= LEVEL and ply > LEVEL_AFTER else 0
        if abs(self.ahead) >= CLEAR_PLIES:
            return 1.0 if self.ahead > 0 else 0.0
        return 0.5 if self.level >= LEVEL_PLIES or ply >= self.longest else None


def _streak(length: int, sign: int) -> int:
    return length + sign if length * sign > 0 else sign


def play_game(
    players: tuple[Engine, Engine],
    opening: tuple[str, ...],
    nodes: int,
    on_move: Callable[[Position, BestMove], None] = lambda position, found: None,
) -> tuple[float, int]:
    """White's points and the number of plies; the players, White first, know the same rules.

    Each player has a position of its own variant, since the two may differ in their values.
    """
    positions = {engine.variant: Position(engine.variant) for engine in players}
    for engine in players:
        engine.new_game()
    for position in positions.values():
        for text in opening:
            position.push(position.parse(text))
    adjudicator = Adjudicator.of(players[0].variant)
    while True:
        engine = players[position.turn == "black"]
        position = positions[engine.variant]
        outcome = position.outcome()
        if outcome is not None:
            return POINTS[outcome.winner], position.ply
        found = engine.search(position, Limits(nodes=nodes))
        on_move(position, found)
        score = found.info.score.value if found.info else 0
        points = adjudicator.points(position.ply, score if position.turn == "white" else -score)
        if points is not None:
            return points, position.ply
        assert found.move is not None  # since the game has not ended
        for position in positions.values():
            position.push(found.move)


def is_quiet(position: Position, found: BestMove) -> bool:
    """Whether material tells what a position is worth: nothing is being taken or has to run."""
    last, best = position.moves[-1:], found.move
    if best is None or found.info is None or found.info.score.mate is not None:
        return False
    return not (best.victims or best.promotion or any(m.victims for m in last)) and (
        not position.is_check()
    )


def play_numbered(engine: Engine, seed: int, number: int, nodes: int) -> SelfPlayGame:
    """One game of the engine with itself; seed and number alone decide how it goes."""
    dice = random.Random(f"{seed}/{number}/samples")
    fens: list[str] = []

    def look(position: Position, found: BestMove) -> None:
        if is_quiet(position, found) and dice.random() < SAMPLED:
            fens.append(position.fen())

    opening = random_openings(engine.variant, OPENING_PLIES, seed)(number).moves
    points, plies = play_game((engine, engine), opening, nodes, look)
    return SelfPlayGame(number, seed, nodes, points, plies, tuple(fens))
