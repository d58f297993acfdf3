"""The schema of a variant file: its keys, their values, and what is wrong with them, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from reprlib import Repr
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints
from unicodedata import east_asian_width

from makachess.core.errors import VariantError
from makachess.core.spec import Ending, PieceType, Place, Promotion, Trading, Variant
from makachess.variants.sources import LONGEST_NAME, Source, is_name, suggest

KeyPath = tuple[str, ...]
TextPlace = tuple[int, int]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_PART = re.compile(r"""[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
# Texts of several lines before those of one: both begin with the same quote.
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' r"|'''.*?'{3,5}(?!')" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}\n#]*")


@lru_cache(maxsize=8)
def key_places(text: str) -> Mapping[KeyPath, TextPlace]:
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
        self._offsets: dict[KeyPath, int] = {}

    def scan(self) -> dict[KeyPath, TextPlace]:
        """The place of every key."""
        table: KeyPath = ()
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

    def _placed(self) -> dict[KeyPath, TextPlace]:
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

    def _key(self, table: KeyPath, start: int) -> KeyPath:
        """Read a dotted key, placing what it names for the first time at `start`."""
        path = table
        while part := _PART.match(self._text, self._at):
            self._at = part.end()
            path = (*path, next(group for group in part.groups() if group is not None))
            self._offsets.setdefault(path, start)
            if not self._take("."):
                break
        return path

    def _assignment(self, table: KeyPath) -> None:
        """Read `key = value`, with inline tables of any depth."""
        inline: list[tuple[str, KeyPath]] = []  # the arrays and tables that are open
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


# --- faults ---------------------------------------------------------------------------------------
#
# What is wrong with a variant file: collected, with line and column, and raised.


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a key of a variant file; line and column count from 1."""

    source: Source
    key: KeyPath
    reason: str
    line: int
    column: int

    def __str__(self) -> str:
        """File, key and reason, as an error message has them."""
        return ": ".join((self.source.file, self.message))

    @property
    def message(self) -> str:
        """Key and reason."""
        return ": ".join(filter(None, (".".join(self.key), self.reason)))

    @property
    def located(self) -> str:
        """`FILE:LINE:COL: message`, the file as it was named."""
        return f"{self.source.path or self.source.file}:{self.line}:{self.column}: {self.message}"


class VariantFileError(VariantError):
    """A variant file that cannot be played, with all its faults; the message is the first one."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        more = len(faults) - 1
        note = f" (and {more} more fault{'s' * (more > 1)})" if more else ""
        super().__init__(f"{faults[0]}{note}")
        self.faults = tuple(faults)


def fault_at(source: Source, key: KeyPath, reason: str) -> Fault:
    """A fault where its key stands, or else the nearest table round it."""
    places = key_places(source.text)
    known = (key[:length] for length in range(len(key), 0, -1))
    line, column = next((places[path] for path in known if path in places), (1, 1))
    return Fault(source, key, reason, line, column)


# --- shape ----------------------------------------------------------------------------------------
#
# The shape of a variant file: every key and the kind of its value.
#
# Keys are the fields of the records in `core.spec`, with hyphens for underscores. The same shape
# holds for whole files and for the patches of options, so a key is checked where it is written.

LARGEST_BOARD = 19
LARGEST_VALUE = 20000  # centipawns
LARGEST_WEIGHT = 1000  # centipawns a unit
MOST_OPTIONS = 40  # and as many values of each
LONGEST_PROSE = 20000
FIGURINES = "♔♕♖♗♘♙"


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A plain value: whether one is right, and what is expected, in words."""

    accepts: Callable[[Any], bool]
    expected: str


@dataclass(frozen=True, slots=True)
class Each:
    """A table whose keys are names of the writer's choice, all with values of one shape."""

    key: ValueKind
    value: Shape
    most: int = 1000  # keys


Shape: TypeAlias = "ValueKind | Each | Mapping[str, Shape]"
Report: TypeAlias = Callable[[tuple[str, ...], str], None]
_UNFIT = object()


def clean(shape: Shape, value: Any, report: Report, path: tuple[str, ...] = ()) -> Any:
    """The parts of `value` that fit `shape`; the rest is reported, in the order of the file."""
    if isinstance(shape, ValueKind):
        if shape.accepts(value):
            return value
        report(path, f"{shown(value)} is not {shape.expected}")
        return _UNFIT
    if not isinstance(value, dict):
        report(path, f"{shown(value)} is not a table")
        return _UNFIT
    if isinstance(shape, Each) and len(value) > shape.most:
        report(path, f"has {len(value)} entries, and there are at most {shape.most}")
        return _UNFIT
    pairs = ((key, _clean_item(shape, key, item, report, path)) for key, item in value.items())
    return {key: item for key, item in pairs if item is not _UNFIT}


def _clean_item(
    shape: Each | Mapping[str, Shape], key: str, item: Any, report: Report, path: tuple[str, ...]
) -> Any:
    path = (*path, key)
    if not isinstance(shape, Each):
        if key in shape:
            return clean(shape[key], item, report, path)
        report(path, f"unknown key{suggest(key, shape)}")
        return _UNFIT
    fits = shape.key.accepts(key)
    if not fits:
        report(path, f"{shown(key)} is not {shape.key.expected}")
    item = clean(shape.value, item, report, path)
    return item if fits else _UNFIT


def shape_at(shape: Shape, path: tuple[str, ...]) -> Shape | None:
    """The shape of what stands at a path, None where nothing may stand."""
    for key in path:
        if isinstance(shape, ValueKind) or (isinstance(shape, Mapping) and key not in shape):
            return None
        shape = shape.value if isinstance(shape, Each) else shape[key]
    return shape


def shown(value: Any) -> str:
    """A value as a message quotes it: short, however large it is."""
    return _QUOTING.repr(value)


class _Quoting(Repr):
    def repr_int(self, x: int, level: int) -> str:
        """The digits, unless there are very many: Python does not even write those."""
        return "a number of more than 64 bits" if abs(x) >> 64 else str(x)


_QUOTING = _Quoting()
_QUOTING.maxstring, _QUOTING.maxother, _QUOTING.maxlevel = 80, 80, 3


# --- plain values -------------------------------------------------------------------------------


def _matches(pattern: str) -> Callable[[Any], bool]:
    found = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and found(value) is not None


def _number(least: int, largest: int, unit: str = "") -> ValueKind:
    return ValueKind(
        lambda value: (
            isinstance(value, int) and not isinstance(value, bool) and least <= value <= largest
        ),
        f"{unit}a whole number from {least} to {largest}",
    )


def _line(longest: int) -> ValueKind:
    """A text of one line, without control characters."""
    return ValueKind(
        lambda value: (
            isinstance(value, str) and len(value) <= longest and value.strip().isprintable()
        ),
        f"a text in quotes of one line, at most {longest} characters",
    )


def _is_prose(value: Any) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_PROSE
        and all(line.isprintable() for line in value.split("\n"))
    )


def _is_figurine(value: Any) -> bool:
    return isinstance(value, str) and value in ("", *FIGURINES)


def _is_kanji(value: Any) -> bool:
    return isinstance(value, str) and "".join(map(east_asian_width, value)) in ("", "W")


def _is_list_of(item: Callable[[Any], bool], length: int | None = None) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, list) and length in (None, len(value)) and all(map(item, value))
    )


TEXT = _line(100)
TITLE = _line(40)
SUMMARY = _line(200)
START = _line(1500)
PROSE = ValueKind(_is_prose, f"a text in quotes, at most {LONGEST_PROSE} printable characters")
FIGURINE = ValueKind(_is_figurine, f"one of {FIGURINES}, or an empty text")
KANJI = ValueKind(_is_kanji, "a single kanji, or an empty text")
SWITCH = ValueKind(lambda value: isinstance(value, bool), "true or false")
COUNT = _number(0, 999_999_999)
VALUE = _number(0, LARGEST_VALUE, "centipawns, ")
WEIGHT = _number(0, LARGEST_WEIGHT, "centipawns, ")
SIDE = _number(1, LARGEST_BOARD)
_ID = r"\+?[A-Z]['!]?"
PIECE_ID = ValueKind(
    _matches(_ID), "a piece id: a capital, ' or ! after it or not, + before it if promoted"
)
REFERENCE = ValueKind(_matches(f"({_ID})?"), "a piece id, or an empty text")
NAME = ValueKind(
    lambda value: isinstance(value, str) and is_name(value),
    f"a name in lower case with hyphens, at most {LONGEST_NAME} characters",
)
VALUE_NAME = ValueKind(_matches(r"[A-Za-z0-9-]+"), "a value of letters, digits and hyphens")
BECOMING = ValueKind(
    _matches(rf"=|{_ID}\??"), 'a piece id, one with ? behind it for a choice, or "="'
)
PIECE_IDS = ValueKind(_is_list_of(PIECE_ID.accepts), 'a list of piece ids, such as ["Q", "R"]')
PAIRS = ValueKind(
    _is_list_of(_is_list_of(PIECE_ID.accepts, 2)),
    'a list of pairs of piece ids, capturer and victim, such as [["P", "P"]]',
)
KEYS = ValueKind(_is_list_of(TEXT.accepts), 'a list of keys, such as ["promotion.arrival"]')


# --- records ------------------------------------------------------------------------------------

_PLAIN: Mapping[Any, ValueKind] = {str: TEXT, bool: SWITCH, int: COUNT}
_OF_FIELD: Mapping[tuple[type, str], Shape] = {
    (PieceType, "name"): TITLE,
    (PieceType, "description"): PROSE,
    (PieceType, "kanji"): KANJI,
    (PieceType, "kanji_name"): TITLE,
    (PieceType, "reading"): TITLE,
    (PieceType, "symbol"): FIGURINE,
    (PieceType, "value"): VALUE,
    (PieceType, "promotes_to"): REFERENCE,
    (PieceType, "infects"): REFERENCE,
    (Variant, "title"): TITLE,
    (Variant, "summary"): SUMMARY,
    (Variant, "help"): PROSE,
    (Variant, "pawn"): REFERENCE,
    (Variant, "files"): SIDE,
    (Variant, "ranks"): SIDE,
    (Ending, "dead_alone"): PIECE_IDS,
    (Ending, "dead_on_one_color"): PIECE_IDS,
    (Ending, "bare_slight"): PIECE_IDS,
    (Trading, "lions"): PIECE_IDS,
    (Trading, "no_bridge"): PIECE_IDS,
    (Promotion, "exceptions"): PAIRS,
    (Promotion, "last_chance"): PIECE_IDS,
    (Promotion, "zone"): SIDE,
    (Promotion, "arrival"): Each(PIECE_ID, PIECE_IDS),
    (Promotion, "becomes"): Each(PIECE_ID, Each(PIECE_ID, BECOMING)),
}


def _record(record: type, *omit: str) -> dict[str, Shape]:
    """The shape of a dataclass, from its annotations."""
    hints = get_type_hints(record)
    names = [field.name for field in fields(record) if field.name not in omit]
    return {key_of(name): _OF_FIELD.get((record, name)) or _kind(hints[name]) for name in names}


def _kind(hint: Any) -> ValueKind:
    if get_origin(hint) is Literal:
        values = get_args(hint)
        return ValueKind(lambda value: value in values, f"one of {', '.join(values)}")
    return _PLAIN[hint]


def key_of(field: str) -> str:
    """The key in a file that stands for a field of a record."""
    return field.replace("_", "-")


_WRITTEN_OTHERWISE = (
    "model_source",
    "name",
    "start_fen",
    "pieces",
    "promotion",
    "ending",
    "place",
    "trading",
    "options",
    "chosen",
)
RULES: Mapping[str, Shape] = {
    "start": START,
    **_record(Variant, *_WRITTEN_OTHERWISE),
    "pieces": Each(PIECE_ID, {"like": PIECE_ID, **_record(PieceType, "id")}),
    "promotion": _record(Promotion),
    "ending": _record(Ending),
    "place": dict.fromkeys(_record(Place), WEIGHT),
    "trading": _record(Trading),
}
OPTION: Mapping[str, Shape] = {
    "help": SUMMARY,
    "default": TEXT,
    "sets": TEXT,
    "values": Each(VALUE_NAME, {**RULES, "presets": Each(NAME, TEXT)}, MOST_OPTIONS),
}
FILE: Mapping[str, Shape] = {
    "extends": NAME,
    "without": KEYS,
    **RULES,
    "options": Each(NAME, OPTION, MOST_OPTIONS),
}
