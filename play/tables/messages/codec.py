"""Messages as lines of JSON, read and written by what `schema` declares, and what can go wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from makachess.core.errors import MakachessError
from makachess.play.tables.messages.schema import (
    ANSWERS,
    EVENTS,
    REQUESTS,
    Answer,
    Event,
    Request,
)
from makachess.variants.schema import KeyPath, clean, record_of, shown

TYPE = "type"  # the key that names a message
_format = json.JSONEncoder(default=vars, ensure_ascii=False, separators=(",", ":")).encode

R = TypeVar("R")


class RefusedError(MakachessError):
    """The host refuses a request, and says why."""


class LostError(MakachessError):
    """There is no connection to the host now; it may come back."""


class NoHostError(LostError):
    """No host listens at the socket."""


class MessageError(MakachessError):
    """A line that is no message; `id` is that of the request, 0 if it has none that can be read."""

    def __init__(self, text: str, id: int = 0) -> None:
        super().__init__(text)
        self.id = id


def type_name(kind: type) -> str:
    """What a message is called on the line: `make-move`."""
    return record_of(kind).name


def _refuse(path: KeyPath, reason: str) -> None:
    raise MessageError(": ".join((*path, reason)))


def parse_request(line: bytes) -> Request:
    """A request of a client; raises MessageError, with the number that the request has."""
    message = _parse(line, _NAMED_REQUESTS)
    assert isinstance(message, Request)
    return message


def parse_message(line: bytes) -> Answer | Event:
    message: Answer | Event = _parse(line, _NAMED_MESSAGES)
    return message


def format_message(message: Request | Answer | Event) -> bytes:
    return (_format({TYPE: type_name(type(message)), **vars(message)}) + "\n").encode()


def format_records(records: Iterable[Any]) -> str:
    """Records of one kind as the text of a file, a line each."""
    return "".join(f"{_format(record)}\n" for record in records)


def parse_records(kind: type[R], data: bytes) -> list[R]:
    """The records of such a file; raises MessageError."""
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    record: type = kind
    return [clean(record_of(record), _load(line), _refuse) for line in lines]


def _parse(line: bytes, kinds: Mapping[str, type]) -> Any:
    value = _load(line)
    given = value.get("id")
    id = given if type(given) is int and 0 <= given <= 2**31 else 0
    name = value.pop(TYPE, None)
    record = kinds.get(name) if isinstance(name, str) else None
    if record is None:
        raise MessageError(f"{shown(name)} is not the type of a message", id)
    try:
        return clean(record_of(record), value, _refuse)
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


def _named(kinds: Iterable[type]) -> dict[str, type]:
    return {type_name(kind): kind for kind in kinds}


_NAMED_REQUESTS = _named(REQUESTS)
_NAMED_MESSAGES = _named((*ANSWERS, *EVENTS))
