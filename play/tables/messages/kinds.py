"""The kinds of values in the messages between a host of tables and its clients.

Every value is bounded; `expected` says in words what is accepted, for refusals and for the page.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Protocol


class Kind(Protocol):
    """What a value of a message can be."""

    @property
    def expected(self) -> str:
        """What is accepted, in words."""

    def accepts(self, value: object) -> bool:
        """Whether a value from JSON is one of them."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds."""

    least: int
    largest: int

    @property
    def expected(self) -> str:
        """The bounds."""
        return f"a whole number from {self.least} to {self.largest}"

    def accepts(self, value: object) -> bool:
        """Whether it is one; truth values are not."""
        return type(value) is int and self.least <= value <= self.largest


@dataclass(frozen=True, slots=True)
class Seconds:
    """A number of seconds, below zero once a flag is down."""

    largest: float

    @property
    def expected(self) -> str:
        """The bounds."""
        return f"seconds from -{self.largest:.0f} to {self.largest:.0f}"

    def accepts(self, value: object) -> bool:
        """Whether it is a number within the bounds; infinity and NaN are not."""
        if type(value) is int:
            return -self.largest <= value <= self.largest
        return type(value) is float and math.isfinite(value) and abs(value) <= self.largest


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one line in which nothing commands a terminal."""

    longest: int
    least: int = 0

    @property
    def expected(self) -> str:
        """Its length."""
        lengths = f"{self.least} to {self.longest}" if self.least else f"at most {self.longest}"
        return f"a text of one line, {lengths} characters"

    def accepts(self, value: object) -> bool:
        """Whether it is a text without control characters."""
        return (
            isinstance(value, str)
            and self.least <= len(value) <= self.longest
            and value.isprintable()
            and (not self.least or bool(value.strip()))
        )


@dataclass(frozen=True, slots=True)
class Word:
    """A text of a few kinds of characters, described in words."""

    pattern: re.Pattern[str]
    expected: str

    def accepts(self, value: object) -> bool:
        """Whether all of it fits."""
        return isinstance(value, str) and self.pattern.fullmatch(value) is not None


class OneOf:
    """One of a few words; the empty one stands for none of the others."""

    def __init__(self, *words: str) -> None:
        self._words = frozenset(words)
        self.expected = "one of " + ", ".join(f'"{word}"' for word in words)

    def accepts(self, value: object) -> bool:
        """Whether it is one of them."""
        return isinstance(value, str) and value in self._words


@dataclass(frozen=True, slots=True)
class Several:
    """A list; what is in it has a kind of its own."""

    most: int

    @property
    def expected(self) -> str:
        """Its length."""
        return f"a list of at most {self.most}"

    def accepts(self, value: object) -> bool:
        """Whether it is a list that is not too long."""
        return isinstance(value, list) and len(value) <= self.most
