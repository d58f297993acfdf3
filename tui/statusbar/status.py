"""The state of the game in one row: the game's name, the move number, whose turn, check, result."""

from __future__ import annotations

from makachess.core import Outcome
from makachess.saves import Game
from makachess.tui.text import Part, TextLine


def outcome_text(outcome: Outcome) -> str:
    """A result with its reason, as a person says it."""
    if outcome.winner == "draw":
        return f"Draw: {outcome.reason}"
    winner = outcome.winner.capitalize()
    loser = "Black" if outcome.winner == "white" else "White"
    causes = {
        "resignation": f"{loser} has resigned",
        "time": f"{loser}'s time is up",
        "perpetual check": f"{loser} gave perpetual check",
        "perpetual attack": f"{loser} attacked perpetually",
    }
    return f"{winner} wins: {causes.get(outcome.reason, outcome.reason)}"


class StatusLine(TextLine):
    """The first row of the table."""

    def show(self, game: Game, note: str = "") -> None:
        """Show where a game stands; the note says what goes on beside it."""
        position = game.position
        parts = [Part(" " + game.variant.title, "strong"), Part(f"  move {position.fullmove}  ")]
        if game.outcome is not None:
            parts.append(Part(outcome_text(game.outcome), "accent"))
        else:
            parts.append(Part(f"{position.turn.capitalize()} to move"))
            if position.is_check():
                parts.append(Part(" - check!", "alert"))
        if note:
            parts.append(Part(f"  {note}", "quiet"))
        self.set_parts(*parts)
