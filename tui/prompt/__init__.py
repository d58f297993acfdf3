"""The row that is always there: messages, typed moves, and every question the app asks."""

from makachess.play.asking import Answer
from makachess.tui.prompt.line import PromptLine

__all__ = ["Answer", "PromptLine"]
