"""The files of variants, those that ship with makachess and the user's: folders, texts, names."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from makachess.core.errors import MakachessError, VariantError
from makachess.variants.files import names_in, read_bytes

HOME_VARIABLE = "MAKACHESS_HOME"  # names one folder that takes the place of both


def data_folder() -> Path:
    """Where makachess keeps what it writes: $MAKACHESS_HOME, or the user's data folder."""
    return _home() or _platform_folder("user_data_path")


def config_folder() -> Path:
    """Where settings and the user's own variants are: $MAKACHESS_HOME, or the config folder."""
    return _home() or _platform_folder("user_config_path")


def _home() -> Path | None:
    """What the variable says, if it is set; raises MakachessError for an unknown user's home."""
    home = os.environ.get(HOME_VARIABLE)
    try:
        return Path(home).expanduser() if home else None
    except RuntimeError:
        raise MakachessError(f"{HOME_VARIABLE} is {home!r}, and there is no such user") from None


def _platform_folder(which: str) -> Path:
    import platformdirs  # imported late: the library and many commands do not need it

    folder: Path = getattr(platformdirs, which)("makachess", appauthor=False)
    return folder


SUFFIX = ".toml"
LARGEST_FILE = 1 << 18  # bytes: eight times the longest of ours
LONGEST_NAME = 40
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PACKAGE = __name__.rpartition(".")[0]
_RELATIVES = f"{_PACKAGE}.relatives"


@dataclass(frozen=True, slots=True)
class Source:
    """One variant file: its text, and the path of a user's file as it was given."""

    name: str
    text: str
    path: str | None = None  # None: built-in

    @property
    def file(self) -> str:
        return self.name + SUFFIX


@lru_cache(maxsize=1)
def builtin_names() -> tuple[str, ...]:
    """The names of the built-in variants, in alphabetical order."""
    return _names_in(_PACKAGE)


@lru_cache(maxsize=1)
def relative_names() -> tuple[str, ...]:
    """The names of the games of other inventors that come with them, in alphabetical order."""
    return _names_in(_RELATIVES)


def shipped_names() -> tuple[str, ...]:
    return (*builtin_names(), *relative_names())


def _names_in(package: str) -> tuple[str, ...]:
    files = (entry.name for entry in resources.files(package).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX)))


@lru_cache(maxsize=32)
def builtin_source(name: str) -> Source:
    """The file of a variant that comes with makachess; raises VariantError."""
    known = shipped_names()
    if name not in known:
        raise VariantError(f"unknown variant {name!r}{suggest(name, known)}")
    package = _PACKAGE if name in builtin_names() else _RELATIVES
    text = resources.files(package).joinpath(name + SUFFIX).read_text(encoding="utf-8")
    return Source(name, text)


def read_source(path: str | os.PathLike[str]) -> Source:
    """A user's variant file; raises VariantError, with the reason, if it cannot be read."""
    shown = os.fspath(path)
    try:
        data = read_bytes(shown, LARGEST_FILE)
    except OSError as error:
        raise VariantError(f"{shown!r} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_FILE:
        raise VariantError(
            f"{shown!r} is not a variant file: it is larger than {LARGEST_FILE} bytes"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VariantError(f"{Path(shown).name}: not UTF-8 text (byte {error.start})") from None
    return Source(Path(shown).name.removesuffix(SUFFIX), text, shown)


def is_there(path: Path) -> bool:
    """Whether there is a file to be read, or told why it cannot be.

    That is also so for a link that leads nowhere and in a folder that may not be read.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:  # which reading the file will tell
        return True
    return True


def base_source(source: Source, name: str) -> Source:
    """The file that another one extends: a built-in one, or its neighbour; raises VariantError."""
    if name in shipped_names() or source.path is None:
        return builtin_source(name)
    path = Path(source.path).with_name(name + SUFFIX)
    if os.path.exists(path):
        return read_source(path)
    own = filter(is_name, (n.removesuffix(SUFFIX) for n in names_in(path.parent, SUFFIX)))
    known = tuple(dict.fromkeys((*builtin_names(), *own)))
    raise VariantError(f"unknown variant {name!r}{suggest(name, known)}")


def is_name(text: str) -> bool:
    return len(text) <= LONGEST_NAME and NAME.fullmatch(text) is not None


def check_name(source: Source) -> None:
    """Refuse a user's file with a name that cannot be a variant's; raises VariantError."""
    if not is_name(source.name):
        raise VariantError(refuse_name(source.name, SUFFIX))


def refuse_name(name: str, suffix: str = "") -> str:
    """Why a text cannot be the name of a variant, or of its file with a suffix."""
    return (
        f"{name + suffix!r}: a variant's name is of lower-case letters, digits and hyphens, "
        f"at most {LONGEST_NAME}, such as {_proper(name) + suffix!r}"
    )


def _proper(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_NAME].strip("-") or "mini"


def suggest(word: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """The known names, and the nearest to `word` if one is close."""
    from difflib import get_close_matches  # needed only for errors, and slow to import

    near = get_close_matches(word, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f" (there are: {', '.join(known) or 'none'}){hint}"
