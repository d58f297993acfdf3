"""Ends games that the scores of engines have decided long before the rules do."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant

CLEAR = 4  # average men ahead ...
CLEAR_PLIES = 8  # ... for so many plies on end is a game won
LEVEL_AFTER, LEVEL_PLIES, LEVEL = 120, 40, 15  # and so many plies as level as that, a draw
LONGEST = {64: 200, 100: 220, 169: 260, 361: 320}  # plies, by the number of squares


@dataclass(slots=True)
class Lead:
    """Watches whether one side is clearly ahead for so many plies on end, whoever says so."""

    clear: int  # centipawns
    plies: int
    ahead: int = 0  # plies on end, negative for Black

    def winner(self, score: int) -> str:
        """The colour that has as good as won, if one has; `score` is White's, in centipawns."""
        sign = (score > self.clear) - (score < -self.clear)
        self.ahead = self.ahead + sign if self.ahead * sign > 0 else sign
        if abs(self.ahead) < self.plies:
            return ""
        return "white" if self.ahead > 0 else "black"


@dataclass(slots=True)
class Adjudicator:
    """Watches the scores of one game of the engine against itself."""

    lead: Lead
    longest: int  # plies
    level: int = 0

    @classmethod
    def of(cls, variant: Variant) -> Adjudicator:
        """One for a variant."""
        lead = Lead(CLEAR * average_man(variant), CLEAR_PLIES)
        return cls(lead, LONGEST.get(variant.files * variant.ranks, 400))

    def points(self, ply: int, score: int) -> float | None:
        """White's points if the game can be ended; `score` is White's, in centipawns."""
        self.level = self.level + 1 if abs(score) <= LEVEL and ply > LEVEL_AFTER else 0
        if winner := self.lead.winner(score):
            return 1.0 if winner == "white" else 0.0
        return 0.5 if self.level >= LEVEL_PLIES or ply >= self.longest else None
