"""The review of a game on screen: its graph and what each side did wrong."""

from makachess.tui.review.panel import ReviewPanel

__all__ = ["ReviewPanel"]
