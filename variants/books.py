"""Opening books as files, `NAME.book` beside a variant's TOML or in the player's `books` folder.

A file is a header of text, an empty line, and compressed lines of moves: see docs/books.md.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from io import StringIO
from pathlib import Path

from makachess.core.engine.book import HEAVIEST, KEY_DIGITS, NO_BOOK, BookMove, OpeningBook
from makachess.core.errors import BookError
from makachess.core.spec import Variant
from makachess.variants.asset_file import Headed, find_sound, quote
from makachess.variants.digest import rules_digest
from makachess.variants.sources import config_folder, is_there

SUFFIX = ".book"
LARGEST_BOOK = 1 << 22  # bytes
# Bytes of all lines, unpacked, and of one. `train book` takes up to 30,000 positions of five
# moves, some 70 bytes each, and so fills half of the first. It comes nowhere near the second: the
# longest line of the seven books has 66 bytes.
LARGEST_TEXT = 1 << 22
LONGEST_LINE = 1 << 12
FORMAT = Headed("book", "grown", (("variant", "rules"),), LARGEST_BOOK, BookError)
_VERSION = 1
_KEY = re.compile(f"[0-9a-f]{{{KEY_DIGITS}}}")
_WEIGHT = re.compile(r"[1-9][0-9]{0,2}")
_PACKAGE = __name__.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class BookFile:
    """A book's file: the lines of its header by name, and its moves, not yet unpacked."""

    name: str  # of the file, for messages
    header: Mapping[str, str]
    packed: bytes = field(repr=False)

    @property
    def variant(self) -> str:
        return self.header["variant"]

    def fits(self, variant: Variant) -> bool:
        return self._misfit(variant) == ""

    def book(self, variant: Variant) -> OpeningBook:
        if misfit := self._misfit(variant):
            raise BookError(f"{self.name}: {misfit}")
        return OpeningBook(dict(self._entries()))

    def _misfit(self, variant: Variant) -> str:
        return FORMAT.misfit(self.header, variant)

    def _entries(self) -> Iterator[tuple[str, tuple[BookMove, ...]]]:
        before = ""  # the key of the line before
        for number, line in enumerate(StringIO(self._text()), 1):
            if len(line) > LONGEST_LINE:  # of which nothing is split
                raise self._damaged(f"line {number} is longer than {LONGEST_LINE} bytes")
            if not line.endswith("\n"):
                raise self._damaged("its last line does not end")
            entry = _read_line(line[:-1])
            if entry is None or entry[0] <= before:
                raise self._damaged(f"{quote(line[:-1])} in line {number}")
            before = entry[0]
            yield entry

    def _text(self) -> str:
        unpacking = zlib.decompressobj()
        try:
            data = unpacking.decompress(self.packed, LARGEST_TEXT + 1)
        except zlib.error:
            raise self._damaged("its moves cannot be unpacked") from None
        if len(data) > LARGEST_TEXT:
            raise self._damaged(f"its moves are more than {LARGEST_TEXT} bytes of text")
        if not unpacking.eof or unpacking.unused_data:
            raise self._damaged("its moves do not end")
        try:
            return data.decode("ascii")
        except UnicodeDecodeError as error:
            raise self._damaged(f"byte {error.start} of its moves is not ASCII") from None

    def _damaged(self, why: str) -> BookError:
        return BookError(f"{self.name}: it is damaged: {why}")


def _read_line(line: str) -> tuple[str, tuple[BookMove, ...]] | None:
    """A key and its moves; None if the line is damaged."""
    key, *words = line.split(" ")
    texts, weights = words[::2], words[1::2]
    sound = len({*texts}) == len(texts) == len(weights) > 0
    if not sound or not _KEY.fullmatch(key) or not all(map(_WEIGHT.fullmatch, weights)):
        return None
    return key, tuple(BookMove(t, int(w)) for t, w in zip(texts, weights, strict=True))


def parse_book(data: bytes, name: str) -> BookFile:
    """A file's header and packed moves; raises BookError if it is damaged or no book."""
    _, header, packed = FORMAT.parse(data, name)
    return BookFile(name, header, packed)


def format_book(variant: Variant, book: OpeningBook, notes: Mapping[str, str]) -> bytes:
    """A file that `parse_book` reads back; `notes` are further lines of the header.

    Raises BookError for a weight that a file cannot hold, and for moves that are too many.
    """
    text = "".join(_write_line(key, moves) for key, moves in sorted(book.entries.items()))
    if len(text) > LARGEST_TEXT:
        raise BookError(f"the moves of the book are more than {LARGEST_TEXT} bytes of text")
    header = {"variant": variant.name, "rules": rules_digest(variant).movement, **notes}
    return FORMAT.format(_VERSION, header, zlib.compress(text.encode("ascii"), 9))


def _write_line(key: str, moves: tuple[BookMove, ...]) -> str:
    """What `_read_line` reads back; raises BookError."""
    if bad := [move for move in moves if not 0 < move.weight <= HEAVIEST]:
        raise BookError(f"{bad[0].text!r} has weight {bad[0].weight} (1 to {HEAVIEST})")
    line = " ".join((key, *(f"{move.text} {move.weight}" for move in moves))) + "\n"
    if len(line) > LONGEST_LINE:
        raise BookError(f"the moves of {key!r} are more than {LONGEST_LINE} bytes")
    return line


def books_folder() -> Path:
    """Where the player's own books are; one replaces the built-in book of its variant."""
    return config_folder() / "books"


def open_book(path: Path | str) -> BookFile:
    """A user's book file; raises BookError if it cannot be read, is damaged or no book."""
    _, header, packed = FORMAT.open(path)
    return BookFile(Path(path).name, header, packed)


def load_book(path: Path | str, variant: Variant) -> OpeningBook:
    """The book of a variant in a file; raises BookError, with the reason, if it is not one."""
    return open_book(path).book(variant)


@lru_cache(maxsize=16)
def builtin_book(variant: Variant) -> OpeningBook:
    """The book of a variant that comes with makachess; an empty one if none is for its rules."""
    file = resources.files(_PACKAGE).joinpath(variant.name + SUFFIX)
    if not file.is_file():
        return NO_BOOK
    found = parse_book(file.read_bytes(), variant.name + SUFFIX)
    return found.book(variant) if found.fits(variant) else NO_BOOK


def find_book(variant: Variant, complain: Callable[[str], object] | None = None) -> OpeningBook:
    """The book that a variant is played by: the player's own, else the built-in one if any.

    A file of the player's for other rules is passed over; of one that is damaged `complain` hears.
    """
    return find_sound((_own, builtin_book), variant, complain) or NO_BOOK


def usual_book(variant: Variant) -> OpeningBook:
    """The same; raises BookError if one of them is damaged."""
    own = _own(variant)
    return builtin_book(variant) if own is None else own


def _own(variant: Variant) -> OpeningBook | None:
    """The player's own book of a variant; raises BookError if it is damaged."""
    path = books_folder() / (variant.name + SUFFIX)
    own = open_book(path) if is_there(path) else None
    return own.book(variant) if own is not None and own.fits(variant) else None


def choose_book(text: str, variant: Variant) -> OpeningBook | None:
    """The book that a text means: a file, `none`, or, if empty, None for the usual one.

    Raises BookError.
    """
    if not text:
        return None
    return NO_BOOK if text == "none" else load_book(text, variant)


class BookChoice:
    """The book of an engine that plays now one variant, now another.

    `text` is that of `choose_book`; a file is taken where it fits, and else the usual book. The
    last one is kept. Raises BookError if it is damaged.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._file = open_book(text) if text and text != "none" else None
        self._last: tuple[Variant, OpeningBook] | None = None

    def of(self, variant: Variant, complain: Callable[[str], object]) -> OpeningBook:
        """The book of a variant; of one that is refused `complain` hears, once."""
        if self._last is None or self._last[0] is not variant:
            self._last = variant, self._find(variant, complain)
        return self._last[1]

    def _find(self, variant: Variant, complain: Callable[[str], object]) -> OpeningBook:
        if self._text == "none":
            return NO_BOOK
        if self._file is not None and self._file.variant == variant.name:
            try:
                return self._file.book(variant)
            except BookError as error:
                complain(str(error))
        return find_book(variant, complain)
