"""A hand at the app's board in a pseudo-terminal: goes to squares with the arrow keys."""

from __future__ import annotations

from makachess.core import Square
from makachess.core.spec import Variant
from pty_harness import Terminal


class Hand:
    """Knows where the cursor stands because it has moved it; White sits below."""

    def __init__(self, terminal: Terminal, variant: Variant) -> None:
        self.terminal = terminal
        self._cursor = Square(variant.files // 2, variant.ranks // 4)

    def go(self, name: str) -> None:
        """Move the cursor to a square."""
        square = Square.parse(name)
        across = square.file - self._cursor.file
        up = square.rank - self._cursor.rank
        self.terminal.press(*["right" if across > 0 else "left"] * abs(across))
        self.terminal.press(*["up" if up > 0 else "down"] * abs(up))
        self._cursor = square

    def pick(self, *names: str) -> None:
        """Go to squares one after the other, with Enter on each."""
        for name in names:
            self.go(name)
            self.terminal.press("enter")
