"""The rules a player may choose: each value of an option is a patch laid over the file's table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from makachess.core.errors import VariantError
from makachess.core.spec import Option
from makachess.variants.document import Document, Table, find
from makachess.variants.faults import Path
from makachess.variants.shape import RULES, ValueKind, shape_at
from makachess.variants.suggest import suggest


def read_options(document: Document) -> tuple[Option, ...]:
    """The options a document offers; what is inconsistent is reported and left out."""
    tables: Table = document.table.get("options", {})
    found = (_read_option(document, name, table) for name, table in tables.items())
    options = {option.name: option for option in found if option is not None}
    for option in options.values():
        for path, reason in _stray_presets(option, options, tables):
            document.report(path, reason)
    return tuple(options.values())


def _stray_presets(
    option: Option, options: Mapping[str, Option], tables: Table
) -> Iterator[tuple[Path, str]]:
    for value, presets in option.presets.items():
        path = ("options", option.name, "values", value, "presets")
        for name, implied in presets.items():
            if name in options and not _is_value(options[name], implied):
                yield (*path, name), _no_value(options[name], implied)
            elif name not in tables:
                yield (*path, name), _no_option(name, options)


def _read_option(document: Document, name: str, table: Table) -> Option | None:
    path = ("options", name)
    if not table.get("help") or ("sets" in table) == ("values" in table):
        if not any(left[:2] == path for left in document.left_out):
            reason = "needs 'help', and 'sets' (a number) or 'values' (patches)"
            document.report(path, reason)
        return None
    if "sets" in table:
        return _read_number(document, name, table)
    values = tuple(table["values"])
    default = table.get("default", values[0] if values else "")
    if default not in values:
        reason = f"no value {default!r}{suggest(default, values)}"
        document.report((*path, "default" if "default" in table else "values"), reason)
        return None
    presets = {
        value: patch["presets"] for value, patch in table["values"].items() if "presets" in patch
    }
    ordered = (default, *(value for value in values if value != default))
    return Option(name, ordered, default, table["help"], presets=presets)


def _read_number(document: Document, name: str, table: Table) -> Option | None:
    value = find(document.table, tuple(table["sets"].split(".")))
    if not isinstance(value, int) or isinstance(value, bool):
        reason = f"{table['sets']!r} is not a number among the rules of this variant"
        document.report(("options", name, "sets"), reason)
        return None
    return Option(name, (), str(value), table["help"], number=True)


def apply_options(
    document: Document, options: tuple[Option, ...], given: Mapping[str, str]
) -> dict[str, str]:
    """Lay the patches of the options over the document and return the value of each of them.

    Raises VariantError for an option or a value that does not exist.
    """
    named = {option.name: option for option in options}
    for name, value in given.items():
        if name not in named:
            raise VariantError(f"{document.source.name}: {_no_option(name, named)}")
        if not _is_value(named[name], value):
            raise VariantError(f"{document.source.name}: {_no_value(named[name], value)}")
    chosen = {option.name: option.default for option in options}
    for option in options:
        implied = option.presets.get(given.get(option.name, option.default), {})
        chosen |= {name: value for name, value in implied.items() if name in named}
    chosen |= given
    for option in options:
        if _is_value(option, chosen[option.name]):  # a preset's may be no value: that is reported
            _apply(document, option, chosen[option.name])
    return chosen


def _apply(document: Document, option: Option, value: str) -> None:
    path: Path = ("options", option.name)
    table: Table = find(document.table, path)
    if option.number:
        _set_number(document, option, tuple(table["sets"].split(".")), int(value))
    else:
        path = (*path, "values", value)
        patch = {key: item for key, item in table["values"][value].items() if key != "presets"}
        document.add(document.layer_of(path).source, path, patch)


def _set_number(document: Document, option: Option, path: Path, value: int) -> None:
    kind = shape_at(RULES, path)
    if not isinstance(kind, ValueKind) or not kind.accepts(value):
        expected = f" ({'.'.join(path)} is {kind.expected})" if isinstance(kind, ValueKind) else ""
        raise VariantError(
            f"{document.source.name}: option {option.name!r} cannot be {str(value)!r}{expected}"
        )
    document.set_value(path, value)


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
