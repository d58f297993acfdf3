"""Files that begin with lines of text for people and programs, and go on with packed data.

The first line names the format and its version; each further line is a name, a colon, a space and a
value; an empty line ends them. The line `checksum` is of the packed data and of the lines needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import visible
from makachess.variants.digest import rules_digest
from makachess.variants.files import read_bytes

LONGEST_HEADER = 1 << 14  # bytes
LONGEST_QUOTE = 80  # characters of a file in a message


def quote(text: str) -> str:
    """The beginning of a text from a file, as a message says it."""
    return repr(text[:LONGEST_QUOTE])


T = TypeVar("T")


def find_sound(
    readers: tuple[Callable[[Variant], T | None], ...],
    variant: Variant,
    complain: Callable[[str], object] | None,
) -> T | None:
    """What the first reader that has any finds; of files that are damaged `complain` hears."""
    for read in readers:
        try:
            found = read(variant)
        except MakachessError as error:
            if complain is not None:
                complain(str(error))
        else:
            if found is not None:
                return found
    return None


@dataclass(frozen=True, slots=True)
class Headed:
    """A format: its name, how such a file is made, the largest in bytes, and what is raised.

    `needed` has the lines that must be there, the checksum apart, for each version from 1 on.
    """

    what: str
    made: str
    needed: tuple[tuple[str, ...], ...]
    largest: int
    error: type[MakachessError]

    def open(self, path: Path | str) -> tuple[int, dict[str, str], bytes]:
        """The version, header and packed data of a user's file; raises the format's error."""
        shown = os.fspath(path)
        try:
            data = read_bytes(shown, self.largest)
        except OSError as error:
            raise self.error(f"{shown!r} cannot be read: {error.strerror}") from None
        return self.parse(data, Path(shown).name)

    def parse(self, data: bytes, name: str) -> tuple[int, dict[str, str], bytes]:
        """Version, header and packed data; raises the format's error, with the file's name."""
        first = f"makachess {self.what} "
        if not data.startswith(first.encode()):
            raise self.error(f"{name}: it is not a {self.what} of makachess")
        if len(data) > self.largest:
            raise self.error(f"{name}: it is larger than {self.largest} bytes")
        text, end, packed = data.partition(b"\n\n")
        if not end or len(text) > LONGEST_HEADER:
            raise self._damaged(name, "its header does not end")
        try:
            head, *lines = text.decode().split("\n")
        except UnicodeDecodeError as error:
            raise self._damaged(name, f"byte {error.start} is not UTF-8") from None
        version = self._version(head.removeprefix(first), name)
        header = dict(self._lines(lines, name))
        needed = (*self.needed[version - 1], "checksum")
        if missing := [key for key in needed if not header.get(key)]:
            raise self._damaged(name, f"its header has no line {missing[0]!r}")
        if header["checksum"] != self._checksum(version, header, packed):
            raise self._damaged(name, "its checksum is wrong")
        return version, header, packed

    def _version(self, text: str, name: str) -> int:
        known = [str(version) for version in range(1, len(self.needed) + 1)]
        if text not in known:
            reads = " to ".join(dict.fromkeys((known[0], known[-1])))
            told = f"its format is {quote(text)}, and this makachess reads {reads}"
            raise self.error(f"{name}: {told}")
        return int(text)

    def misfit(self, header: Mapping[str, str], variant: Variant) -> str:
        """Why a file is not one for the rules of a variant; empty if it is."""
        if header["variant"] != variant.name:
            return f"it is a {self.what} of {quote(header['variant'])}, not of {variant.name!r}"
        if header["rules"] == rules_digest(variant).movement:
            return ""
        options = variant.rules_options
        return f"it was {self.made} for other rules than those of {variant.name!r}" + (
            f" with {options!r}" if options else ""
        )

    def _lines(self, lines: list[str], name: str) -> Iterator[tuple[str, str]]:
        known = set()
        for line in lines:
            key, colon, value = line.partition(": ")
            if not colon or key in known or not line.isprintable():
                raise self._damaged(name, f"{quote(line)} in its header")
            known.add(key)
            yield key, value

    def _damaged(self, name: str, why: str) -> MakachessError:
        return self.error(f"{name}: it is damaged: {why}")

    def format(self, version: int, header: Mapping[str, str], packed: bytes) -> bytes:
        """A file that `parse` reads back; the checksum is added to the header."""
        values = {key: " ".join(visible(value).split()) or "-" for key, value in header.items()}
        values["checksum"] = self._checksum(version, values, packed)
        lines = "".join(f"{key}: {value}\n" for key, value in values.items())
        return f"makachess {self.what} {version}\n{lines}\n".encode() + packed

    def _checksum(self, version: int, header: Mapping[str, str], packed: bytes) -> str:
        """Of the packed data and the lines needed; notes may be changed by hand."""
        from hashlib import sha256  # slow to import, and few commands read such a file

        meant = "\n".join(header.get(key, "") for key in self.needed[version - 1])
        return sha256(meant.encode() + b"\0" + packed).hexdigest()[:16]
