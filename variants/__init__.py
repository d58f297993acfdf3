"""The games: their rules as data, one TOML file each, and the loader of those files.

>>> load("veteran").pieces["L"].name
'Lady'
>>> load("decimaka", move_limit=0).rules_options
'move-limit=0'
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

from makachess.core.errors import VariantError
from makachess.core.spec import Variant
from makachess.variants.build import build_variant
from makachess.variants.document import read_document
from makachess.variants.shape import suggest

__all__ = ["load", "load_file", "names"]

_SUFFIX = ".toml"
Value = str | bool | int


def names() -> tuple[str, ...]:
    """The names of the built-in variants, in alphabetical order."""
    files = (entry.name for entry in resources.files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


def load(name: str, /, **options: Value) -> Variant:
    """A built-in variant with options by name, in hyphens or underscores; raises VariantError.

    The same name and options give the same object.
    """
    return _load(name, tuple(sorted(_given(options).items())))


def load_file(path: Path | str, /, **options: Value) -> Variant:
    """A variant from a file, which may extend a built-in one; raises VariantError, OSError."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise VariantError(f"{path.name}: not UTF-8 text (byte {error.start})") from None
    document = read_document(path.name, text, _text)
    return build_variant(path.stem, document, _given(options))


@lru_cache(maxsize=64)
def _load(name: str, given: tuple[tuple[str, str], ...]) -> Variant:
    document = read_document(name + _SUFFIX, _text(name), _text)
    return build_variant(name, document, dict(given))


def _text(name: str) -> str:
    known = names()
    if name not in known:
        raise VariantError(f"unknown variant {name!r}{suggest(name, known)}")
    return resources.files(__name__).joinpath(name + _SUFFIX).read_text(encoding="utf-8")


def _given(options: dict[str, Value]) -> dict[str, str]:
    given: dict[str, str] = {}
    for key, value in options.items():
        name = key.replace("_", "-")
        if name in given:
            raise VariantError(f"option {name!r} is given twice")
        given[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return given
