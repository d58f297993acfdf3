"""From lines of a game file to tokens, each with the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from enum import IntEnum, auto
from functools import partial
from itertools import product
from typing import NamedTuple

from makachess.saves.tags import (
    RESULT_SPELLINGS,
    TAG,
    TAG_OPENING,
    UNFINISHED,
    WINNERS,
    match_tag,
    unescape,
)


class TokenKind(IntEnum):
    """What a token is; END comes once, where the text ends, and ERROR carries its message.

    FILLER is a word that says nothing: dots apart from their number, and `e.p.` after a move.
    """

    TAG = auto()
    NUMBER = auto()
    MOVE = auto()
    NAG = auto()
    COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    FILLER = auto()
    ERROR = auto()
    END = auto()


class Token(NamedTuple):
    """A piece of the text; line and column count from 1, and `name` is that of a tag.

    The text of a number or a NAG is its digits, that of a comment is what its braces hold.
    """

    kind: TokenKind
    text: str
    line: int
    column: int
    name: str = ""


_token = partial(tuple.__new__, Token)  # in half the time
SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

_WORD = r"[^\s\ufeff{}()\[\];$]"
_TOKEN = re.compile(
    rf"(?P<NUMBER>[0-9]{{1,9}})(?:[.…]+|(?!{_WORD}))|(?P<FILLER>[.…]+)|(?P<MOVE>{_WORD}+)"
    r"|\{(?P<COMMENT>[^}]*)\}?|\$(?P<NAG>[0-9]{1,9})|(?P<OPEN>\()|(?P<CLOSE>\))"
    r"|(?P<TAG>\[)|;(?P<REMARK>.*)|(?P<ERROR>[^\s\ufeff])"
)
_KINDS = {kind.name: kind for kind in TokenKind}
_RESULTS = {result: result for result in (*WINNERS, UNFINISHED)} | RESULT_SPELLINGS
# Words that are no moves.
_WORDS = {
    **{text: (TokenKind.RESULT, result) for text, result in _RESULTS.items()},
    **{text: (TokenKind.NAG, str(nag)) for text, nag in SUFFIXES.items()},
    **{
        "".join(parts): (TokenKind.FILLER, "")
        for parts in product("e", ("", "."), "p", ("", "."), ("", "+", "#"))
    },
}
# All that decides where a game ends. Every branch begins with a letter: such a search is fast.
_STRUCTURE = re.compile(
    r"\{[^}]*\}?|;.*|\(|\)|\[|" + "|".join(rf"{re.escape(r)}(?!{_WORD})" for r in _RESULTS)
)
# What may stand before a result without a space.
_NUMBERS = re.compile(r"(?:(?:[0-9]{1,9})?[.…]+)*")
_NAG = re.compile(r"[0-9]{0,9}")
_IS_IN_WORD = re.compile(_WORD).match
_NEXT_GAME = '[Event "'
_TAG_LINE = re.compile(TAG)
_TAG_OPENING = re.compile(TAG_OPENING)
_TAG_CLOSING = re.compile(r'"\s{0,9}\]$')


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


class Tokenizer:
    """Splits a text, given line by line, into tokens.

    `line` and `column` say where the text begins, if not at the beginning of its file. With
    `mending` a comment also ends where the tags of the next game begin.
    """

    def __init__(
        self,
        lines: Iterable[str | bytes],
        line: int = 1,
        column: int = 1,
        *,
        mending: bool = False,
    ) -> None:
        self._lines = lines
        self._mending = mending
        self._number = line - 1  # of the current line
        self._first = column - 1  # index in it
        self._comment: list[str] = []  # what was read of an open comment
        self._opened: tuple[int, int] | None = None  # where that one began
        self._depth = -1  # while moves are skipped: how many variations are open

    def skip(self, depth: int) -> None:
        """Pass over the moves of a game, from inside so many variations.

        The next token is the result that closes it, or the tag or the end that comes instead.
        """
        self._depth = depth

    def __iter__(self) -> Iterator[Token]:
        last, last_number = "", self._number + 1
        first, tag_of = self._first, _TAG_LINE.fullmatch
        for number, raw in enumerate(self._lines, last_number):
            line = (raw if isinstance(raw, str) else decode(raw)).rstrip()
            if number == 1:
                line = line.removeprefix("\ufeff")
            if not line:
                first = 0
                continue
            last, last_number = line, number
            if self._opened is None and not first:
                sign = line[0]
                if sign == "%":
                    continue
                if sign == "[" and (
                    tag := tag_of(line)
                ):  # nearly all tags have a line of their own
                    self._depth = -1
                    name, value = tag.groups()
                    value = unescape(value) if "\\" in value else value
                    yield _token((TokenKind.TAG, value, number, 1, name))
                    continue
            self._number = number
            yield from self._line(line, first)
            first = 0
        yield from self._unclosed()
        yield Token(TokenKind.END, "", last_number, len(last) + 1)

    def _line(self, line: str, at: int) -> Iterator[Token]:
        """The tokens that end on a line, from an index on."""
        if self._mending and line.startswith(_NEXT_GAME):
            yield from self._unclosed()
        if self._opened is not None:
            end = line.find("}", at)
            if self._depth < 0:
                self._comment.append(line if end < 0 else line[:end])
            if end < 0:
                return
            if self._depth < 0:
                yield Token(TokenKind.COMMENT, _one_line(*self._comment), *self._opened)
            self._opened, self._comment, at = None, [], end + 1
        while at < len(line):
            at = yield from (self._read if self._depth < 0 else self._skip)(line, at)

    def _unclosed(self) -> Iterator[Token]:
        """What there is to say of a comment that is still open; while mending, the comment, too."""
        if self._opened is not None and self._depth < 0:
            if self._mending:
                yield Token(TokenKind.COMMENT, _one_line(*self._comment), *self._opened)
            message = "the comment that begins here has no '}'"
            yield Token(TokenKind.ERROR, message, *self._opened)
        self._opened, self._comment = None, []

    def _read(self, line: str, at: int) -> Generator[Token, None, int]:
        """Tokens from an index of the line on; returns the index after the last of them."""
        number = self._number
        for match in _TOKEN.finditer(line, at):
            group = match.lastgroup or ""
            column = match.start() + 1
            text = match[group]
            kind = _KINDS.get(group, TokenKind.COMMENT)
            if group == "MOVE":
                if text in _WORDS:
                    kind, text = _WORDS[text]
            elif group == "TAG":
                token, end = self._tag(line, match.start())
                yield token
                return end
            elif group == "COMMENT":
                if line[match.end() - 1] != "}":
                    self._opened, self._comment = (number, column), [text]
                    break
                text = _one_line(text)
            elif group == "REMARK":
                text = _one_line(text)
            elif group == "ERROR":
                text = f"{text!r} is not expected here"
            yield _token((kind, text, number, column, ""))
            if self._depth >= 0:
                return match.end()
        return len(line)

    def _tag(self, line: str, at: int) -> tuple[Token, int]:
        """The tag that begins at an index of the line, and the index after it."""
        match = match_tag(line, at)
        if match is not None:
            name, value, end = match[1], match[2], match.end()
            return Token(TokenKind.TAG, unescape(value), self._number, at + 1, name), end
        # Programs that do not escape quotes write one tag a line: it ends at the last quote.
        if opening := _TAG_OPENING.match(line, at):
            closing = _TAG_CLOSING.search(line, max(opening.end(), len(line) - 12))
            if closing is not None:
                value, end = line[opening.end() : closing.start()], len(line)
                return Token(TokenKind.TAG, unescape(value), self._number, at + 1, opening[1]), end
        end = line.find("]", at) + 1 or len(line)
        message = f'{quote(line[at:end])} is not a tag, such as [Event "Club evening"]'
        return Token(TokenKind.ERROR, message, self._number, at + 1), end

    def _skip(self, line: str, at: int) -> Generator[Token, None, int]:
        """The same while moves are skipped."""
        for match in _STRUCTURE.finditer(line, at):
            start, sign = match.start(), line[match.start()]
            if sign == "{":
                if line[match.end() - 1] != "}":
                    self._opened = self._number, start + 1
            elif sign == "(":
                self._depth += 1
            elif sign == ")":
                self._depth -= self._depth > 0
            elif sign == "[":
                token, end = self._tag(line, start)
                if token.kind is TokenKind.TAG:
                    self._depth = -1
                    yield token
                return end
            elif sign != ";" and not self._depth and _begins_word(line, start):
                self._depth = -1
                yield Token(TokenKind.RESULT, _RESULTS[match[0]], self._number, start + 1)
                return match.end()
        return len(line)


def _one_line(*texts: str) -> str:
    return " ".join(" ".join(texts).split())


def _begins_word(line: str, at: int) -> bool:
    """Whether a word begins at an index, be it after a number and dots."""
    start = at
    while start and _IS_IN_WORD(line, start - 1):
        start -= 1
    if start and line[start - 1] == "$" and (nag := _NAG.match(line, start)):
        start = nag.end()
    return start <= at and _NUMBERS.fullmatch(line, start, at) is not None
