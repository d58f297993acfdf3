"""The moves of the game, two to a row, the current one marked."""

from makachess.tui.movelist.widget import MoveList

__all__ = ["MoveList"]
