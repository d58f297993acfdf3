"""How a game ended, and what to say of it."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.spec import opponent


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is "white", "black" or "draw", `reason` in words."""

    winner: str
    reason: str

    @property
    def explanation(self) -> str:
        """The outcome as a sentence.

        >>> Outcome("white", "perpetual attack").explanation
        'Black attacked with every move of the cycle: Black loses'
        """
        if self.winner == "draw":
            return _DRAWS.get(self.reason, f"A draw: {self.reason}")
        winner, loser = self.winner.capitalize(), opponent(self.winner).capitalize()
        text = _WINS.get(self.reason, "{winner} wins: " + self.reason)
        return text.format(winner=winner, loser=loser)


_WINS = {
    "checkmate": "{loser} is mated: {winner} wins",
    "last royal captured": "{loser} has lost the last royal: {winner} wins",
    "no legal move": "{loser} cannot move: {winner} wins",
    "perpetual check": "{loser} checked with every move of the cycle: {loser} loses",
    "perpetual attack": "{loser} attacked with every move of the cycle: {loser} loses",
    "passes": "Both sides only passed, {loser} first: {loser} loses",
    "resignation": "{loser} has resigned: {winner} wins",
    "time": "{loser} has run out of time: {winner} wins",
}
_DRAWS = {
    "stalemate": "The side to move is not in check and cannot move: a draw",
    "dead position": "Neither side has enough left to win: a draw",
    "repetition": "The same position has stood too often: a draw",
    "move limit": "Too many moves have changed too little: a draw",
    "agreement": "A draw by agreement",
}
