"""A question with a few answers, and how a keyboard gives one of them.

Arrows mark an answer and Enter gives it; its key or number gives it at once. Of a longer key the
first characters only mark it. Questions are put to who has called for them, not to who types on.
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
    """An open question: the answer that is marked, and what has been typed so far."""

    text: str
    answers: Sequence[Answer]
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
        return any(answer.key.lower().startswith(text.lower()) for answer in self.answers)

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
        """Whether what was typed is a whole key or number, and begins no other."""
        text = plain_signs(self.typed)
        names = [answer.key for answer in self.answers] + self._numbers
        for spelt in (str, str.lower):
            typed, all_ = spelt(text), list(map(spelt, names))
            if typed in all_:
                return not any(name != typed and name.startswith(typed) for name in all_)
        return False

    @property
    def _numbers(self) -> list[str]:
        return [str(number) for number in range(1, len(self.answers) + 1)]

    def fitting(self, text: str) -> int | None:
        """The answer a text stands for: its number, its key, or how its key alone begins."""
        text = plain_signs(text)
        keys = [answer.key for answer in self.answers]
        if text in keys:
            return keys.index(text)
        text = text.strip().removeprefix("=") or text
        if text in self._numbers:
            return self._numbers.index(text)
        lower = [key.lower() for key in keys]
        for wanted, found in ((text, keys), (text.lower(), lower)):
            if wanted in found:
                return found.index(wanted)
        fits = [at for at, key in enumerate(lower) if text and key.startswith(text.lower())]
        return fits[0] if len(fits) == 1 else None
