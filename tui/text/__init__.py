"""Text without markup: lines of parts, each with a role that decides its style."""

from makachess.tui.text.line import Part, TextLine
from makachess.tui.text.panel import TextPanel

__all__ = ["Part", "TextLine", "TextPanel"]
