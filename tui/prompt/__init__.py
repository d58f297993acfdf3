"""The row that is always there: messages, typed moves, and every question the app asks."""

from makachess.tui.prompt.line import Answer, PromptLine

__all__ = ["Answer", "PromptLine"]
