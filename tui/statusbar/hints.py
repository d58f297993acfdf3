"""The row of keys: what can be done now; a click does it as well."""

from __future__ import annotations

from typing import NamedTuple

from makachess.tui.text import Part, TextLine


class Hint(NamedTuple):
    """A key as it is printed, what it does in a word, and the action behind it."""

    key: str
    label: str
    action: str = ""


class HintLine(TextLine):
    """Key hints in one row; those that do not fit are left out from the end."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()

    def show(self, *hints: Hint) -> None:
        """Show these hints, the weightiest first."""
        self._hints = hints
        self._fill()

    def on_resize(self) -> None:
        """Fit the hints into the new width."""
        self._fill()

    def _fill(self) -> None:
        parts: list[Part] = []
        room = self.size.width
        for key, label, action in self._hints:
            room -= len(key) + len(label) + 1
            if room < 0:
                break
            parts += [Part(key, "key", action), Part(f" {label}", "quiet", action), Part("  ")]
            room -= 2
        self.set_parts(*parts)
