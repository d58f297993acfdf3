"""What keys do to a text being typed. They are those of every field in a terminal, and fixed."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.tui.keys.names import format_key

# Textual's names of the keys, and what they do.
TYPING = (
    (("left", "right"), "move in the text"),
    (("ctrl+left", "ctrl+right"), "move by a word"),
    (("home", "end", "ctrl+a"), "go to the start or end"),
    (("backspace", "delete"), "delete a character"),
    (("ctrl+w",), "delete the previous word"),
    (("ctrl+u", "ctrl+k"), "delete to the start, or to the end"),
    (("enter", "escape"), "accept, or cancel"),
)


def typing_rows() -> Iterator[tuple[str, str]]:
    """Rows for the help: keys, and what they do while a text is typed."""
    for keys, text in TYPING:
        yield " ".join(map(format_key, keys)), text
