"""The first and the last row: what the state of the game is, and which keys do what."""

from makachess.tui.statusbar.details import has_details, side_details
from makachess.tui.statusbar.hints import Hint, HintLine
from makachess.tui.statusbar.players import Players
from makachess.tui.statusbar.status import StatusLine, outcome_text

__all__ = [
    "Hint",
    "HintLine",
    "Players",
    "StatusLine",
    "has_details",
    "outcome_text",
    "side_details",
]
