"""Files of models and books: lines of text for people and programs, and then packed data.

The first line names the format and its version; each further line is a name, a colon, a space and a
value; an empty line ends them. The line `checksum` is of the packed data and of the lines needed.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import visible
from makachess.variants.digest import rules_digest
from makachess.variants.files import read_bytes
from makachess.variants.sources import config_folder, is_there

LONGEST_HEADER = 1 << 14  # bytes
LONGEST_QUOTE = 80  # characters of a file in a message


def quote(text: str) -> str:
    """The beginning of a text from a file, as a message says it."""
    return repr(text[:LONGEST_QUOTE])


T = TypeVar("T")
Complain = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class AssetFile(ABC, Generic[T]):
    """A file as read: the lines of its header by name, and its data, not yet unpacked.

    A subclass says what a file holds, how it is made, the versions that are read, of which the last
    is written, the lines that it must have (the checksum apart), how many bytes it may have, and
    what is raised. Files end in what they hold, such as `.model`, and the player's own are in
    `models`.
    """

    WHAT: ClassVar[str]
    MADE: ClassVar[str]
    VERSIONS: ClassVar[tuple[int, ...]]
    NEEDED: ClassVar[tuple[str, ...]]
    LARGEST: ClassVar[int]
    ERROR: ClassVar[type[MakachessError]]
    NONE: ClassVar[Any]  # what is used if it is to be none

    name: str  # of the file, for messages
    version: int
    header: Mapping[str, str]
    packed: bytes = field(repr=False)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """A user's file; raises ERROR, also if it cannot be read."""
        shown = os.fspath(path)
        try:
            data = read_bytes(shown, cls.LARGEST)
        except OSError as error:
            raise cls.ERROR(f"{shown!r} cannot be read: {error.strerror}") from None
        return cls.parse(data, Path(shown).name)

    @classmethod
    def parse(cls, data: bytes, name: str) -> Self:
        """A file's content; raises ERROR if it is damaged or of another kind."""
        first = f"makachess {cls.WHAT} "
        if not data.startswith(first.encode()):
            raise cls.ERROR(f"{name}: it is not a {cls.WHAT} of makachess")
        if len(data) > cls.LARGEST:
            raise cls.ERROR(f"{name}: it is larger than {cls.LARGEST} bytes")
        text, end, packed = data.partition(b"\n\n")
        if not end or len(text) > LONGEST_HEADER:
            raise cls.damage(name, "its header does not end")
        try:
            head, *lines = text.decode().split("\n")
        except UnicodeDecodeError as error:
            raise cls.damage(name, f"byte {error.start} is not UTF-8") from None
        wanted, readable = head.removeprefix(first), [str(known) for known in cls.VERSIONS]
        if wanted not in readable:
            told = f"its format is {quote(wanted)}, and this makachess reads"
            raise cls.ERROR(f"{name}: {told} {' and '.join(readable)}")
        header: dict[str, str] = {}
        for line in lines:
            key, colon, value = line.partition(": ")
            if not colon or key in header or not line.isprintable():
                raise cls.damage(name, f"{quote(line)} in its header")
            header[key] = value
        if missing := [key for key in (*cls.NEEDED, "checksum") if not header.get(key)]:
            raise cls.damage(name, f"its header has no line {missing[0]!r}")
        if header["checksum"] != cls._checksum(header, packed):
            raise cls.damage(name, "its checksum is wrong")
        return cls(name, int(wanted), header, packed)

    @classmethod
    def format(cls, header: Mapping[str, str], packed: bytes) -> bytes:
        """A file that `parse` reads back; the checksum is added to the header."""
        values = {key: " ".join(visible(value).split()) or "-" for key, value in header.items()}
        values["checksum"] = cls._checksum(values, packed)
        lines = "".join(f"{key}: {value}\n" for key, value in values.items())
        return f"makachess {cls.WHAT} {cls.VERSIONS[-1]}\n{lines}\n".encode() + packed

    @classmethod
    def _checksum(cls, header: Mapping[str, str], packed: bytes) -> str:
        """Of the packed data and the lines needed; notes may be changed by hand."""
        from hashlib import sha256  # slow to import, and few commands read such a file

        meant = "\n".join(header[key] for key in cls.NEEDED)
        return sha256(meant.encode() + b"\0" + packed).hexdigest()[:16]

    @classmethod
    def damage(cls, name: str, why: str) -> MakachessError:
        return cls.ERROR(f"{name}: it is damaged: {why}")

    @classmethod
    def folder(cls) -> Path:
        """Where the player's own are; one replaces the built-in one of its variant."""
        return config_folder() / f"{cls.WHAT}s"

    @classmethod
    def path_for(cls, variant: Variant) -> Path:
        """Where the player's own of a variant is, if there is one."""
        return cls.folder() / f"{variant.name}.{cls.WHAT}"

    @classmethod
    def own(cls, variant: Variant) -> tuple[Self, T] | None:
        """The player's own of a variant, if it is for its rules; raises if it is damaged."""
        try:
            path = cls.path_for(variant)
        except ModuleNotFoundError:  # the library alone, without what says where such files are
            return None
        return cls.open(path)._if_it_fits(variant) if is_there(path) else None

    @classmethod
    def usual(cls, variant: Variant) -> tuple[Self, T] | None:
        """The player's own, else the built-in one; raises if it is damaged."""
        return cls.own(variant) or built_in(cls, variant)

    @classmethod
    def load(cls, path: Path | str, variant: Variant) -> T:
        """What a user's file holds for a variant; raises ERROR if that cannot be read."""
        return cls.open(path).read(variant)

    @classmethod
    def choose(cls, text: str, variant: Variant) -> T | None:
        """What a text means: a file, `none`, or, if empty, None for the usual one; raises ERROR."""
        if text in ("", "none"):
            return cls.NONE if text else None
        return cls.load(text, variant)

    @classmethod
    def find(cls, variant: Variant, complain: Complain | None = None) -> T:
        """What the player's own holds, else the built-in one; NONE if there is neither.

        A file for other rules is passed over; of one that is damaged `complain` hears.
        """
        for look in (cls.own, lambda variant: built_in(cls, variant)):
            try:
                found = look(variant)
            except MakachessError as error:
                if complain is not None:
                    complain(str(error))
            else:
                if found is not None:
                    held: T = found[1]
                    return held
        none: T = cls.NONE
        return none

    @property
    def variant(self) -> str:
        return self.header["variant"]

    def fits(self, variant: Variant) -> bool:
        return not self._misfit(variant)

    def _misfit(self, variant: Variant) -> str:
        """Why it is not one for the rules of a variant; empty if it is."""
        if self.variant != variant.name:
            return f"it is a {self.WHAT} of {quote(self.variant)}, not of {variant.name!r}"
        if self.header["rules"] == rules_digest(variant).movement:
            return ""
        options = variant.rules_options
        return f"it was {self.MADE} for other rules than those of {variant.name!r}" + (
            f" with {options!r}" if options else ""
        )

    def read(self, variant: Variant) -> T:
        """What it holds; raises ERROR if it is of another variant or damaged."""
        if misfit := self._misfit(variant):
            raise self.ERROR(f"{self.name}: {misfit}")
        return self._unpack(variant)

    @abstractmethod
    def _unpack(self, variant: Variant) -> T: ...

    def _if_it_fits(self, variant: Variant) -> tuple[Self, T] | None:
        return (self, self.read(variant)) if self.fits(variant) else None


@lru_cache(maxsize=32)
def built_in(kind: type[AssetFile[Any]], variant: Variant) -> Any:
    """The file of a variant that comes with makachess and what it holds; None without one."""
    name = f"{variant.name}.{kind.WHAT}"
    file = resources.files(__name__.rpartition(".")[0]).joinpath(name)
    return kind.parse(file.read_bytes(), name)._if_it_fits(variant) if file.is_file() else None


class AssetChoice(Generic[T]):
    """What an engine uses that plays now one variant, now another.

    `text` is `none`, or a file, which is taken where it fits; else the usual one is used. The last
    one is kept. Raises the format's error if the file is damaged.
    """

    KIND: ClassVar[type[AssetFile[Any]]]

    def __init__(self, text: str) -> None:
        self._file = self.KIND.open(text) if text not in ("", "none") else None
        self._is_none = text == "none"
        self._last: tuple[Variant, T] | None = None

    def of(self, variant: Variant, complain: Complain) -> T:
        """What is used for a variant; of a file that is refused `complain` hears, once."""
        if self._last is None or self._last[0] is not variant:
            self._last = variant, self._look(variant, complain)
        return self._last[1]

    def _look(self, variant: Variant, complain: Complain) -> Any:
        if self._is_none:
            return self.KIND.NONE
        if self._file is not None and self._file.variant == variant.name:
            try:
                return self._file.read(variant)
            except MakachessError as error:
                complain(str(error))
        return self.KIND.find(variant, complain)
