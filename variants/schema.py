"""What values may be: a document is checked against it, and every fault told with its place.

Files of variants, settings and the messages of tables are all read by what is declared with the
kinds and shapes of this module. cattrs and msgspec were measured against it, version 26.2 and 0.22:
msgspec stops at the first fault; cattrs tells them all but that of a key whose value is wrong as
well, and leaves nothing of a document with a fault, while the rest of a file of settings holds. It
takes twice as long to import.
"""

from __future__ import annotations

import math
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache, lru_cache
from reprlib import Repr
from typing import Annotated, Any, TypeAlias, TypeGuard, Union, get_args, get_origin, get_type_hints

from makachess.variants.sources import suggest

KeyPath = tuple[str, ...]
TextPlace = tuple[int, int]


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Kind:
    """A plain value: whether one is right, what is expected, in words, and how it is held.

    `read` may still raise ValueError, which says what is wrong, as in `must be a clock`.
    """

    accepts: Callable[[Any], bool]
    expected: str
    read: Callable[[Any], Any] = _as_it_is
    choices: tuple[str, ...] = ()  # if there are only a few

    def take(self, value: Any, refusal: str = "is not") -> Any:
        """The value as it is held; raises ValueError, which says what it `is not`."""
        if not self.accepts(value):
            raise ValueError(f"{refusal} {self.expected}")
        return self.read(value)


def whole(least: int, largest: int, called: str = "a whole number") -> Kind:
    """A whole number between two bounds; truth values are not."""
    return Kind(
        lambda value: type(value) is int and least <= value <= largest,
        f"{called} from {least} to {largest}",
    )


def seconds(largest: float) -> Kind:
    """A number of seconds, below zero once a flag is down; infinity and NaN are not."""
    return Kind(
        lambda value: (
            type(value) in (int, float) and math.isfinite(value) and abs(value) <= largest
        ),
        f"seconds from -{largest:.0f} to {largest:.0f}",
    )


def line(longest: int, least: int = 0) -> Kind:
    """A text of one line in which nothing commands a terminal."""
    lengths = f"{least} to {longest}" if least else f"at most {longest}"
    return Kind(
        lambda value: (
            isinstance(value, str)
            and least <= len(value) <= longest
            and value.isprintable()
            and (not least or bool(value.strip()))
        ),
        f"a text of one line, {lengths} characters",
    )


def word(pattern: str, expected: str) -> Kind:
    """A text of a few kinds of characters, described in words."""
    found = re.compile(pattern).fullmatch
    return Kind(lambda value: isinstance(value, str) and found(value) is not None, expected)


def one_of(*words: str, quote: str = "") -> Kind:
    return Kind(
        lambda value: isinstance(value, str) and value in words,
        f"one of {', '.join(f'{quote}{word}{quote}' for word in words)}",
        choices=words,
    )


def is_list_of(item: Callable[[Any], bool], length: int | None = None) -> Callable[[Any], bool]:
    """Tells lists of one kind of items from all else."""
    return lambda value: (
        isinstance(value, list) and length in (None, len(value)) and all(map(item, value))
    )


SWITCH = Kind(lambda value: isinstance(value, bool), "true or false")


@dataclass(frozen=True, slots=True)
class Each:
    """A table whose keys are names of the writer's choice, all with values of one shape."""

    key: Kind
    value: Shape
    most: int = 1000  # keys
    expected: str = "a table"


@dataclass(frozen=True, slots=True)
class Several:
    """A list of values of one shape, held as a tuple; it fits only as a whole."""

    most: int
    item: Shape = SWITCH  # that of the annotated type, where this is an annotation


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of a record: its shape, and what holds where it is left out."""

    name: str
    shape: Shape
    default: Any = MISSING
    or_none: bool = False
    accepts: Callable[[Any], bool] | None = None  # where a value is held as it is

    @property
    def needed(self) -> bool:
        return self.default is MISSING

    @property
    def expected(self) -> str:
        return _expected(self.shape)


@dataclass(frozen=True, slots=True)
class Record:
    """A table that is held as a frozen dataclass; it fits only as a whole."""

    kind: type
    name: str  # that of its class with hyphens, as in `make-move`
    slots: Mapping[str, Slot]


Shape: TypeAlias = "Kind | Each | Several | Record | Mapping[str, Shape]"
Report: TypeAlias = Callable[[KeyPath, str], None]
_UNFIT = object()
UNKNOWN_KEY = "unknown key"


def _expected(shape: Shape) -> str:
    if isinstance(shape, Kind):
        return shape.expected
    if isinstance(shape, Several):
        return f"a list of at most {shape.most}: {_expected(shape.item)}"
    return f"a record `{shape.name}`" if isinstance(shape, Record) else "a table"


@cache
def record_of(kind: type) -> Record:
    """The shape of a dataclass, from annotations such as `Annotated[int, whole(0, 9)]`."""
    hints = get_type_hints(kind, include_extras=True)
    slots = {field.name: _slot(field, hints[field.name]) for field in fields(kind)}
    return Record(kind, re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(), slots)


def _slot(field: Field[Any], hint: Any) -> Slot:
    or_none = get_origin(hint) in (Union, types.UnionType)
    shape = _shape_of(get_args(hint)[0] if or_none else hint)
    accepts = shape.accepts if _holds_as_it_is(shape) and not or_none else None
    return Slot(field.name, shape, field.default, or_none, accepts)


def _shape_of(hint: Any) -> Shape:
    """The shape that a declared type stands for."""
    if hint is bool:
        return SWITCH
    if isinstance(hint, type) and is_dataclass(hint):
        return record_of(hint)
    assert get_origin(hint) is Annotated
    inner, shape = get_args(hint)
    if isinstance(shape, Several):
        return Several(shape.most, _shape_of(get_args(inner)[0]))
    assert isinstance(shape, Kind)
    return shape


def shape_at(shape: Shape, path: KeyPath) -> Shape | None:
    """The shape of what stands at a path of tables, None where nothing may stand."""
    for key in path:
        if isinstance(shape, Each):
            shape = shape.value
        elif isinstance(shape, Mapping) and key in shape:
            shape = shape[key]
        else:
            return None
    return shape


def clean(
    shape: Shape,
    value: Any,
    report: Report,
    path: KeyPath = (),
    *,
    refusal: str = "is not",
    unknown: str = UNKNOWN_KEY,
) -> Any:
    """The parts of `value` that fit `shape`; the rest is reported, in the order of the document.

    A table keeps what fits; of anything else with a fault nothing is left, and nothing useful is
    returned. A report that raises ends it all with the first fault.
    """
    return _Check(report, refusal, unknown).clean(shape, value, path)


@dataclass(frozen=True, slots=True)
class _Check:
    report: Report
    refusal: str
    unknown: str

    def clean(self, shape: Shape, value: Any, path: KeyPath) -> Any:
        if isinstance(shape, Kind):
            try:
                return shape.take(value, self.refusal)
            except ValueError as error:
                self.report(path, f"{shown(value)} {error}")
                return _UNFIT
        if isinstance(shape, Several):
            return self._list(shape, value, path)
        if isinstance(shape, Record):
            return self._record(shape, value, path)
        if not isinstance(value, dict):
            expected = shape.expected if isinstance(shape, Each) else "a table"
            return self._refuse(value, expected, path)
        if isinstance(shape, Each) and len(value) > shape.most:
            self.report(path, f"has {len(value)} entries, and there are at most {shape.most}")
            return _UNFIT
        pairs = ((key, self._entry(shape, key, item, path)) for key, item in value.items())
        return {key: item for key, item in pairs if item is not _UNFIT}

    def _refuse(self, value: Any, expected: str, path: KeyPath) -> Any:
        self.report(path, f"{shown(value)} {self.refusal} {expected}")
        return _UNFIT

    def _entry(self, shape: Each | Mapping[str, Shape], key: str, item: Any, path: KeyPath) -> Any:
        path = (*path, key)
        if isinstance(shape, Each):
            key = self.clean(shape.key, key, path)
            item = self.clean(shape.value, item, path)
            return _UNFIT if key is _UNFIT else item
        if key in shape:
            return self.clean(shape[key], item, path)
        self.report(path, f"{self.unknown}{suggest(key, shape)}")
        return _UNFIT

    def _list(self, shape: Several, value: Any, path: KeyPath) -> Any:
        if not isinstance(value, list) or len(value) > shape.most:
            return self._refuse(value, f"a list of at most {shape.most}", path)
        if _holds_as_it_is(shape.item) and all(map(shape.item.accepts, value)):
            return tuple(value)
        items = tuple(self.clean(shape.item, item, path) for item in value)
        return _UNFIT if any(item is _UNFIT for item in items) else items

    def _record(self, shape: Record, value: Any, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self._refuse(value, f"a record {shape.name!r}", path)
        fits = value.keys() <= shape.slots.keys()
        for key in () if fits else sorted(value.keys() - shape.slots.keys()):
            self._refuse(key, f"a key of {shape.name!r}", path)
        items = {}
        for name, slot in shape.slots.items():
            if name in value:
                item = value[name]
                # Nearly all are held as they come, thousands a second.
                is_held = slot.accepts(item) if slot.accepts else item is None and slot.or_none
                if not is_held:
                    item = self.clean(slot.shape, item, (*path, name))
                items[name] = item
                fits &= item is not _UNFIT
            elif slot.needed:
                self.report(path, f"{name!r} is missing")
                fits = False
        return shape.kind(**items) if fits else _UNFIT


def _holds_as_it_is(shape: Shape) -> TypeGuard[Kind]:
    return isinstance(shape, Kind) and shape.read is _as_it_is


def shown(value: Any) -> str:
    """A value as a message quotes it: short, however large it is."""
    return _QUOTING.repr(value)


class _Quoting(Repr):
    def repr_int(self, x: int, level: int) -> str:
        """The digits, unless there are very many: Python does not even write those."""
        return "a number of more than 64 bits" if abs(x) >> 64 else str(x)


_QUOTING = _Quoting()
_QUOTING.maxstring, _QUOTING.maxother, _QUOTING.maxlevel = 80, 80, 3


# Comments and texts of one line are found so that no text of several lines begins in them.
_TEXT = re.compile(
    r'#[^\n]*|"""(?:[^\\]|\\.)*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PART = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEY = re.compile(rf"[ \t]*(\[?\[?)[ \t]*({_PART}(?:[ \t]*\.[ \t]*{_PART})*)[ \t]*(?:=|\])")


@lru_cache(maxsize=8)
def key_places(text: str) -> Mapping[KeyPath, TextPlace]:
    """Line and column, both from 1, of every key that begins a line of a TOML text.

    >>> key_places("a = 1\\n[b]\\n  c.d = 2\\n")[("b", "c", "d")]
    (3, 3)
    """
    places: dict[KeyPath, TextPlace] = {}
    table: KeyPath = ()
    for number, said in enumerate(_TEXT.sub(_without_lines, text).split("\n"), 1):
        if match := _KEY.match(said):
            path = () if match[1] else table
            for part in re.findall(_PART, match[2]):
                path = (*path, part[1:-1] if part[0] in "\"'" else part)
                places.setdefault(path, (number, match.start(1 if match[1] else 2) + 1))
            table = path if match[1] else table
    return places


def _without_lines(found: re.Match[str]) -> str:
    """What stands for a text, so that nothing in it is taken for a key."""
    text = found[0]
    return "\n" * text.count("\n") if text.startswith(('"""', "'''")) else text
