"""A question with a few answers, and how a keyboard gives one of them without mistakes.

Arrows mark an answer and Enter gives it. An answer's number, key or id can be typed as well. A key
that could begin a move only marks its answer until Enter follows, and text of several characters is
never taken for a single key: someone who types on without seeing the question chooses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from makachess.core.text import plain_signs


@dataclass(frozen=True, slots=True)
class Answer:
    """A possible answer: the key that gives it, its text, and what it stands for."""

    key: str
    text: str
    value: object = None


@dataclass(slots=True)
class Question:
    """An open question: the answer that is marked, and what has been typed so far.

    `files` is how many files the board has, whose letters can begin a move.
    """

    text: str
    answers: Sequence[Answer]
    files: int = 0
    at: int = 0
    typed: str = field(default="", init=False)

    def step(self, count: int) -> None:
        """Mark another answer, and drop what was typed."""
        self.typed = ""
        self.at = (self.at + count) % len(self.answers)

    def type(self, text: str) -> None:
        self.typed += text
        if (at := self.fitting(self.typed)) is not None:
            self.at = at

    def begins(self, text: str) -> bool:
        """Whether the key of an answer begins so."""
        return any(answer.key.startswith(text) for answer in self.answers)

    def erase(self) -> None:
        self.typed = self.typed[:-1]
        self.type("")

    def clear(self) -> None:
        self.typed = ""

    @property
    def given(self) -> Answer | None:
        """The answer Enter gives: the marked one, unless the text typed is not an answer."""
        at = self.fitting(self.typed) if self.typed else self.at
        return None if at is None else self.answers[at]

    @property
    def is_complete(self) -> bool:
        """Whether a single key was typed that is an answer and cannot begin a move."""
        key = self.typed
        if len(key) != 1 or self.given is None or key.isupper() or key in "+@":
            return False
        if key.isdecimal():
            return len(self.answers) < 10
        return not 0 <= ord(key) - ord("a") < self.files

    def fitting(self, text: str) -> int | None:
        """The answer a text stands for: its number, its key, or how its key alone begins."""
        text = plain_signs(text)
        keys = [answer.key for answer in self.answers]
        if text in keys:
            return keys.index(text)
        text = text.strip().removeprefix("=") or text
        numbers = [str(number) for number in range(1, len(self.answers) + 1)]
        if text in numbers:
            return numbers.index(text)
        lower = [key.lower() for key in keys]
        for wanted, found in ((text, keys), (text.lower(), lower)):
            if wanted in found:
                return found.index(wanted)
        fits = [at for at, key in enumerate(lower) if text and key.startswith(text.lower())]
        return fits[0] if len(fits) == 1 else None
