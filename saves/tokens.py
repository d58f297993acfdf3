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
# What is most frequent comes first. No more than the first alternative begins with a letter.
_TOKEN = re.compile(
    rf"(?P<MOVE>[^\s\ufeff{{}}()\[\];$0-9.…]{_WORD}*)"
    rf"|(?P<NUMBER>[0-9]{{1,9}})(?:[.…]+|(?!{_WORD}))|\{{(?P<COMMENT>[^}}]*)\}}"
    rf"|(?P<OPEN>\()|(?P<CLOSE>\))|\$(?P<NAG>[0-9]{{1,9}})|(?P<FILLER>[.…]+)"
    rf"|(?P<WORD>{_WORD}+)|(?P<TAG>\[)|\{{(?P<OPENED>[^}}]*)|;(?P<REMARK>.*)|(?P<ERROR>[^\s\ufeff])"
)
# Looked up for every token: names of this module take half the time of an enumeration's members.
_TAG, _NUMBER, _MOVE = TokenKind.TAG, TokenKind.NUMBER, TokenKind.MOVE
_COMMENT, _RESULT = TokenKind.COMMENT, TokenKind.RESULT
_MOVE_GROUP, _NUMBER_GROUP, _COMMENT_GROUP = map(
    _TOKEN.groupindex.__getitem__, ("MOVE", "NUMBER", "COMMENT")
)
_PLAIN_GROUPS = {
    group: TokenKind[name]
    for name, group in _TOKEN.groupindex.items()
    if name in ("OPEN", "CLOSE", "NAG", "FILLER")
}
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
LONGEST_COMMENT = 4_000_000
"""Characters that are read of a comment in braces."""

_NEXT_GAME = '[Event "'
_USUAL_TAG = re.compile(r'\[([A-Za-z0-9]\w*) "([^"\\]*)"\]')  # nearly all have a line of their own
_TAG_OPENING = re.compile(TAG_OPENING)
_TAG_CLOSING = re.compile(r'"\s{0,9}\]$')


def quote(text: str) -> str:
    """Offending text for a message, cut where it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def decode(line: bytes) -> str:
    """A line as text: UTF-8, or Latin-1 where it is not UTF-8."""
    try:
        return line.decode()
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
        self._room = 0  # for so many more of its characters
        self._opened: tuple[int, int] | None = None  # where that one began
        self._depth = -1  # while moves are skipped: how many variations are open

    def skip(self, depth: int) -> None:
        """Pass over the moves of a game, from inside so many variations.

        The next token is the result that closes it, or the tag or the end that comes instead.
        """
        self._depth = depth

    def __iter__(self) -> Iterator[Token]:
        last, last_number = "", self._number + 1
        first, tag_of, mending = self._first, _USUAL_TAG.fullmatch, self._mending
        for number, raw in enumerate(self._lines, last_number):
            if isinstance(raw, str):
                line = raw.rstrip()
            else:
                try:
                    line = raw.decode().rstrip()
                except UnicodeDecodeError:
                    line = decode(raw).rstrip()
            if number == 1:
                line = line.removeprefix("\ufeff")
            if not line:
                first = 0
                continue
            last, last_number = line, number
            if self._opened is None and not first:
                if line[0] == "[" and (tag := tag_of(line)) is not None:
                    self._depth = -1
                    name, value = tag.groups()
                    yield _token((_TAG, value, number, 1, name))
                    continue
                if line[0] == "%" or (line[0] == ";" and self._depth >= 0):
                    continue
            self._number = number
            if mending or self._opened is not None:
                first = yield from self._resume(line, first)
            while first < len(line):
                first = yield from (self._read if self._depth < 0 else self._skip)(line, first)
            first = 0
        yield from self._unclosed()
        yield Token(TokenKind.END, "", last_number, len(last) + 1)

    def _resume(self, line: str, at: int) -> Generator[Token, None, int]:
        """Read on in a comment that may be open; returns the index after it."""
        if self._mending and line.startswith(_NEXT_GAME):
            yield from self._unclosed()
        if self._opened is None:
            return at
        end = line.find("}", at)
        if self._depth < 0 and self._room > 0:
            piece = line if end < 0 else line[:end]
            self._comment.append(piece[: self._room])
            self._room -= len(piece) + 1
            if self._room < 0:
                message = (
                    f"the comment that begins here is longer than {LONGEST_COMMENT:,} characters"
                )
                yield Token(TokenKind.ERROR, f"{message}: its end is not read", *self._opened)
        if end < 0:
            return len(line)
        if self._depth < 0:
            yield Token(_COMMENT, _one_line(self._comment), *self._opened)
        self._opened, self._comment = None, []
        return end + 1

    def _unclosed(self) -> Iterator[Token]:
        """What there is to say of a comment that is still open; while mending, the comment, too."""
        if self._opened is not None and self._depth < 0:
            if self._mending:
                yield Token(TokenKind.COMMENT, _one_line(self._comment), *self._opened)
            message = "the comment that begins here has no '}'"
            yield Token(TokenKind.ERROR, message, *self._opened)
        self._opened, self._comment = None, []

    def _read(self, line: str, at: int) -> Generator[Token, None, int]:
        """Tokens from an index of the line on; returns the index after the last of them."""
        number = self._number
        for match in _TOKEN.finditer(line, at):
            group = match.lastindex
            column = match.start() + 1
            if group == _MOVE_GROUP:
                text = match[0]
                kind = _MOVE
                if text in _WORDS:
                    kind, text = _WORDS[text]
            elif group == _NUMBER_GROUP:
                kind, text = _NUMBER, match[group]
            elif group == _COMMENT_GROUP:
                kind, text = _COMMENT, " ".join(match[group].split())
            elif group in _PLAIN_GROUPS:
                kind, text = _PLAIN_GROUPS[group], match[group]
            elif (found := self._rarer(match)) is not None:
                kind, text = found
            elif line[column - 1] == "[":
                token, end = self._tag(line, column - 1)
                yield token
                return end
            else:
                self._opened, self._comment = (number, column), [match["OPENED"]]
                self._room = LONGEST_COMMENT - len(match["OPENED"])
                break
            yield _token((kind, text, number, column, ""))
            if self._depth >= 0:
                return match.end()
        return len(line)

    @staticmethod
    def _rarer(match: re.Match[str]) -> tuple[TokenKind, str] | None:
        """Kind and text of other tokens; None for the beginning of a tag or a longer comment."""
        group = match.lastgroup or ""
        text = match[group]
        if group in ("TAG", "OPENED"):
            return None
        if group == "WORD":
            return _WORDS.get(text, (_MOVE, text))
        if group == "REMARK":
            return _COMMENT, " ".join(text.split())
        return TokenKind.ERROR, f"{text!r} is not expected here"

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
                yield _token((_RESULT, _RESULTS[match[0]], self._number, start + 1, ""))
                return match.end()
        return len(line)


def _one_line(texts: Iterable[str]) -> str:
    return " ".join(" ".join(texts).split())


def _begins_word(line: str, at: int) -> bool:
    """Whether a word begins at an index, be it after a number and dots."""
    if not at or line[at - 1] == " ":
        return True
    start = at
    while start and _IS_IN_WORD(line, start - 1):
        start -= 1
    if start and line[start - 1] == "$" and (nag := _NAG.match(line, start)):
        start = nag.end()
    return start <= at and _NUMBERS.fullmatch(line, start, at) is not None
