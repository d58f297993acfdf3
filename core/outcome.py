"""How a game ended, as values and as a sentence."""

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
        'Black attacked perpetually: White wins'
        """
        if self.winner == "draw":
            return _DRAWS.get(self.reason, f"Draw: {self.reason}")
        winner, loser = self.winner.capitalize(), opponent(self.winner).capitalize()
        text = _WINS.get(self.reason, "{winner} wins: " + self.reason)
        return text.format(winner=winner, loser=loser)


_WINS = {
    "checkmate": "Checkmate: {winner} wins",
    "last royal captured": "{loser}'s last royal was captured: {winner} wins",
    "bare royal": "{loser} has only a royal left: {winner} wins",
    "no legal move": "{loser} has no legal move: {winner} wins",
    "perpetual check": "{loser} gave perpetual check: {winner} wins",
    "perpetual attack": "{loser} attacked perpetually: {winner} wins",
    "passes": "Both sides kept passing, {loser} first: {winner} wins",
    "resignation": "{loser} resigned: {winner} wins",
    "adjudication": "{winner} wins by adjudication",
    "abandoned": "{loser} left the game: {winner} wins",
    "time": "{loser} ran out of time: {winner} wins",
}
_DRAWS = {
    "stalemate": "Draw by stalemate",
    "dead position": "Draw: neither side has enough left to win",
    "repetition": "Draw by repetition",
    "move limit": "Draw by the move limit",
    "agreement": "Draw by agreement",
    "adjudication": "Draw by adjudication",
    "abandoned": "Draw: a player left the game",
}
