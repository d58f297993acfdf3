"""The row of keys: what can be done now, by key or by a click on it."""

from __future__ import annotations

from collections.abc import Iterable
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


WIDE = 100  # columns from which on the list of commands is called by its name
LIST = Hint("commands")
GAP = "  "


class HintLine(TextLine):
    """Key hints in one row; the last ones are left out where there is no room.

    The row ends with the list of commands, by which a mouse reaches all that has no hint.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()
        self.has_commands = True  # in the last columns, whatever the others are

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
        parts: list[Part] = []
        width = self.size.width
        last = self._parts(LIST._replace(label=None if width >= WIDE else "all"))
        room = width - _length(last) - len(GAP) if self.has_commands else width
        for hint in self._hints:
            shown = self._parts(hint)
            if _length(parts) + _length(shown) > room:
                break
            parts += [*shown, Part(GAP)]
        if self.has_commands:
            parts += [Part(" " * (width - _length(parts) - _length(last))), *last]
        self.set_parts(*parts)

    def _parts(self, hint: Hint) -> list[Part]:
        """The keys, each to be clicked for what it does, and the label for what the first does."""
        keymap = preferences_of(self).keymap
        actions = [ACTIONS[name] for name in hint.actions.split()]
        label = actions[0].label if hint.label is None else hint.label
        parts = []
        for action in actions:
            parts.append(Part(f"{keymap.name(action.id)} ", "key", action.run))
        return [*parts, Part(label, "quiet", actions[0].run)]


def _length(parts: Iterable[Part]) -> int:
    return sum(len(part.text) for part in parts)
