"""From lines of a game file to tokens, each with the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from makachess.saves.tags import LOOSE_TAG, TAG, unescape


class TokenKind(Enum):
    """What a token is; END comes once, where the text ends, and ERROR carries its message."""

    TAG = auto()
    WORD = auto()
    NAG = auto()
    COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    ERROR = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text; line and column count from 1, and `name` is that of a tag."""

    kind: TokenKind
    text: str
    line: int
    column: int
    name: str = ""


_PIECE = re.compile(
    r"(?P<TAG>\[)|(?P<brace>\{)|(?P<COMMENT>;.*)|(?P<OPEN>\()|(?P<CLOSE>\))"
    r"|\$(?P<NAG>[0-9]{1,9})|(?P<WORD>[^\s\ufeff{}()\[\];$]+)|(?P<ERROR>[^\s\ufeff])"
)


def quote(text: str) -> str:
    """Offending text for a message, cut where it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def decode(line: str | bytes) -> str:
    """A line as text: UTF-8, or Latin-1 where it is not UTF-8."""
    if isinstance(line, str):
        return line
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def generate_tokens(lines: Iterable[str | bytes]) -> Iterator[Token]:
    """All tokens of a text given line by line, as a file is when iterated over."""
    return _Tokenizer().run(lines)


class _Tokenizer:
    """Splits lines into tokens; remembers an open brace comment between lines."""

    def __init__(self) -> None:
        self.number = 0
        self.comment: list[str] = []
        self.opened: tuple[int, int] | None = None  # where the comment we are in began

    def run(self, lines: Iterable[str | bytes]) -> Iterator[Token]:
        end = 1, 1
        for self.number, raw in enumerate(lines, 1):
            line = decode(raw).rstrip()
            if self.number == 1:
                line = line.removeprefix("\ufeff")
            if line:
                end = self.number, len(line) + 1
            if self.opened is not None or not line.startswith("%"):
                yield from self._line(line)
        if self.opened is not None:
            yield Token(TokenKind.ERROR, "the comment that begins here has no '}'", *self.opened)
        yield Token(TokenKind.END, "", *end)

    def _line(self, line: str) -> Iterator[Token]:
        """The tokens that end on a line."""
        at = 0
        while at < len(line):
            if self.opened is not None:
                token, at = self._comment(line, at, self.opened)
            elif match := _PIECE.search(line, at):
                token, at = self._token(line, match)
            else:
                return
            if token is not None:
                yield token

    def _token(self, line: str, match: re.Match[str]) -> tuple[Token | None, int]:
        """The token a match begins, and the index after it; no token yet for a brace comment."""
        kind = match.lastgroup or ""
        place = self.number, match.start() + 1
        if kind == "brace":
            self.opened = place
            return None, match.end()
        if kind == "TAG":
            return self._tag(line, match.start())
        text = match[kind]
        if kind == "ERROR":
            text = f"{text!r} is not expected here"
        elif kind == "COMMENT":
            text = " ".join(text[1:].split())
        return Token(TokenKind[kind], text, *place), match.end()

    def _tag(self, line: str, at: int) -> tuple[Token, int]:
        """The tag that begins at an index of the line, and the index after it."""
        match = TAG.match(line, at) or LOOSE_TAG.match(line, at)
        if match is not None:
            value = unescape(match[2])
            return Token(TokenKind.TAG, value, self.number, at + 1, match[1]), match.end()
        end = line.find("]", at) + 1 or len(line)
        message = f'{quote(line[at:end])} is not a tag, such as [Event "Club evening"]'
        return Token(TokenKind.ERROR, message, self.number, at + 1), end

    def _comment(self, line: str, at: int, opened: tuple[int, int]) -> tuple[Token | None, int]:
        """Take up comment text from an index of the line; a token when it is closed there."""
        end = line.find("}", at)
        if end < 0:
            self.comment.append(line[at:])
            return None, len(line)
        text = " ".join(" ".join((*self.comment, line[at:end])).split())
        self.comment.clear()
        self.opened = None
        return Token(TokenKind.COMMENT, text, *opened), end + 1
