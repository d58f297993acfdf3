"""What may stand where in a variant file: every key and the kind of its value, nothing else.

Keys are the fields of the records in `core.spec`, with hyphens for underscores. The same shape
holds for whole files and for the patches of options, so a key is checked where it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from makachess.core.spec import Ending, PieceType, Place, Promotion, Variant

LARGEST_BOARD = 19
LARGEST_VALUE = 20000  # centipawns; scores of mates lie far beyond


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A plain value: whether one is right, and in words what would be."""

    accepts: Callable[[Any], bool]
    words: str


@dataclass(frozen=True, slots=True)
class Each:
    """A table whose keys are names of the writer's choice, all with values of one shape."""

    key: ValueKind
    value: Shape


Shape: TypeAlias = "ValueKind | Each | Mapping[str, Shape]"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and the keys that lead there."""

    path: tuple[str, ...]
    reason: str


def find_faults(shape: Shape, value: Any, path: tuple[str, ...] = ()) -> Iterator[Fault]:
    """Everything in `value` that does not fit `shape`, in the order of the file."""
    if isinstance(shape, ValueKind):
        if not shape.accepts(value):
            yield Fault(path, f"{value!r} is not {shape.words}")
    elif not isinstance(value, dict):
        yield Fault(path, f"{value!r} is not a table")
    else:
        for key, item in value.items():
            if isinstance(shape, Each):
                if not shape.key.accepts(key):
                    yield Fault((*path, key), f"{key!r} is not {shape.key.words}")
                yield from find_faults(shape.value, item, (*path, key))
            elif key in shape:
                yield from find_faults(shape[key], item, (*path, key))
            else:
                yield Fault((*path, key), f"unknown key{suggest(key, shape)}")


def suggest(word: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """What there is instead of `word`, with the nearest name first if one is near."""
    from difflib import get_close_matches  # only wanted for an error, and slow to import

    near = get_close_matches(word, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f" (there are: {', '.join(known) or 'none'}){hint}"


# --- plain values -------------------------------------------------------------------------------


def _matches(pattern: str) -> Callable[[Any], bool]:
    found = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and found(value) is not None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_list_of(item: Callable[[Any], bool], length: int | None = None) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, list) and length in (None, len(value)) and all(map(item, value))
    )


TEXT = ValueKind(lambda value: isinstance(value, str), "a text in quotes")
SWITCH = ValueKind(lambda value: isinstance(value, bool), "true or false")
COUNT = ValueKind(_is_count, "a whole number from 0")
VALUE = ValueKind(
    lambda value: _is_count(value) and value <= LARGEST_VALUE,
    f"centipawns, a whole number from 0 to {LARGEST_VALUE}",
)
SIDE = ValueKind(
    lambda value: _is_count(value) and 1 <= value <= LARGEST_BOARD,
    f"a whole number from 1 to {LARGEST_BOARD}",
)
_ID = r"\+?[A-Z]['!]?"
PIECE_ID = ValueKind(
    _matches(_ID), "a piece id: a capital, ' or ! after it or not, + before it if promoted"
)
REFERENCE = ValueKind(_matches(f"({_ID})?"), "a piece id, or an empty text")
NAME = ValueKind(_matches(r"[a-z0-9]+(-[a-z0-9]+)*"), "a name in lower case with hyphens")
VALUE_NAME = ValueKind(_matches(r"[A-Za-z0-9-]+"), "a value of letters, digits and hyphens")
PIECE_IDS = ValueKind(_is_list_of(PIECE_ID.accepts), 'a list of piece ids, such as ["Q", "R"]')
PAIRS = ValueKind(
    _is_list_of(_is_list_of(PIECE_ID.accepts, 2)),
    'a list of pairs of piece ids, capturer and victim, such as [["P", "P"]]',
)
KEYS = ValueKind(_is_list_of(TEXT.accepts), 'a list of keys, such as ["promotion.arrival"]')


# --- records ------------------------------------------------------------------------------------

_PLAIN: Mapping[Any, ValueKind] = {str: TEXT, bool: SWITCH, int: COUNT}
_OF_FIELD: Mapping[tuple[type, str], Shape] = {
    (PieceType, "value"): VALUE,
    (PieceType, "promotes_to"): REFERENCE,
    (PieceType, "infects"): REFERENCE,
    (Variant, "pawn"): REFERENCE,
    (Variant, "files"): SIDE,
    (Variant, "ranks"): SIDE,
    (Ending, "dead_alone"): PIECE_IDS,
    (Ending, "dead_on_one_color"): PIECE_IDS,
    (Promotion, "exceptions"): PAIRS,
    (Promotion, "arrival"): Each(PIECE_ID, PIECE_IDS),
}


def _record(record: type, *omit: str) -> dict[str, Shape]:
    """The shape of a dataclass, from its annotations."""
    hints = get_type_hints(record)
    names = [field.name for field in fields(record) if field.name not in omit]
    return {key(name): _OF_FIELD.get((record, name)) or _kind(hints[name]) for name in names}


def _kind(hint: Any) -> ValueKind:
    if get_origin(hint) is Literal:
        values = get_args(hint)
        return ValueKind(lambda value: value in values, f"one of {', '.join(values)}")
    return _PLAIN[hint]


def key(field: str) -> str:
    """The key in a file that stands for a field of a record."""
    return field.replace("_", "-")


_WRITTEN_OTHERWISE = (
    "name",
    "start_fen",
    "pieces",
    "promotion",
    "ending",
    "place",
    "options",
    "chosen",
)
RULES: Mapping[str, Shape] = {
    "start": TEXT,
    **_record(Variant, *_WRITTEN_OTHERWISE),
    "pieces": Each(PIECE_ID, {"like": PIECE_ID, **_record(PieceType, "id")}),
    "promotion": _record(Promotion),
    "ending": _record(Ending),
    "place": _record(Place),
}
OPTION: Mapping[str, Shape] = {
    "help": TEXT,
    "default": TEXT,
    "sets": TEXT,
    "values": Each(VALUE_NAME, {**RULES, "presets": Each(NAME, TEXT)}),
}
FILE: Mapping[str, Shape] = {
    "extends": NAME,
    "without": KEYS,
    **RULES,
    "options": Each(NAME, OPTION),
}
