"""From bytes and files to lines of text: encodings and line ends are told apart here alone."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from functools import partial
from io import StringIO
from itertools import chain

from makachess.saves.errors import GameFileError, GivenUpError
from makachess.variants.files import open_file

LONGEST_LINE = 1 << 20
"""Bytes; the pieces of a longer line are counted as lines of their own."""

_BLANK = b" \t\r\n"
DOS_END = b"\x1a"  # ^Z, perhaps several times, behind the text of old files

# A mark, or two letters of which every other byte is a NUL, which no other text of games holds.
_UTF16 = re.compile(
    rb"(?P<utf_16_le>\xff\xfe|(?:[^\0]\0){2})|(?P<utf_16_be>\xfe\xff|(?:\0[^\0]){2})"
).match


def decode(line: bytes) -> str:
    """A line as text: UTF-8, or where it is not UTF-8, Windows-1252.

    Each line is decided by itself, so that readers who begin in different places agree. The five
    bytes that are nothing in Windows-1252 become U+FFFD.
    """
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def utf16_of(beginning: bytes) -> str:
    """The name of the encoding if a text begins as those in UTF-16 do, else empty."""
    found = _UTF16(beginning)
    return (found and found.lastgroup) or ""


def from_utf16(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """A text in UTF-16 as UTF-8; half a character at its end is left out."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    return (decoder.decode(piece).encode() for piece in pieces)


def as_utf8(data: bytes, utf16: str = "") -> bytes:
    """A text in UTF-8, as its lines are read; the same bytes if that is what it was."""
    if utf16:
        return b"".join(from_utf16((data,), utf16)).removeprefix(codecs.BOM_UTF8)
    try:
        data.decode()
    except UnicodeDecodeError:
        return b"".join(decode(line).encode() for lines in split_lines((data,)) for line in lines)
    return data


def split_lines(pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
    """The lines of a text in pieces, some at a time: LF, CR or both end a line, nothing else.

    Of a piece that is blank all lines stay together, which `count_ends` counts.
    """
    rest = b""
    for piece in pieces:
        data = rest + piece
        if data.isspace() and not data.translate(None, _BLANK):
            rest = b"\r" if data.endswith(b"\r") else b""
            yield [data[: len(data) - len(rest)]]
            continue
        lines = data.splitlines(keepends=True)
        if len(data) > LONGEST_LINE:
            lines = [part for line in lines for part in _cut(line)]
        rest = b"" if data.endswith(b"\n") or not lines else lines.pop()  # LF may follow a CR
        yield lines
    yield [rest] if (rest := rest.rstrip(DOS_END)) else []


def count_ends(line: str | bytes) -> int:
    """How many lines there are in what stayed together, at least one."""
    ends = line if isinstance(line, bytes) else line.encode()
    found = ends.count(b"\n") + ends.count(b"\r") - ends.count(b"\r\n")
    return max(found, 1)


def _cut(line: bytes) -> Iterator[bytes]:
    """A line in pieces that can be read without each other, since few are longer than one."""
    start = 0
    while len(line) - start > LONGEST_LINE:
        end = start + LONGEST_LINE
        blank = max(line.rfind(b" ", start, end), line.rfind(b"\t", start, end)) + 1
        if not blank:  # not inside of a character
            while end > start + LONGEST_LINE - 4 and line[end] & 0xC0 == 0x80:
                end -= 1
        yield line[start : blank or end]
        start = blank or end
    yield line[start:] if start else line


def read_lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a text that comes from its beginning, in UTF-8 if it is in UTF-16."""
    pieces = iter(pieces)
    first = next(pieces, b"")
    whole = chain((first,), pieces)
    utf16 = utf16_of(first)
    return chain.from_iterable(split_lines(from_utf16(whole, utf16) if utf16 else whole))


def split_again(lines: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """Lines that somebody else has split, perhaps only where there was a LF."""
    lines = iter(lines)
    first = next(lines, None)
    if first is None:
        return
    if isinstance(first, bytes) and utf16_of(first):
        raw = (line for line in chain((first,), lines) if isinstance(line, bytes))
        yield from read_lines(raw)
        return
    for line in chain((first,), lines):
        if isinstance(line, str):
            is_one = "\r" not in line and "\n" not in line[:-1]
            yield from (line,) if is_one else StringIO(line, newline="")
        else:
            is_one = (b"\r" not in line and b"\n" not in line[:-1]) or line.isspace()
            yield from (line,) if is_one else line.splitlines(keepends=True)


_PIECE = 1 << 16  # bytes that are read at a time, but at first only as many as a page has
_FIRST = 1 << 12


class Progress:
    """How much of files has been read in this context, which any thread may look at, and end."""

    def __init__(self) -> None:
        self.count = 0  # bytes
        self.is_given_up = False

    def note(self, count: int) -> None:
        """Note that something has been read; raises GivenUpError where nothing more is wanted."""
        self.count += count
        if self.is_given_up:
            raise GivenUpError("given up")


PROGRESS: ContextVar[Progress | None] = ContextVar("PROGRESS", default=None)


def watched(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a text; notes the progress, if anybody wants to know it."""
    progress = PROGRESS.get()
    for piece in pieces:
        if progress is not None:
            progress.note(len(piece))
        yield piece


class FileLines:
    """The lines of a game file, in UTF-8 if they are in UTF-16; GameFileError if it cannot be read.

    While one is looked at, `start` and `end` are its offsets in the file, in bytes, and `number`
    says how many there were.
    """

    def __init__(self, path: str | os.PathLike[str], offset: int = 0) -> None:
        self.name = os.fspath(path)
        self.start = self.end = offset
        self.number = 0

    def __iter__(self) -> Iterator[bytes]:
        try:
            with open_file(self.name) as file:
                utf16 = utf16_of(os.pread(file.fileno(), 4, 0))
                file.seek(self.end)
                pieces = watched(chain((file.read(_FIRST),), iter(partial(file.read, _PIECE), b"")))
                lines = split_lines(from_utf16(pieces, utf16) if utf16 else pieces)
                for line in chain.from_iterable(lines):
                    self.start = self.end
                    self.end += len(line.decode().encode(utf16)) if utf16 else len(line)
                    self.number += count_ends(line) if line.isspace() else 1
                    yield line
        except OSError as error:
            reason = f"the file cannot be read: {error.strerror}"
            raise GameFileError(reason, self.name) from None


def lines_in(data: bytes) -> Iterator[bytes]:
    """The lines of a text that is not in UTF-16, some at a time."""
    view = memoryview(data)
    pieces = (bytes(view[at : at + _PIECE]) for at in range(0, len(data), _PIECE))
    return chain.from_iterable(split_lines(watched(pieces)))
