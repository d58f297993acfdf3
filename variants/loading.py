"""From the texts of variant files to a Variant: inheritance, options, checks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.core.spec import (
    Ending,
    Option,
    PieceType,
    Place,
    Promotion,
    Trading,
    Variant,
    interned,
)
from makachess.variants.consistency import (
    find_array_faults,
    find_contradictions,
    find_idle_castling,
)
from makachess.variants.keys import FILE, RULES, Fault, VariantFileError, fault_at, why_unsaid
from makachess.variants.schema import UNKNOWN_KEY, KeyPath, Kind, clean, shape_at
from makachess.variants.sources import Source, suggest

if TYPE_CHECKING:
    from makachess.core.engine.model import Model

Table = dict[str, Any]
MOST_FILES = 16  # that extend each other
_VALUED_FOR = frozenset({"betza", "promotes-to", "infects"})
_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file or one value of an option says, and where it stands."""

    source: Source
    prefix: KeyPath
    table: Table


@dataclass(slots=True)
class Document:
    """The rules of a variant as merged so far, and the faults found."""

    source: Source
    layers: list[Layer] = field(default_factory=list)
    table: Table = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    left_out: set[KeyPath] = field(default_factory=set)  # keys whose values do not fit
    removes: bool = False  # whether it leaves out keys of what it extends
    is_whole: bool = True  # False: a file could not be read at all, so much is missing
    undescribed: set[str] = field(default_factory=set)  # pieces that move otherwise than inherited

    def copy(self) -> Document:
        """A copy to be patched separately, without the faults found so far."""
        return replace(self, layers=list(self.layers), faults=[], undescribed=set(self.undescribed))

    def add(self, source: Source, prefix: KeyPath, table: Table) -> None:
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

    def set_value(self, path: KeyPath, value: Any) -> None:
        self.table = _replaced(self.table, path, value)

    def forget_values(self) -> None:
        """Drop the values tuned for the engine under exactly these rules."""
        pieces = self.table.get("pieces", {})
        bare = {kind: _without(piece, "value") for kind, piece in pieces.items()}
        self.table = {**_without(self.table, "place"), "pieces": bare}

    def report(self, path: KeyPath, reason: str) -> None:
        """Note what is wrong with a key, in the file that has the last word on it.

        What a game of ours says wrongly of a file that extends it is told of that file, and so is
        what is wrong with another one only since this file leaves keys of it out.
        """
        layer = self.layer_of(path)
        found = fault_at(layer.source, (*layer.prefix, *path), reason)
        ours = layer.source.path is None and self.source.path is not None  # not the user's to fix
        if ours or (self.removes and layer.source != self.source):
            remedy = f"say {'.'.join(found.key)!r} in your own file"
            reason = f"{reason}; inherited from {layer.source.name}: {remedy}"
            place = "without" if self.removes else "extends"
            found = replace(fault_at(self.source, (place,), reason), key=found.key)
        self.faults.append(found)

    def layer_of(self, path: KeyPath) -> Layer:
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
    source: Source, base_of: Callable[[Source, str], Source], chain: KeyPath = ()
) -> Document:
    """The merged document of a variant file, with the faults of its form.

    `base_of(source, name)` gives the file that another one extends, or raises VariantError.
    """
    own = Document(source)
    table = _parse(own)
    base = table.pop("extends", None)
    document = own if base is None else _read_base(own, base, base_of, (*chain, source.name))
    left = table.pop("without", ())
    document.removes = bool(left)
    for name in left:
        _remove(document, tuple(name.split(".")))
    kinds = {name.removeprefix(_PIECE) for name in left if name.startswith(_PIECE)}
    if gone := kinds - table.get("pieces", {}).keys():
        document.table = _without_pieces(document.table, gone)
    if left or _changes_rules(table):
        document.table = {key: it for key, it in document.table.items() if key not in _TOLD}
    document.add(source, (), table)
    return document


_TOLD = ("summary", "help")  # what is said of a whole game, and untrue of one with other rules
_OUTWARD = {*_TOLD, "title", "rules-version", "place"}  # what is no rule, in a file and of a piece
_OUTWARD_OF_PIECE = {"name", "description", "kanji", "kanji-name", "reading", "symbol", "value"}


def _changes_rules(table: Table) -> bool:
    """Whether what a file says makes another game of what it extends, or only looks otherwise."""
    pieces = table.get("pieces", {}).values()
    others = table.keys() - _OUTWARD - {"pieces"}
    return bool(others) or any(piece.keys() - _OUTWARD_OF_PIECE for piece in pieces)


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

    def report(path: KeyPath, reason: str) -> None:
        document.left_out.add(path)
        unsaid = why_unsaid(path[-1]) if path else None
        if unsaid and reason.startswith(UNKNOWN_KEY):
            reason = f"there is no key for {unsaid}"
        elif unsaid and reason.startswith(repr(path[-1])):  # where keys are what a file calls them
            reason = f"{reason}; there is none for {unsaid}"
        document.faults.append(fault_at(document.source, path, reason))

    return dict(clean(FILE, table, report))


def _report_syntax(document: Document, message: str) -> None:
    place = _TOML_PLACE.search(message)
    line, column = (int(place[1]), int(place[2])) if place else (1, 1)
    document.faults.append(Fault(document.source, (), f"not TOML: {message}", line, column))
    document.is_whole = False


def _read_base(
    own: Document, base: str, base_of: Callable[[Source, str], Source], chain: KeyPath
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


def _remove(document: Document, path: KeyPath) -> None:
    parent = find(document.table, path[:-1])
    if isinstance(parent, dict) and path[-1] in parent:
        document.table = _replaced(document.table, path[:-1], _without(parent, path[-1]))
    elif document.is_whole:
        reason = f"{'.'.join(path)!r} is not in what it extends"
        document.faults.append(fault_at(document.source, ("without",), reason))


_PIECE = "pieces."  # what begins the name of a key that says all of a piece
_LISTS = (
    "ending.dead-alone",
    "ending.dead-on-one-color",
    "ending.bare-slight",
    "trading.lions",
    "trading.no-bridge",
    "promotion.exceptions",
    "promotion.last-chance",
    "promotion.spare",
    "promotion.choice-zone",
    "promotion.arrival",
    "promotion.becomes",
)


def _without_pieces(table: Table, kinds: set[str]) -> Table:
    """The rules of a table, and of its options, with no lists and tables that name some pieces."""
    for path in (tuple(name.split(".")) for name in _LISTS):
        if (named := find(table, path)) is not None:
            table = _replaced(table, path, _forgotten(named, kinds))
    for option, said in table.get("options", {}).items():
        for value, patch in said.get("values", {}).items():
            path = ("options", option, "values", value)
            table = _replaced(table, path, _without_pieces(patch, kinds))
    return table


def _forgotten(named: Any, kinds: set[str]) -> Any:
    """What a list or table names without some pieces; None if it is nothing but one of them.

    A piece with nothing left to become keeps its choices: whoever leaves them out must say others.
    """
    if isinstance(named, list):
        return [one for one in named if kinds.isdisjoint(one if isinstance(one, list) else [one])]
    if isinstance(named, str):
        return None if named.rstrip("?") in kinds else named
    if not isinstance(named, dict):
        return named
    kept = {key: _forgotten(one, kinds) for key, one in named.items() if key not in kinds}
    return {
        key: one if one != [] else named[key]
        for key, one in kept.items()
        if one is not None and one != {}
    }


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


def find(table: Table, path: KeyPath) -> Any:
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


def _replaced(table: Table, path: KeyPath, value: Any) -> Any:
    """A new table with a value at a path; with an empty path the value itself."""
    if not path:
        return value
    return {**table, path[0]: _replaced(table.get(path[0], {}), path[1:], value)}


# The rules a player may choose: each value of an option is a patch laid over the file's table.
_NO_PATCHES = ("presets", "words")  # what else stands in one


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
) -> Iterator[tuple[KeyPath, str]]:
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
    ordered = (default, *(value for value in values if value != default))
    presets, words = (
        {value: patch[key] for value, patch in table["values"].items() if key in patch}
        for key in _NO_PATCHES
    )
    title, group = table.get("title", ""), table.get("group", "")
    return Option(name, ordered, default, table["help"], False, presets, title, group, words)


def _read_number(document: Document, name: str, table: Table) -> Option | None:
    value = find(document.table, tuple(table["sets"].split(".")))
    if not isinstance(value, int) or isinstance(value, bool):
        reason = f"{table['sets']!r} is not a number among the rules of this variant"
        document.report(("options", name, "sets"), reason)
        return None
    title, group = table.get("title", ""), table.get("group", "")
    return Option(name, (), str(value), table["help"], number=True, title=title, group=group)


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
    path: KeyPath = ("options", option.name)
    table: Table = find(document.table, path)
    if option.number:
        _set_number(document, option, tuple(table["sets"].split(".")), int(value))
    else:
        path = (*path, "values", value)
        said = table["values"][value]
        patch = {key: item for key, item in said.items() if key not in _NO_PATCHES}
        document.add(document.layer_of(path).source, path, patch)


def _set_number(document: Document, option: Option, path: KeyPath, value: int) -> None:
    kind = shape_at(RULES, path)
    if not isinstance(kind, Kind) or not kind.accepts(value):
        expected = f" ({'.'.join(path)} is {kind.expected})" if isinstance(kind, Kind) else ""
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


def build_variant(document: Document, given: Mapping[str, str]) -> Variant:
    """The variant a document describes with the options given.

    Raises VariantFileError for a file with faults, VariantError for options that do not exist.
    """
    document.refuse()
    options = read_options(document)
    document.refuse()
    return _build(document, options, apply_options(document, options, given))


def _build(document: Document, options: tuple[Option, ...], chosen: Mapping[str, str]) -> Variant:
    variant = _assemble(document, options, chosen)
    _judge(document, variant)
    document.refuse()
    return interned(variant)


def find_faults(document: Document) -> list[Fault]:
    """Everything that is wrong with a document and the patches of its options."""
    faults = dict.fromkeys(document.faults)
    if not document.is_whole:
        return list(faults)
    options = read_options(document)
    faults |= dict.fromkeys(document.faults)
    for given in _single_choices(options):
        trial = document.copy()
        variant = _assemble(trial, options, apply_options(trial, options, given))
        _judge(trial, variant)
        if not (document.faults or trial.faults):
            for path, reason in find_idle_castling(variant):
                trial.report(path, reason)
        _require_descriptions(trial, variant)
        faults |= dict.fromkeys(trial.faults)
    return sorted(faults, key=lambda fault: (fault.source.name, fault.line, fault.column))


def _require_descriptions(document: Document, variant: Variant) -> None:
    """Report the pieces that have none since they move otherwise than what they inherit from.

    Such a game can be played: it only shows nothing in the place of what would be untrue.
    """
    for kind, piece in variant.pieces.items():
        if kind in document.undescribed and not piece.description:
            reason = "moves otherwise than the description says that it inherits; give it its own"
            document.report(("pieces", kind, "betza"), f"{piece.betza!r}: {reason}")


def _single_choices(options: tuple[Option, ...]) -> Iterator[dict[str, str]]:
    """No option at all, then each value of each option by itself."""
    yield {}
    for option in options:
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def _judge(document: Document, variant: Variant) -> None:
    """Report contradictions: in the rules first, then in the array if the rules are sound."""
    if not document.is_whole:
        return
    before = len(document.faults)
    thoroughly = document.source.path is not None  # our own files are tested
    for path, reason in find_contradictions(variant):
        if path != ("pieces",) or not document.left_out:  # the King may be among what is left out
            document.report(path, reason)
    if len(document.faults) == before and not document.left_out:
        for path, reason in find_array_faults(variant, thoroughly=thoroughly):
            document.report(path, reason)


_RECORDS = ("pieces", "promotion", "ending", "place", "trading", "castling", "options")


def _require(document: Document, path: tuple[str, ...], table: Table, *keys: str) -> None:
    for key in keys:
        if table.get(key) in (None, "", {}) and (*path, key) not in document.left_out:
            document.report((*path, key), "is missing")


def _fields(table: Table, *omit: str) -> dict[str, Any]:
    """Keys as field names, texts without the line breaks round them, lists as tuples."""
    return {key.replace("-", "_"): _plain(value) for key, value in table.items() if key not in omit}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    return tuple(value) if isinstance(value, list) else value


def _assemble(
    document: Document, options: tuple[Option, ...], chosen: Mapping[str, str]
) -> Variant:
    """The variant as it is written, with something in the place of what is missing."""
    table = document.table
    _require(document, (), table, "title", "files", "ranks", "start", "pieces")
    unsaid: dict[str, Any] = {"title": document.source.name, "files": 1, "ranks": 1}
    return Variant(
        name=document.source.name,
        start_fen=" ".join(table.get("start", "").split()) or "-",
        pieces=_pieces(document),
        promotion=_promotion(table.get("promotion", {})),
        ending=Ending(**_fields(table.get("ending", {}))),
        place=Place(**_fields(table.get("place", {}))),
        trading=Trading(**_fields(table.get("trading", {}))),
        castling={right: tuple(ways) for right, ways in table.get("castling", {}).items()},
        options=options,
        chosen=chosen,
        model_source=_model_of,
        **(unsaid | _fields(table, "start", *_RECORDS)),
    )


def _model_of(variant: Variant) -> Model | None:
    """The learned model that an engine uses; what reads it is imported only then."""
    from makachess.variants.models import find_model

    return find_model(variant)


def _pieces(document: Document) -> dict[str, PieceType]:
    pieces = {}
    for kind in document.table.get("pieces", {}):
        table = _with_model(document, kind)
        _require(document, ("pieces", kind), table, "name", "betza")
        unsaid = {"name": kind, "betza": "W", "promoted": kind.startswith("+")}
        pieces[kind] = PieceType(id=kind, **(unsaid | _fields(table, "like")))
    return pieces


def _with_model(document: Document, kind: str) -> Table:
    """The keys of a piece laid over those of the one that it is `like`."""
    tables: Table = document.table["pieces"]
    table: Table = tables[kind]
    if "like" not in table:
        return table
    path, model = ("pieces", kind, "like"), table["like"]
    if model not in tables:
        document.report(path, f"unknown piece {model!r}{suggest(model, tables)}")
    elif "like" in tables[model]:
        document.report(path, f"{model} is itself like {tables[model]['like']}; name that")
    else:
        return {**document.adapted(kind, tables[model], table), **table}
    return {"name": kind, "betza": "W", **table}  # one fault is enough


def _promotion(table: Table) -> Promotion:
    pairs = table.get("exceptions", ())
    arrival = {kind: tuple(choices) for kind, choices in table.get("arrival", {}).items()}
    becomes = {
        kind: {key: _plain(value) for key, value in row.items()}
        for kind, row in table.get("becomes", {}).items()
    }
    return Promotion(
        exceptions=frozenset((capturer, victim) for capturer, victim in pairs),
        arrival=arrival,
        becomes=becomes,
        spare=table.get("spare", {}),
        choice_zone=table.get("choice-zone", {}),
        **_fields(table, "exceptions", "arrival", "becomes", "spare", "choice-zone"),
    )
