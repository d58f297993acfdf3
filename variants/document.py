"""From variant files to one document of rules, by inheritance, with all faults on the way.

A file `extends` another, leaves out what `without` lists, and adds or replaces the rest. Every
layer is kept, so that a fault names the file and key it comes from; a value that does not fit its
key is reported and left out, so that the rest can be checked, too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.variants.faults import Fault, Path, VariantFileError, fault_at
from makachess.variants.shape import FILE, clean
from makachess.variants.sources import Source

Table = dict[str, Any]
MOST_FILES = 16  # that extend each other
_VALUED_FOR = frozenset({"betza", "promotes-to", "infects"})
_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file or one value of an option says, and where it stands."""

    source: Source
    prefix: Path
    table: Table


@dataclass(slots=True)
class Document:
    """The rules of a variant as merged so far, and the faults found."""

    source: Source
    layers: list[Layer] = field(default_factory=list)
    table: Table = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    left_out: set[Path] = field(default_factory=set)  # keys whose values do not fit
    is_whole: bool = True  # False: a file could not be read at all, so much is missing
    undescribed: set[str] = field(default_factory=set)  # pieces that move otherwise than inherited

    def copy(self) -> Document:
        """A copy to be patched separately, without the faults found so far."""
        return replace(self, layers=list(self.layers), faults=[], undescribed=set(self.undescribed))

    def add(self, source: Source, prefix: Path, table: Table) -> None:
        """Lay a table over the rules so far."""
        self.layers.append(Layer(source, prefix, table))
        pieces = {
            kind: self.adapted(kind, piece, table.get("pieces", {}).get(kind, {}))
            for kind, piece in self.table.get("pieces", {}).items()
        }
        self.table = _merged({**self.table, "pieces": pieces}, table)

    def adapted(self, kind: str, piece: Table, patch: Table) -> Table:
        """What a piece inherits without what a patch makes untrue of it."""
        if _VALUED_FOR & patch.keys():
            piece = _without(piece, "value")
        if "description" in piece and "description" not in patch and _changes_move(piece, patch):
            self.undescribed.add(kind)
            piece = _without(piece, "description")
        return piece

    def set_value(self, path: Path, value: Any) -> None:
        """Replace an existing value."""
        self.table = _replaced(self.table, path, value)

    def forget_values(self) -> None:
        """Drop the values tuned for the engine under exactly these rules."""
        pieces = self.table.get("pieces", {})
        bare = {kind: _without(piece, "value") for kind, piece in pieces.items()}
        self.table = {**_without(self.table, "place"), "pieces": bare}

    def report(self, path: Path, reason: str) -> None:
        """Note what is wrong with a key, in the file that has the last word on it."""
        layer = self.layer_of(path)
        found = fault_at(layer.source, (*layer.prefix, *path), reason)
        if layer.source.path is None and self.source.path is not None:  # not the user's to fix
            here = fault_at(self.source, ("extends",), reason)
            found = replace(found, line=here.line, column=here.column)
        self.faults.append(found)

    def layer_of(self, path: Path) -> Layer:
        """The layer that has the last word on a key; the file itself where none mentions it."""
        for layer in reversed(self.layers):
            if path and find(layer.table, path) is not None:
                return layer
        return Layer(self.source, (), {})

    def refuse(self) -> None:
        """Raise VariantFileError if anything is wrong."""
        if self.faults:
            raise VariantFileError(self.faults)


def read_document(
    source: Source, base_of: Callable[[Source, str], Source], chain: Path = ()
) -> Document:
    """The merged document of a variant file, with the faults of its form.

    `base_of(source, name)` gives the file that another one extends, or raises VariantError.
    """
    own = Document(source)
    table = _parse(own)
    base = table.pop("extends", None)
    document = own if base is None else _read_base(own, base, base_of, (*chain, source.name))
    for name in table.pop("without", ()):
        _remove(document, tuple(name.split(".")))
    document.add(source, (), table)
    return document


def _parse(document: Document) -> Table:
    """The table of a file with what fits; all else is reported."""
    try:
        table = tomllib.loads(document.source.text)
    except tomllib.TOMLDecodeError as error:
        _report_syntax(document, str(error))
        return {}
    except (RecursionError, ValueError) as error:  # of numbers with thousands of digits
        nested = isinstance(error, RecursionError)
        _report_syntax(document, "nested too deeply" if nested else "a number is too large")
        return {}

    def report(path: Path, reason: str) -> None:
        document.left_out.add(path)
        document.faults.append(fault_at(document.source, path, reason))

    return dict(clean(FILE, table, report))


def _report_syntax(document: Document, message: str) -> None:
    place = _TOML_PLACE.search(message)
    line, column = (int(place[1]), int(place[2])) if place else (1, 1)
    document.faults.append(Fault(document.source, (), f"not TOML: {message}", line, column))
    document.is_whole = False


def _read_base(
    own: Document, base: str, base_of: Callable[[Source, str], Source], chain: Path
) -> Document:
    """The document of what a file extends, which goes on as the file's own."""
    try:
        if base in chain:
            circle = " -> ".join((*chain[chain.index(base) :], base))
            raise VariantError(f"{circle} goes in a circle")
        if len(chain) == MOST_FILES:
            raise VariantError(f"more than {MOST_FILES} files extend each other")
        source = base_of(own.source, base)
    except VariantError as error:
        own.faults.append(fault_at(own.source, ("extends",), str(error)))
        own.is_whole = False
        return own
    document = read_document(source, base_of, chain)
    document.forget_values()
    document.source = own.source
    document.faults += own.faults
    document.left_out |= own.left_out
    document.is_whole &= own.is_whole
    return document


def _remove(document: Document, path: Path) -> None:
    parent = find(document.table, path[:-1])
    if isinstance(parent, dict) and path[-1] in parent:
        document.table = _replaced(document.table, path[:-1], _without(parent, path[-1]))
    elif document.is_whole:
        reason = f"{'.'.join(path)!r} is not in what it extends"
        document.faults.append(fault_at(document.source, ("without",), reason))


def _changes_move(piece: Table, patch: Table) -> bool:
    """Whether a patch lets a piece move otherwise, and not only spells its moves otherwise."""
    if "betza" not in piece or "betza" not in patch:
        return False
    try:
        before, after = parse_betza(piece["betza"]), parse_betza(patch["betza"])
    except VariantError:  # told where the moves are read
        return False
    return any(
        set(getattr(before, part)) != set(getattr(after, part))
        for part in ("legs", "powers", "castles", "paths")
    )


# --- tables, never changed in place -------------------------------------------------------------


def find(table: Table, path: Path) -> Any:
    """The value at a path, or None."""
    at: Any = table
    for key in path:
        at = at.get(key) if isinstance(at, dict) else None
    return at


def _without(table: Table, key: str) -> Table:
    return {name: value for name, value in table.items() if name != key}


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
