"""Files of opening books as a target of the fuzzer."""

from __future__ import annotations

import re
import zlib
from functools import cache

from makachess.core import Position
from makachess.core.errors import BookError
from makachess.variants import load
from makachess.variants.books import FORMAT, format_book, parse_book
from opening_books import first_moves
from signing import signed

from fuzz.positions import QUOTED

VETERAN = load("veteran")


def call_book(data: bytes) -> str:
    """A book's file: as it is, with the checksum that it should have, and its lines unpacked."""
    text, _, rest = data.partition(b"\n\n")
    repacked = signed(FORMAT, text + b"\n\n" + zlib.compress(rest))
    return ", ".join(map(_answer, (data, signed(FORMAT, data), repacked)))


def _answer(data: bytes) -> str:
    try:
        book = parse_book(data, "fuzz.book").read(VETERAN)
    except BookError as error:
        return QUOTED.sub("", str(error))[:80]
    again = parse_book(format_book(VETERAN, book, {}), "").read(VETERAN)
    assert dict(again.entries) == dict(book.entries)
    position = Position(VETERAN)
    best = book.choose(position, seed=1)
    assert best is None or best.move in position.legal_moves()
    return "sound"


@cache
def _sound() -> bytes:
    notes = {"date": "2026-11-22", "engine": "makachess"}
    return format_book(VETERAN, first_moves("veteran"), notes)


def book_samples() -> list[bytes]:
    """A sound file, packed and unpacked, and parts of it."""
    whole = _sound()
    text, _, packed = whole.partition(b"\n\n")
    lines = zlib.decompress(packed)
    return [whole, text + b"\n\n" + lines, text + b"\n\n", text + b"\n\n" + packed[:40]]


def book_words() -> list[bytes]:
    """The lines of its header, its moves, and pieces of them."""
    text, _, packed = _sound().partition(b"\n\n")
    words = re.findall(rb"^[a-z]+: |[^:\n]+\n", text, re.MULTILINE)
    return [*words, *zlib.decompress(packed).split()[:40], b"\n\n", b"x\x9c", b": "]
