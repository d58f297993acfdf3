"""Listing games: their tags, and where each begins in a large file, without reading any moves."""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import TypeVar

from makachess.saves.builder import GameBuilder, Reading
from makachess.saves.errors import GameFileError
from makachess.saves.parser import Token, Visitor, visit_games
from makachess.saves.reader import Lines, missing, opened
from makachess.saves.storage import Stamp, stamp_of
from makachess.saves.tags import UNFINISHED
from makachess.saves.text import FileLines
from makachess.variants.files import open_file

_HEAD = 8192  # bytes: no tag section of ours is half as long
_MOST = 1 << 18  # bytes in which the tags of a file's first game are looked for
_LATER_GAME = re.compile(r"\[\s*\w|(?:\*|1-0|0-1|1/2-1/2)\s+\S")  # there may be one
# The tags as the writer writes them: thousands of files are listed without the tokenizer.
_USUAL_TAG = re.compile(r'\[([A-Za-z0-9]\w*) "([^"\\\r\n]*)"\]\n')
_USUAL_HEAD = re.compile(rf"(?:{_USUAL_TAG.pattern})+\n(?=\S)(?![\[%\ufeff])")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Header:
    """What stands above and behind the moves of a game, and its number in the file (from 1)."""

    number: int
    tags: dict[str, str]
    result: str = UNFINISHED

    @property
    def tags_and_result(self) -> dict[str, str]:
        """The tags, with the result behind the moves where none tells it."""
        return self.tags if self.result == UNFINISHED else {"Result": self.result, **self.tags}


def generate_headers(source: Lines | os.PathLike[str]) -> Iterator[Header]:
    """The headers of all games of a text, or of the file of a path; moves are passed over.

    >>> [header.tags for header in generate_headers(['[White "Anna"]', "1. e4 *", "1. d4 *"])]
    [{'White': 'Anna'}, {}]
    """
    return visit_games(opened(source)[0], HeaderVisitor())


class GameIndex:
    """The games of a file, which are read one at a time and when they are asked for.

    It keeps no more than their places. Raises GameFileError if the file cannot be read, and later
    if it has changed.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
    ...     print('[White "Anna"]', "1. e4 *", '[White "Zoë"]', "1. d4 d5 *", sep="\\n", file=file)
    ...     file.flush()
    ...     index = GameIndex(file.name)
    ...     len(index), index.header(1).tags, index.read(2).game.sans
    (2, {'White': 'Anna'}, ('d4', 'd5'))
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name = os.fspath(path)
        self.count_anew()

    def count_anew(self) -> None:
        """Find the games as they stand in the file now; raises GameFileError."""
        self.stamp = stamp_of(self.name)
        self._offsets, self._ends = array("Q"), array("Q")
        self._lines, self._columns = array("L"), array("L")
        lines = FileLines(self.name)
        for offset, end, line, column in visit_games(lines, _Places(lines)):
            self._offsets.append(offset)
            self._ends.append(end)
            self._lines.append(line)
            self._columns.append(column)

    def __len__(self) -> int:
        return len(self._offsets)

    def header(self, number: int) -> Header:
        """The header of a game; raises GameFileError if there is no such game."""
        return replace(self.visit(number, HeaderVisitor()), number=number)

    def read(self, number: int) -> Reading:
        """What can be read of a game; raises GameFileError if there is no such game."""
        return self.visit(number, GameBuilder(self.name, 1))

    def span(self, number: int) -> tuple[int, int] | None:
        """Where the lines of a game begin and end, in bytes; None if it shares one with another."""
        at = number - 1
        after = at + 1 if number < len(self) else at
        if self._columns[at] != 1 or self._columns[after] != 1:
            return None
        start, end = self._offsets[at], self._ends[at]
        return start, end if after == at else min(end, self._offsets[after])

    def note_rewritten(self, number: int, size: int, lines: int, stamp: Stamp | None) -> None:
        """Note that a game was rewritten, which made the file longer by some bytes and lines."""
        self._ends[number - 1] += size
        for at in range(number, len(self)):
            self._offsets[at] += size
            self._ends[at] += size
            self._lines[at] += lines
        self.stamp = stamp

    def visit(self, number: int, visitor: Visitor[T]) -> T:
        """What a visitor makes of the game with this number; raises GameFileError."""
        if not 1 <= number <= len(self):
            raise GameFileError(missing(number, len(self)), self.name)
        if stamp_of(self.name) != self.stamp:
            raise GameFileError("the file has changed since its games were counted", self.name)
        at = number - 1
        lines = FileLines(self.name, self._offsets[at])
        return next(visit_games(lines, visitor, self._lines[at], self._columns[at]))


class HeaderVisitor(Visitor[Header]):
    def __init__(self) -> None:
        self.count = 0
        self.has_moves = False  # they have begun

    def begin_game(self, token: Token) -> None:
        self.count += 1
        self.tags: dict[str, str] = {}
        self.ending = UNFINISHED

    def tag(self, token: Token) -> None:
        self.tags[token.name] = token.text

    def begin_moves(self) -> bool:
        self.has_moves = True
        return False

    def result(self, token: Token) -> None:
        self.ending = token.text

    def end_game(self) -> Header:
        return Header(self.count, self.tags, self.ending)


class _Places(Visitor[tuple[int, int, int, int]]):
    """Notes where each game begins and ends, and the line and column to begin at.

    Both are offsets of lines. The end is that of the last line that was read, so it may lie beyond
    the beginning of the next game.
    """

    def __init__(self, lines: FileLines) -> None:
        self.lines = lines
        self.last = 0, 0, 0  # of the line in which the game before ended: number, start, end

    def begin_game(self, token: Token) -> None:
        number, start, end = self.last
        if token.line == self.lines.number:
            self.place = self.lines.start, token.line, token.column
        elif token.line == number:
            self.place = start, token.line, token.column
        else:  # a comment of several lines comes first
            self.place = end, number + 1, 1

    def begin_moves(self) -> bool:
        return False

    def end_game(self) -> tuple[int, int, int, int]:
        self.last = self.lines.number, self.lines.start, self.lines.end
        start, line, column = self.place
        return start, self.lines.end, line, column


def load_tags(path: str | os.PathLike[str]) -> dict[str, str]:
    """The tags of a file's first game and its result, without its moves; none if unreadable."""
    return load_head(path)[0]


def load_head(path: str | os.PathLike[str]) -> tuple[dict[str, str], bool]:
    """The same, and whether other games may follow."""
    try:
        with open_file(path) as file:
            data = file.read(_HEAD)
    except OSError:
        return {}, False
    is_long = len(data) == _HEAD
    with suppress(UnicodeDecodeError):
        text = (data[: data.rfind(b"\n") + 1] if is_long else data).decode()
        usual = _USUAL_HEAD.match(text)
        if (
            usual
            and "[Result " in usual[0]
            and (is_long or not _LATER_GAME.search(text, usual.end()))
        ):
            return dict(_USUAL_TAG.findall(usual[0])), is_long
    lines, visitor = FileLines(path), HeaderVisitor()
    read = takewhile(lambda _: not (is_long and visitor.has_moves) and lines.end <= _MOST, lines)
    with suppress(GameFileError):
        if games := list(islice(visit_games(read, visitor), 2)):
            return games[0].tags_and_result, is_long or len(games) > 1
    return {}, False
