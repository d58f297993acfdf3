"""The review of a game: who makes it in the background, and what it has found."""

from makachess.play.review.desk import ReviewData, ReviewDesk

__all__ = ["ReviewData", "ReviewDesk"]
