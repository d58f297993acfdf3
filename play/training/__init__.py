"""Positions with a task: what solves it, attempts at it, and what has been solved so far."""

from makachess.play.training.attempt import Attempt, Verdict
from makachess.play.training.exercise import Answer, Exercise, Goal, Step
from makachess.play.training.progress import Progress

__all__ = ["Answer", "Attempt", "Exercise", "Goal", "Progress", "Step", "Verdict"]
