"""Texts of other people and programs, made harmless for a terminal."""

from __future__ import annotations


def visible(text: str) -> str:
    r"""A text in one line with nothing in it that a terminal obeys or hides.

    Control characters, marks of writing direction, half characters and whatever else is not
    printable become escapes as in Python's own texts; any white space becomes a space. File names,
    names of players, texts of variant files and lines of engines pass through here before they
    are written anywhere.

    >>> print(visible("a\x1b[2J\u202eb\nc"))
    a\x1b[2J\u202eb c
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char.isprintable():
        return char
    return " " if char.isspace() else repr(char)[1:-1]
