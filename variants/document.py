"""Variant files as text -> one table of rules: inheritance and the patches of chosen options.

A file `extends` another, leaves out what `without` lists, and adds or replaces the rest. An option
is a rule of the same kind: each of its values carries a patch, and the chosen one is laid over
the file's table. Every layer is kept, so that an error names the file and key it comes from.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from makachess.core.errors import VariantError
from makachess.core.spec import Option
from makachess.variants.shape import FILE, find_faults, suggest

Table = dict[str, Any]
Path = tuple[str, ...]
_VALUED_FOR = frozenset({"betza", "promotes-to", "infects"})


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file or one value of an option says, and where it stands."""

    file: str
    prefix: Path
    table: Table


@dataclass(slots=True)
class Document:
    """The rules of a variant as merged so far."""

    file: str
    layers: list[Layer] = field(default_factory=list)
    table: Table = field(default_factory=dict)

    def add(self, file: str, prefix: Path, table: Table) -> None:
        """Lay a table over what there is."""
        self.layers.append(Layer(file, prefix, table))
        pieces = {
            kind: without_stale_value(piece, table.get("pieces", {}).get(kind, {}))
            for kind, piece in self.table.get("pieces", {}).items()
        }
        self.table = _merged({**self.table, "pieces": pieces}, table)

    def forget_values(self) -> None:
        """Leave out what was found for the engine in games of just these rules."""
        pieces = self.table.get("pieces", {})
        bare = {kind: _without(piece, "value") for kind, piece in pieces.items()}
        self.table = {**_without(self.table, "place"), "pieces": bare}

    def error(self, path: Path, reason: str) -> VariantError:
        """An error about a key, naming the file that has the last word on it."""
        layer = self.source(path)
        return fault(layer.file, (*layer.prefix, *path), reason)

    def source(self, path: Path) -> Layer:
        """The layer that has the last word on a key; the file itself where none mentions it."""
        for layer in reversed(self.layers):
            if path and _find(layer.table, path) is not None:
                return layer
        return Layer(self.file, (), {})


def fault(file: str, path: Path, reason: str) -> VariantError:
    """The error of a broken variant file: file, key, reason."""
    return VariantError(": ".join(filter(None, (file, ".".join(path), reason))))


# --- files --------------------------------------------------------------------------------------


def read_document(
    file: str, text: str, base_text: Callable[[str], str], seen: Path = ()
) -> Document:
    """The merged document of a variant file; raises VariantError.

    `base_text(name)` gives the text of a variant that the file extends, or raises VariantError.
    """
    table = _parse(file, text)
    base = table.pop("extends", None)
    if base is None:
        document = Document(file)
    elif base in seen:
        raise fault(file, ("extends",), f"{' -> '.join((*seen, base))} goes in a circle")
    else:
        document = _read_base(file, base, base_text, seen)
    for name in table.pop("without", ()):
        _remove(document, tuple(name.split(".")))
    document.add(file, (), table)
    return document


def _parse(file: str, text: str) -> Table:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise fault(file, (), f"not TOML: {error}") from None
    for found in find_faults(FILE, table):
        raise fault(file, found.path, found.reason)
    return table


def _read_base(file: str, base: str, base_text: Callable[[str], str], seen: Path) -> Document:
    try:
        text = base_text(base)
    except VariantError as error:
        raise fault(file, ("extends",), str(error)) from None
    document = read_document(f"{base}.toml", text, base_text, (*seen, base))
    document.file = file
    document.forget_values()
    return document


def _remove(document: Document, path: Path) -> None:
    parent = _find(document.table, path[:-1])
    if not isinstance(parent, dict) or path[-1] not in parent:
        raise fault(document.file, ("without",), f"{'.'.join(path)!r} is not in what it extends")
    document.table = _replaced(document.table, path[:-1], _without(parent, path[-1]))


def without_stale_value(piece: Table, patch: Table) -> Table:
    """A piece without its value in centipawns, if a patch makes another man of it."""
    return _without(piece, "value") if _VALUED_FOR & patch.keys() else piece


def _without(table: Table, key: str) -> Table:
    return {name: value for name, value in table.items() if name != key}


def _find(table: Table, path: Path) -> Any:
    """The value at a path, or None."""
    at: Any = table
    for key in path:
        at = at.get(key) if isinstance(at, dict) else None
    return at


def _merged(base: Table, patch: Table) -> Table:
    """A new table: tables merge key by key, any other value of `patch` replaces that of `base`."""
    merged = dict(base)
    for key, value in patch.items():
        old = merged.get(key, {})
        both = isinstance(value, dict) and isinstance(old, dict)
        merged[key] = _merged(old, value) if both else value
    return merged


def _replaced(table: Table, path: Path, value: Any) -> Any:
    """A new table with a value at a path; with an empty path the value itself."""
    if not path:
        return value
    return {**table, path[0]: _replaced(table.get(path[0], {}), path[1:], value)}


# --- options ------------------------------------------------------------------------------------


def read_options(document: Document) -> tuple[Option, ...]:
    """The options a document offers; raises VariantError where one is inconsistent."""
    tables: Table = document.table.get("options", {})
    options = {name: _read_option(document, name, table) for name, table in tables.items()}
    for option in options.values():
        for value, presets in option.presets.items():
            path = ("options", option.name, "values", value, "presets")
            for name, implied in presets.items():
                if name not in options:
                    raise document.error((*path, name), _no_option(name, options))
                if not _is_value(options[name], implied):
                    raise document.error((*path, name), _no_value(options[name], implied))
    return tuple(options.values())


def _read_option(document: Document, name: str, table: Table) -> Option:
    path = ("options", name)
    if "help" not in table or ("sets" in table) == ("values" in table):
        raise document.error(path, "needs 'help', and 'sets' (a number) or 'values' (patches)")
    if "sets" in table:
        return _read_number(document, name, table)
    values = tuple(table["values"])
    default = table.get("default", values[0] if values else "")
    if default not in values:
        raise document.error((*path, "default"), f"no value {default!r}{suggest(default, values)}")
    presets = {
        value: patch["presets"] for value, patch in table["values"].items() if "presets" in patch
    }
    ordered = (default, *(value for value in values if value != default))
    return Option(name, ordered, default, table["help"], presets=presets)


def _read_number(document: Document, name: str, table: Table) -> Option:
    value = _find(document.table, tuple(table["sets"].split(".")))
    if not isinstance(value, int) or isinstance(value, bool):
        reason = f"{table['sets']!r} is no key of this variant with a number"
        raise document.error(("options", name, "sets"), reason)
    return Option(name, (), str(value), table["help"], number=True)


def apply_options(
    document: Document, options: tuple[Option, ...], given: Mapping[str, str]
) -> dict[str, str]:
    """Lay the patches of the options over the document and return the value of each of them.

    Raises VariantError for an option or a value that does not exist.
    """
    named = {option.name: option for option in options}
    game = document.file.removesuffix(".toml")
    for name, value in given.items():
        if name not in named:
            raise VariantError(f"{game}: {_no_option(name, named)}")
        if not _is_value(named[name], value):
            raise VariantError(f"{game}: {_no_value(named[name], value)}")
    chosen = {option.name: option.default for option in options}
    for option in options:
        chosen |= option.presets.get(given.get(option.name, option.default), {})
    chosen |= given
    for option in options:
        _apply(document, option, chosen[option.name])
    return chosen


def _apply(document: Document, option: Option, value: str) -> None:
    path: Path = ("options", option.name)
    table: Table = _find(document.table, path)
    if option.number:
        document.table = _replaced(document.table, tuple(table["sets"].split(".")), int(value))
    else:
        path = (*path, "values", value)
        patch = {key: item for key, item in table["values"][value].items() if key != "presets"}
        document.add(document.source(path).file, path, patch)


def _is_value(option: Option, value: str) -> bool:
    if option.number:
        return re.fullmatch(r"[0-9]{1,9}", value) is not None
    return value in option.values


def _no_option(name: str, options: Mapping[str, Option]) -> str:
    return f"unknown option {name!r}{suggest(name, options)}"


def _no_value(option: Option, value: str) -> str:
    if option.number:
        return f"option {option.name!r} is {value!r}, but it must be a whole number from 0"
    return f"option {option.name!r} has no value {value!r}{suggest(value, option.values)}"
