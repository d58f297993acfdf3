"""Files of learned models and of opening books as targets of the fuzzer."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import cache

from learned import random_model
from makachess.core import Position
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.search_board import searchable_board
from makachess.core.errors import BookError, ModelError
from makachess.core.kernel.packed import MOST_WORTH
from makachess.variants import books, load, models
from opening_books import first_moves
from signing import signed

from fuzz.positions import QUOTED

VETERAN = load("veteran")
NOTES = {"date": "2026-11-22", "engine": "makachess"}


def answer_with(use: Callable[[bytes], None], data: bytes) -> str:
    """What comes of a file."""
    try:
        use(data)
    except (BookError, ModelError) as error:
        return QUOTED.sub("", str(error))[:80]
    return "sound"


def call_model(data: bytes) -> str:
    """A model file, as it is and with the checksum that it should have; a sound one is used."""
    return ", ".join(
        answer_with(use_model, each) for each in (data, signed(models.ModelFile, data))
    )


def use_model(data: bytes) -> None:
    model = models.parse_model(data, "fuzz.model").read(VETERAN)
    again = models.format_model(VETERAN, model, {})
    assert models.parse_model(again, "").read(VETERAN) == model
    board = searchable_board(Position(VETERAN), build_worth(VETERAN, model))
    assert board.centipawns() == 0
    assert abs(board.net_score(0)) <= MOST_WORTH + 1


def call_book(data: bytes) -> str:
    """A book's file: as it is, with the checksum that it should have, and its lines unpacked."""
    text, _, rest = data.partition(b"\n\n")
    repacked = signed(books.BookFile, text + b"\n\n" + zlib.compress(rest))
    files = data, signed(books.BookFile, data), repacked
    return ", ".join(answer_with(use_book, each) for each in files)


def use_book(data: bytes) -> None:
    book = books.parse_book(data, "fuzz.book").read(VETERAN)
    again = books.parse_book(books.format_book(VETERAN, book, {}), "").read(VETERAN)
    assert dict(again.entries) == dict(book.entries)
    position = Position(VETERAN)
    best = book.choose(position, seed=1)
    assert best is None or best.move in position.legal_moves()


@cache
def sound_model() -> bytes:
    return models.format_model(VETERAN, random_model(VETERAN, units=8), NOTES)


@cache
def sound_book() -> bytes:
    return books.format_book(VETERAN, first_moves("veteran"), NOTES)


def parts(whole: bytes) -> list[bytes]:
    """A sound file, and parts of it."""
    text = whole.partition(b"\n\n")[0]
    return [whole, text + b"\n\n", whole[: len(text) + 42]]


def model_samples() -> list[bytes]:
    return [*parts(sound_model()), b"makachess model 4\n\n"]


def book_samples() -> list[bytes]:
    """Parts of a sound file, and that file unpacked."""
    text, _, packed = sound_book().partition(b"\n\n")
    return [*parts(sound_book()), text + b"\n\n" + zlib.decompress(packed)]


def words(whole: bytes) -> list[bytes]:
    """The lines of a header, and pieces of them."""
    text = whole.partition(b"\n\n")[0]
    return [*re.findall(rb"^[a-z]+: |[^:\n]+\n", text, re.MULTILINE), b"\n\n", b"x\x9c", b": "]


def model_words() -> list[bytes]:
    return words(sound_model())


def book_words() -> list[bytes]:
    """Its moves, too."""
    moves = zlib.decompress(sound_book().partition(b"\n\n")[2]).split()
    return [*words(sound_book()), *moves[:40]]
