"""The first and the last row: what the state of the game is, and which keys do what."""

from makachess.tui.statusbar.hints import Hint, HintLine
from makachess.tui.statusbar.players import Players
from makachess.tui.statusbar.status import StatusLine, outcome_text

__all__ = ["Hint", "HintLine", "Players", "StatusLine", "outcome_text"]
