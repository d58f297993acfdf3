"""Ends games of the engine against itself that its scores have decided long before the rules do."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant

CLEAR = 4  # average men ahead ...
CLEAR_PLIES = 8  # ... for so many plies on end is a game won
LEVEL_AFTER, LEVEL_PLIES, LEVEL = 120, 40, 15  # and so many plies as level as that, a draw
LONGEST = {64: 200, 100: 220, 169: 260, 361: 320}  # plies, by the number of squares


@dataclass(slots=True)
class Adjudicator:
    """Watches the scores of one game."""

    clear: int  # centipawns
    longest: int  # plies
    ahead: int = 0  # plies on end, negative for Black
    level: int = 0

    @classmethod
    def of(cls, variant: Variant) -> Adjudicator:
        """One for a variant."""
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
