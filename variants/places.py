"""Where the keys of a TOML text stand, which `tomllib` does not say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

Path = tuple[str, ...]
Place = tuple[int, int]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_PART = re.compile(r"""[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
# Texts of several lines before those of one: both begin with the same quote.
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' r"|'''.*?'{3,5}(?!')" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}\n#]*")


@lru_cache(maxsize=8)
def key_places(text: str) -> Mapping[Path, Place]:
    """Line and column, both from 1, of every key of a text that `tomllib` can read.

    >>> key_places('a = 1\\n[b]\\nc = {d = 2}\\n')[("b", "c", "d")]
    (3, 6)
    """
    return _Scanner(text).scan()


class _Scanner:
    """Scans a text once; it is known to be valid, so little has to be checked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._offsets: dict[Path, int] = {}

    def scan(self) -> dict[Path, Place]:
        """The place of every key."""
        table: Path = ()
        while self._skip() < len(self._text):
            start = self._at
            if self._text[self._at] == "[":
                self._at += 2 if self._text.startswith("[[", self._at) else 1
                table = self._key((), start)
                self._take("]")
                self._take("]")
            else:
                self._assignment(table)
            if self._at == start:  # no TOML after all
                break
        return self._placed()

    def _placed(self) -> dict[Path, Place]:
        places = {}
        line, begin = 1, 0
        for path, offset in sorted(self._offsets.items(), key=lambda item: item[1]):
            line += self._text.count("\n", begin, offset)
            begin = offset
            places[path] = (line, offset - self._text.rfind("\n", 0, offset))
        return places

    def _skip(self) -> int:
        blank = _BLANK.match(self._text, self._at)
        self._at = blank.end() if blank else self._at
        return self._at

    def _take(self, sign: str) -> bool:
        found = self._text.startswith(sign, self._at)
        self._at += found
        return found

    def _key(self, table: Path, start: int) -> Path:
        """Read a dotted key, placing what it names for the first time at `start`."""
        path = table
        while part := _PART.match(self._text, self._at):
            self._at = part.end()
            path = (*path, next(group for group in part.groups() if group is not None))
            self._offsets.setdefault(path, start)
            if not self._take("."):
                break
        return path

    def _assignment(self, table: Path) -> None:
        """Read `key = value`, with inline tables of any depth."""
        inline: list[tuple[str, Path]] = []  # the arrays and tables that are open
        path = self._key(table, self._at)
        self._take("=")
        while True:
            self._skip()
            if self._take("{"):
                inline.append(("}", path))
            elif self._take("["):
                inline.append(("]", path))
            else:
                self._value()
            while inline and not self._goes_on(inline[-1][0]):
                inline.pop()
            if not inline:
                return
            if inline[-1][0] == "}":
                path = self._key(inline[-1][1], self._at)
                self._take("=")

    def _goes_on(self, closing: str) -> bool:
        """Whether an open array or table has a further item; its end is read over."""
        self._skip()
        self._take(",")
        self._skip()
        return self._at < len(self._text) and not self._take(closing)

    def _value(self) -> None:
        match = _TEXT.match(self._text, self._at) or _BARE.match(self._text, self._at)
        self._at = match.end() if match else self._at
