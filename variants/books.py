"""Opening books as files, `NAME.book` beside a variant's TOML or in the player's `books` folder.

A file is a header of text, an empty line, and compressed lines of moves: see docs/books.md.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from io import StringIO

from makachess.core.engine.book import HEAVIEST, KEY_DIGITS, NO_BOOK, BookMove, OpeningBook
from makachess.core.errors import BookError
from makachess.core.spec import Variant
from makachess.variants.asset_file import (
    AssetChoice,
    AssetFile,
    quote,
)
from makachess.variants.digest import rules_digest

SUFFIX = ".book"
# Bytes of all lines, unpacked, and of one. `train book` takes up to 30,000 positions of five
# moves, some 70 bytes each, and so fills half of the first. It comes nowhere near the second: the
# longest line of the seven books has 66 bytes.
LARGEST_TEXT = 1 << 22
LONGEST_LINE = 1 << 12
_KEY = re.compile(f"[0-9a-f]{{{KEY_DIGITS}}}")
_WEIGHT = re.compile(r"[1-9][0-9]{0,2}")


class BookFile(AssetFile[OpeningBook]):
    """A book's file."""

    __slots__ = ()
    WHAT, MADE, VERSIONS, NEEDED = "book", "grown", (1,), ("variant", "rules")
    LARGEST, ERROR, NONE = 1 << 22, BookError, NO_BOOK

    def _unpack(self, variant: Variant) -> OpeningBook:
        return OpeningBook(dict(self._entries()))

    def _entries(self) -> Iterator[tuple[str, tuple[BookMove, ...]]]:
        before = ""  # the key of the line before
        for number, line in enumerate(StringIO(self._text()), 1):
            if len(line) > LONGEST_LINE:  # of which nothing is split
                raise self.damage(self.name, f"line {number} is longer than {LONGEST_LINE} bytes")
            if not line.endswith("\n"):
                raise self.damage(self.name, "its last line does not end")
            entry = _read_line(line[:-1])
            if entry is None or entry[0] <= before:
                raise self.damage(self.name, f"{quote(line[:-1])} in line {number}")
            before = entry[0]
            yield entry

    def _text(self) -> str:
        unpacking = zlib.decompressobj()
        try:
            data = unpacking.decompress(self.packed, LARGEST_TEXT + 1)
        except zlib.error:
            raise self.damage(self.name, "its moves cannot be unpacked") from None
        if len(data) > LARGEST_TEXT:
            raise self.damage(self.name, f"its moves are more than {LARGEST_TEXT} bytes of text")
        if not unpacking.eof or unpacking.unused_data:
            raise self.damage(self.name, "its moves do not end")
        try:
            return data.decode("ascii")
        except UnicodeDecodeError as error:
            raise self.damage(self.name, f"byte {error.start} of its moves is not ASCII") from None


def _read_line(line: str) -> tuple[str, tuple[BookMove, ...]] | None:
    """A key and its moves; None if the line is damaged."""
    key, *words = line.split(" ")
    texts, weights = words[::2], words[1::2]
    sound = len({*texts}) == len(texts) == len(weights) > 0
    if not sound or not _KEY.fullmatch(key) or not all(map(_WEIGHT.fullmatch, weights)):
        return None
    return key, tuple(BookMove(t, int(w)) for t, w in zip(texts, weights, strict=True))


def format_book(variant: Variant, book: OpeningBook, notes: Mapping[str, str]) -> bytes:
    """A file that `parse_book` reads back; `notes` are further lines of the header.

    Raises BookError for a weight that a file cannot hold, and for moves that are too many.
    """
    text = "".join(_write_line(key, moves) for key, moves in sorted(book.entries.items()))
    if len(text) > LARGEST_TEXT:
        raise BookError(f"the moves of the book are more than {LARGEST_TEXT} bytes of text")
    header = {"variant": variant.name, "rules": rules_digest(variant).movement, **notes}
    return BookFile.format(header, zlib.compress(text.encode("ascii"), 9))


def _write_line(key: str, moves: tuple[BookMove, ...]) -> str:
    """What `_read_line` reads back; raises BookError."""
    if bad := [move for move in moves if not 0 < move.weight <= HEAVIEST]:
        raise BookError(f"{bad[0].text!r} has weight {bad[0].weight} (1 to {HEAVIEST})")
    line = " ".join((key, *(f"{move.text} {move.weight}" for move in moves))) + "\n"
    if len(line) > LONGEST_LINE:
        raise BookError(f"the moves of {key!r} are more than {LONGEST_LINE} bytes")
    return line


parse_book, open_book, books_folder = BookFile.parse, BookFile.open, BookFile.folder
choose_book, find_book = BookFile.choose, BookFile.find


class BookChoice(AssetChoice[OpeningBook]):
    """The book of an engine that plays now one variant, now another."""

    KIND = BookFile
