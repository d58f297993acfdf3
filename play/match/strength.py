"""How strongly the built-in engine plays in a match, as a text says it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.cores import MOST_CORES
from makachess.core.engine import LEVELS, Limits, level_limits
from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.spec import Variant
from makachess.variants.books import load_book, open_book, usual_book
from makachess.variants.models import open_model

CORES = range(1, MOST_CORES + 1)
_STRENGTH = re.compile(
    r"(level|depth|nodes|time):([0-9]{1,12}(?:\.[0-9]{1,6})?)"
    r"(?:,cores=([0-9]{1,2}))?(?:,model=(.+?))?(?:,book=(.+))?"
)


@dataclass(frozen=True, slots=True)
class Strength:
    """How the built-in engine plays: at a level, or to so many plies, nodes or seconds a move."""

    kind: str
    value: float  # a whole number, unless these are seconds
    model: str = ""  # a file, `none`, or empty for the usual one
    book: str = ""  # a file, `usual`, or empty for none
    cores: int | None = None  # that search together, where nodes are not counted; None: one

    @property
    def name(self) -> str:
        """How a match calls it; never by a path."""
        model = f",model={Path(self.model).stem}" if self.model else ""
        book = f",book={Path(self.book).stem}" if self.book else ""
        return f"{self._effort}{model}{book}"

    @property
    def specification(self) -> str:
        """What `parse_strength` reads back."""
        model = f",model={self.model}" if self.model else ""
        book = f",book={self.book}" if self.book else ""
        return f"{self._effort}{model}{book}"

    @property
    def identity(self) -> str:
        """What tells it from others wherever its files are, which stand there by their checksums.

        Raises ModelError and BookError.
        """
        model, book = self.model, self.book
        if model not in ("", "none"):
            model = open_model(model).header["checksum"]
        if book not in ("", "none", "usual"):
            book = open_book(book).header["checksum"]
        return replace(self, model=model, book=book).specification

    @property
    def _effort(self) -> str:
        cores = f",cores={self.cores}" if self.cores is not None else ""
        return f"{self.kind}:{self.value}{cores}"

    def opening_book(self, variant: Variant) -> OpeningBook:
        """What it opens by; raises BookError."""
        if self.book == "usual":
            return usual_book(variant)
        return load_book(self.book, variant) if self.book not in ("", "none") else NO_BOOK

    def limits(self, seconds: float | None, seed: int | None) -> Limits:
        """The limits of a search."""
        whole = int(self.value)
        if self.kind == "level":
            return level_limits(whole, seconds=seconds, seed=seed)
        if self.kind == "depth":
            return Limits(depth=whole, seconds=seconds)
        if self.kind == "nodes":
            return Limits(nodes=whole, seconds=seconds)
        return Limits(seconds=self.value)


def parse_strength(text: str) -> Strength | None:
    """`level:5`, `depth:4`, `nodes:10000` or `time:0.1`; None for a command line.

    Cores may follow: `time:0.1,cores=2`; then a model, `model=FILE`, or `model=none` for none;
    then an opening book, `book=FILE`, or `book=usual` for the one that games are played by; without
    none is used. Raises MakachessError.
    """
    match = _STRENGTH.fullmatch(text)
    if match is None:
        if re.match(r"(level|depth|nodes|time)\b", text) or not text.strip():
            raise MakachessError(
                f"{text!r} is not an engine "
                "(level:1 to level:10, depth:N, nodes:N, time:SECONDS, or a command)"
            )
        return None
    kind, number, cores, model, book = match.groups()
    strength = Strength(
        kind, _value(text, kind, number), model or "", book or "", int(cores) if cores else None
    )
    if strength.cores is not None and strength.cores not in CORES:
        raise MakachessError(f"{text!r}: from 1 to {max(CORES)} cores")
    return strength


def _value(text: str, kind: str, number: str) -> float:
    """The number of a strength; raises MakachessError."""
    if kind == "time":
        if not 0.01 <= float(number) <= 3600:
            raise MakachessError(f"{text!r}: from 0.01 to 3600 seconds a move")
        return float(number)
    if "." in number or int(number) < 1 or (kind == "level" and int(number) not in LEVELS):
        known = f"from 1 to {max(LEVELS)}" if kind == "level" else "from 1 on"
        raise MakachessError(f"{text!r}: a {kind} is a whole number {known}")
    return int(number)


def with_model(text: str, model: str) -> str:
    """An engine with a model, unless it has one or is a program."""
    strength = parse_strength(text)
    if strength is None or strength.model or not model:
        return text
    return replace(strength, model=model).specification


def with_book(text: str, book: str) -> str:
    """An engine with an opening book, unless it has one or is a program."""
    strength = parse_strength(text)
    if strength is None or strength.book or book in ("", "none"):
        return text
    return replace(strength, book=book).specification


def with_cores(text: str, cores: int | None) -> str:
    """An engine that searches with so many cores, unless it says so itself or is a program."""
    strength = parse_strength(text)
    if strength is None or strength.cores is not None or cores is None:
        return text
    return replace(strength, cores=cores).specification
