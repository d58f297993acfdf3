"""Texts for people: counts, searching without accents, and what is harmless for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import combining, normalize


def how_many(count: int, one: str, several: str = "") -> str:
    """A count with its noun, singular or plural; `several` is a plural not formed with an s.

    >>> how_many(1, "game"), how_many(12, "game"), how_many(2, "ply", "plies")
    ('1 game', '12 games', '2 plies')
    """
    return f"{count} {one}" if count == 1 else f"{count} {several or one + 's'}"


def together(names: Iterable[str]) -> str:
    """Names joined by commas and a last `and`."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def sentence(text: str) -> str:
    """A reason that stands for itself; a square or a file at its beginning stays as it is.

    >>> sentence("there is no table 9"), sentence("e4 is empty")
    ('There is no table 9', 'e4 is empty')
    """
    is_word = text.partition(" ")[0].isalpha()
    return text[:1].upper() + text[1:] if is_word else text


def too_long(length: int, most: int) -> str:
    """Why a text is not taken, with both numbers."""
    return f"That has {length:,} characters, and at most {most:,} can be taken here"


def fold(text: str) -> str:
    """A text without capitals, accents and apostrophes, since few keyboards have them all."""
    if not text.isascii():
        text = "".join(char for char in normalize("NFKD", text) if not combining(char))
    return text.casefold().replace("'", "")


_BLANKS = (0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
_DASHES = (*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63)
_HIDDEN = (0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0xFEFF)
_HIDDEN += (*range(0x2060, 0x2070), 0xFE0E, 0xFE0F)
_MARKS = ';"%[]{}\\'  # of comments and tags, which none of full width begins
_PLAIN = (
    dict.fromkeys(_BLANKS, " ")
    | dict.fromkeys(_DASHES, "-")
    | {0xFEE0 + code: chr(code) for code in range(0x21, 0x7F) if chr(code) not in _MARKS}
)
_NOTHING = dict.fromkeys(_HIDDEN)
_LETTERS = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟×асехО", "KQRBNP" * 2 + "xacexO", strict=True))
_PRINTED = re.compile(
    r"[♔-♟](?=[a-z0-9×\u200b\ufe0e\ufe0f])|(?<=[=/(0-9])[♔-♟]|×(?=[a-zасе])"
    # Russian letters that look like those of squares and of castling.
    r"|[асе](?=[1-8:xх×])|х(?=[a-hасе][1-8])|О(?=-О)|(?<=О-)О"
)
_IS_ODD = re.compile(f"[{''.join(map(chr, (*_PLAIN, *_HIDDEN)))}]").search
_BREAK = re.compile(r"(?<=[\d+#!?])[\u200b\ufeff]+(?=[^\W_])")  # between two words
_RUN = re.compile(r"[^\s(){}\[\];$（）]+")


def plain_signs(text: str) -> str:
    """A move, a result or a FEN in the signs that are meant: dashes, blanks, letters of full width.

    What takes no room is left out, and the text as long as it was, with blanks behind the word.

    >>> plain_signs("０–０–０"), plain_signs("\uff4e\u200bf３"), plain_signs("e4\u200bNf6\xa0♞")
    ('0-0-0', 'nf3 ', 'e4 Nf6 ♞')
    """
    if text.isascii() or not _IS_ODD(text):
        return text
    text = _BREAK.sub(lambda found: " " * len(found[0]), text)
    text = _RUN.sub(lambda found: found[0].translate(_NOTHING).ljust(len(found[0])), text)
    return text.translate(_PLAIN)


def plain_move(text: str) -> str:
    """The same for moves, with letters for figurines, which in a FEN would say the colour, too.

    >>> plain_move("♘×f３"), plain_move("e8=♛"), plain_move("♞")
    ('Nxf3', 'e8=Q', '♞')
    """
    if text.isascii():
        return text
    return plain_signs(_PRINTED.sub(lambda found: _LETTERS[found[0]], text))


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
