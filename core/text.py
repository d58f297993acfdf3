"""Texts for people: counts, searching without accents, and what is harmless for a terminal."""

from __future__ import annotations

from unicodedata import combining, normalize


def how_many(count: int, one: str, several: str = "") -> str:
    """A count with its noun, singular or plural; `several` is a plural not formed with an s.

    >>> how_many(1, "game"), how_many(12, "game"), how_many(2, "ply", "plies")
    ('1 game', '12 games', '2 plies')
    """
    return f"{count} {one}" if count == 1 else f"{count} {several or one + 's'}"


def fold(text: str) -> str:
    """A text without capitals, accents and apostrophes, since few keyboards have them all."""
    if not text.isascii():
        text = "".join(char for char in normalize("NFKD", text) if not combining(char))
    return text.casefold().replace("'", "")


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
