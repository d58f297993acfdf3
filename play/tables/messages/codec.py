"""Messages as lines of JSON, read and written by what `schema` declares."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from makachess.core.errors import MakachessError
from makachess.play.tables.messages.kinds import Kind, Several
from makachess.play.tables.messages.reports import Answer
from makachess.play.tables.messages.requests import Request
from makachess.play.tables.messages.schema import ANSWERS, EVENTS, REQUESTS, Event
from makachess.variants.schema import shown

TYPE = "type"  # the key that names a message

Read = Callable[[Any], Any]
R = TypeVar("R")


class MessageError(MakachessError):
    """A line that is no message; `id` is that of the request, 0 if it has none that can be read."""

    def __init__(self, text: str, id: int = 0) -> None:
        super().__init__(text)
        self.id = id


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of a record: how it is read, and what it must be, in words."""

    name: str
    read: Read
    expected: str
    default: Any = MISSING

    @property
    def needed(self) -> bool:
        """Whether it may not be left out."""
        return self.default is MISSING


def type_name(kind: type) -> str:
    """What a message is called on the line: `make-move`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


@cache
def slots_of(record: type) -> Mapping[str, Slot]:
    """The fields of a record by name."""
    hints = get_type_hints(record, include_extras=True)
    return {field.name: _slot(field, hints[field.name]) for field in fields(record)}


def _slot(field: Field[Any], hint: Any) -> Slot:
    read, expected = _reader(hint)
    return Slot(field.name, read, expected, field.default)


def _reader(hint: Any) -> tuple[Read, str]:
    """How a value of a declared type is read, and what it must be, in words."""
    if hint is bool:
        return _read_switch, "true or false"
    if is_dataclass(hint) and isinstance(hint, type):
        return lambda value: _read_record(hint, value), f"a record `{type_name(hint)}`"
    if get_origin(hint) in (Union, types.UnionType):
        read, expected = _reader(get_args(hint)[0])
        return lambda value: None if value is None else read(value), expected
    assert get_origin(hint) is Annotated
    inner, kind = get_args(hint)
    if isinstance(kind, Several):
        return _list_reader(kind, get_args(inner)[0])
    return _plain_reader(kind), kind.expected


def _plain_reader(kind: Kind) -> Read:
    def read(value: Any) -> Any:
        if not kind.accepts(value):
            raise MessageError(f"{shown(value)} is not {kind.expected}")
        return value

    return read


def _list_reader(kind: Several, item: Any) -> tuple[Read, str]:
    read_item, of_each = _reader(item)
    read_list = _plain_reader(kind)
    return lambda value: tuple(map(read_item, read_list(value))), f"{kind.expected}: {of_each}"


def _read_switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise MessageError(f"{shown(value)} is not true or false")
    return value


def _read_record(record: type, value: Any) -> Any:
    if not isinstance(value, dict):
        raise MessageError(f"{shown(value)} is not a record {type_name(record)!r}")
    slots = slots_of(record)
    if unknown := value.keys() - slots.keys():
        key = min(unknown)
        raise MessageError(f"{shown(key)} is not a key of {type_name(record)!r}")
    return record(**{slot.name: _read_slot(slot, value) for slot in slots.values()})


def _read_slot(slot: Slot, value: Mapping[str, Any]) -> Any:
    if slot.name not in value:
        if slot.needed:
            raise MessageError(f"{slot.name!r} is missing")
        return slot.default
    try:
        return slot.read(value[slot.name])
    except MessageError as error:
        raise MessageError(f"{slot.name}: {error}") from None


# --- lines --------------------------------------------------------------------------------------


def parse_request(line: bytes) -> Request:
    """A request of a client; raises MessageError, with the number that the request has."""
    message = _parse(line, _NAMED_REQUESTS)
    assert isinstance(message, Request)
    return message


def parse_message(line: bytes) -> Answer | Event:
    """An answer or event of the host; raises MessageError."""
    message: Answer | Event = _parse(line, _NAMED_MESSAGES)
    return message


def format_message(message: Request | Answer | Event) -> bytes:
    """A message as its line; what has its usual value is left out."""
    found = {TYPE: type_name(type(message)), **_plain_record(message)}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def format_records(records: Iterable[Any]) -> str:
    """Records of one kind as the text of a file, a line each."""
    return "".join(json.dumps(_plain_record(r), ensure_ascii=False) + "\n" for r in records)


def parse_records(kind: type[R], data: bytes) -> list[R]:
    """The records of such a file; raises MessageError."""
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    return [_read_record(kind, _load(line)) for line in lines]


def _parse(line: bytes, kinds: Mapping[str, type]) -> Any:
    value = _load(line)
    given = value.get("id")
    id = given if type(given) is int and 0 <= given <= 2**31 else 0
    name = value.pop(TYPE, None)
    record = kinds.get(name) if isinstance(name, str) else None
    if record is None:
        raise MessageError(f"{shown(name)} is not the type of a message", id)
    try:
        return _read_record(record, value)
    except MessageError as error:
        raise MessageError(f"{name}: {error}", id) from None


def _load(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise MessageError(f"{shown(line[:80])} is not a line of JSON") from None
    if not isinstance(value, dict):
        raise MessageError(f"{shown(value)} is not a message")
    return value


def _plain_record(record: Any) -> dict[str, Any]:
    return dict(_changed_values(record))


def _changed_values(record: Any) -> Iterator[tuple[str, Any]]:
    """The values that are not the usual ones."""
    kind: type = type(record)
    for slot in slots_of(kind).values():
        value = getattr(record, slot.name)
        if slot.needed or value != slot.default:
            yield slot.name, _plain(value)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return list(map(_plain, value))
    if isinstance(value, float):
        return round(value, 3)
    return _plain_record(value) if is_dataclass(value) else value


def _named(kinds: Iterable[type]) -> dict[str, type]:
    return {type_name(kind): kind for kind in kinds}


_NAMED_REQUESTS = _named(REQUESTS)
_NAMED_MESSAGES = _named((*ANSWERS, *EVENTS))
