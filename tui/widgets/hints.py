"""The row of keys: what can be done now, by key or by a click on it."""

from __future__ import annotations

from typing import NamedTuple

from makachess.tui.keys import ACTIONS
from makachess.tui.preferences import preferences_of
from makachess.tui.text import Part, TextLine


class Hint(NamedTuple):
    """Action ids separated by spaces, and a word for what the first of them does.

    The word is the action's own label unless another is given.
    """

    actions: str
    label: str | None = None


class HintLine(TextLine):
    """Key hints in one row; the last ones are left out where there is no room."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()

    def show(self, *hints: Hint) -> None:
        """Show these hints, the most useful first."""
        self._hints = hints
        if self.is_attached:
            self.fill()

    def on_resize(self) -> None:
        """Fit the hints into the new width."""
        self.fill()

    def fill(self) -> None:
        """Show as many hints as there is room for, with the keys in force."""
        keymap = preferences_of(self).keymap
        parts: list[Part] = []
        room = self.size.width
        for actions, given in self._hints:
            ids = actions.split()
            key, action = " ".join(map(keymap.name, ids)), ACTIONS[ids[0]]
            label = action.label if given is None else given
            room -= len(key) + len(label) + 1
            if room < 0:
                break
            run = action.run
            parts += [Part(key, "key", run), Part(f" {label}", "quiet", run), Part("  ")]
            room -= 2
        self.set_parts(*parts)
