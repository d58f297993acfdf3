"""Lines between a host of tables and its clients, as targets of the fuzzer."""

from __future__ import annotations

from collections.abc import Callable

from makachess.play.tables.messages.codec import (
    MessageError,
    format_message,
    parse_message,
    parse_request,
    type_name,
)
from makachess.play.tables.messages.schema import (
    ANSWERS,
    EVENTS,
    PARTS,
    REQUESTS,
    Ask,
    Chat,
    ChatLine,
    Entry,
    Face,
    Hello,
    MakeMove,
    OpenTable,
    Refused,
    Sit,
    Sitter,
    Standing,
    Table,
    Tables,
    Welcome,
)
from makachess.variants.schema import record_of

ENTRY = Entry(3, "maka", Sitter("anna", "human", here=True), Sitter(), clock="1800+3x40")


def call_request(data: bytes) -> str:
    """A line from a client."""
    return _call(parse_request, data)


def call_report(data: bytes) -> str:
    """A line from the host."""
    return _call(parse_message, data)


def _call(parse: Callable[[bytes], object], data: bytes) -> str:
    """What is read can be written, and is the same when read again."""
    message, fault = None, ""
    try:
        message = parse(data)
    except MessageError as error:
        fault = str(error)
    if message is None:
        assert fault.isprintable()
        return fault[:40]
    again = parse(format_message(message))  # times have three places by now
    assert parse(format_message(again)) == again
    return type_name(type(message))


def request_samples() -> list[bytes]:
    """Requests of several kinds."""
    requests = [
        Hello(1, "bertha", id=1),
        OpenTable("chess", "move-limit=0", "5+3", "white", "8/8/8 w - - 0 1", "bert", id=2),
        MakeMove(3, 1, 7, "d4e5,e5f6=+N", id=3),
        Ask(3, 1, "rematch", "offer", id=4),
        Sit(3, "black", 10, id=5),
        Chat(3, "schönes Spiel ♞", id=6),
    ]
    return list(map(format_message, requests))


def report_samples() -> list[bytes]:
    """Answers and events of several kinds."""
    face = Face(12.5, 30.0, 0, 2, 1.25, running=True)
    reports = [
        Welcome(1, "anna", "/tmp"),
        Refused(0, "'x' is not a move"),
        Tables(2, (ENTRY, ENTRY)),
        Table(ENTRY, Standing(face, "white"), moves=("e2e4",), chat=(ChatLine("a", "b", 1),)),
        Table(ENTRY, Standing(queued=True), 6, ("e7e5",), "Taken back", alert=True),
    ]
    return list(map(format_message, reports))


def table_words() -> list[bytes]:
    """Keys, types, and values at the bounds."""
    kinds = (*REQUESTS, *ANSWERS, *EVENTS, *PARTS)
    keys = sorted({name for kind in kinds for name in record_of(kind).slots})
    values = [b"-1", b"2147483649", b"1e999", b"NaN", b"null", b"true", b'"\\ud800"', b"[[[["]
    return [
        *(b'"type":"%s",' % type_name(kind).encode() for kind in kinds),
        *(b'"%s":' % key.encode() for key in keys),
        *values,
    ]
