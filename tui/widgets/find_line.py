"""What is looked for in a list, as it is typed."""

from __future__ import annotations

from makachess.core.visible import visible
from makachess.tui.text import Part, TextLine
from makachess.tui.text.cutting import cut_front
from rich.cells import cell_len

LONGEST = 100  # characters


class FindLine(TextLine):
    """A text that is typed at its end, and how many lines fit it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.value = ""
        self._count = ""

    def take_key(self, key: str, char: str | None) -> bool:
        """Change the text if the key does so."""
        value = self.value
        if key in ("backspace", "ctrl+h"):
            value = value[:-1]
        elif key == "ctrl+w":
            value = value.rstrip().rpartition(" ")[0]
        elif key in ("ctrl+u", "escape"):
            value = ""
        elif char is not None:
            value = (value + char)[:LONGEST]
        if value == self.value:
            return char is not None
        self.value = value
        return True

    def paste(self, text: str) -> None:
        """Add a text."""
        self.value = (self.value + visible(text).strip())[:LONGEST]

    def show_count(self, text: str) -> None:
        """Show how many lines there are."""
        self._count = text
        self._show()

    def on_resize(self) -> None:
        """Fit the row into the new width."""
        self._show()

    def _show(self) -> None:
        room = max(self.size.width - cell_len(self._count) - 12, 4)
        typed = cut_front(self.value, room)
        parts = [Part("Find: ", "key"), Part(typed), Part(" ", "chosen")]
        space = self.size.width - cell_len("".join(part.text for part in parts) + self._count)
        self.set_parts(*parts, Part(" " * max(space, 1)), Part(self._count, "quiet"))
