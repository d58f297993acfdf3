"""The review of a game: who makes it in the background, its graph, and what it has found."""

from makachess.tui.review.desk import ReviewDesk
from makachess.tui.review.panel import ReviewPanel

__all__ = ["ReviewDesk", "ReviewPanel"]
