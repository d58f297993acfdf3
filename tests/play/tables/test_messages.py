"""The messages between host and clients: each one there and back, and whatever is none."""

from __future__ import annotations

import json

import pytest
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
    REQUESTS,
    Chat,
    ChatLine,
    Done,
    Entry,
    Face,
    Hello,
    MakeMove,
    OpenTable,
    Refused,
    Resign,
    Said,
    Sitter,
    Standing,
    Table,
    Tables,
    Welcome,
)
from makachess.variants.schema import record_of

ANNA, NOBODY = Sitter("anna", "human", here=True), Sitter()
ENTRY = Entry(3, "maka", ANNA, NOBODY, options="rules=modern", clock="300+5")
FACE = Face(12.5, 30.0, used=1.25, running=True)

REQUESTED = [
    Hello(1, "bertha", id=1),
    OpenTable("chess", clock="5+3", color="white", id=2),
    MakeMove(3, 1, 7, "d4e5,e5f6=+N", id=2**31),
    Resign(3, 1, id=4),
    Chat(3, "schönes Spiel ♞", id=5),
]
REPORTED = [
    Welcome(1, "anna", "/tmp"),
    Refused(0, "'x' is not a move"),
    Tables(2, (ENTRY, ENTRY)),
    Table(ENTRY, Standing(FACE, draw="white"), moves=("e2e4",), chat=(ChatLine("a", "b", 1),)),
    Table(ENTRY, Standing(queued=True), 6, note="Taken back", alert=True),
    Said(3, ChatLine("anna", "hello", 1763858775)),
    Done(9),
]


@pytest.mark.parametrize("message", REQUESTED, ids=lambda message: type_name(type(message)))
def test_a_request_there_and_back(message):
    assert parse_request(format_message(message)) == message


@pytest.mark.parametrize("message", REPORTED, ids=lambda message: type_name(type(message)))
def test_a_report_there_and_back(message):
    assert parse_message(format_message(message)) == message


MOVE = {"type": "make-move", "id": 1, "table": 3, "round": 1, "ply": 7, "move": "e2e4"}
FAULTS = [
    (b"", "b'' is not a line of JSON"),
    (b"e2e4", "b'e2e4' is not a line of JSON"),
    (b"\xff\xfe", r"b'\xff\xfe' is not a line of JSON"),
    (b"[" * 8000, "is not a line of JSON"),
    (b"1" * 8000, "is not a line of JSON"),
    (b"[]", "[] is not a message"),
    (b"{}", "None is not the type of a message"),
    (b'{"type":["hello"]}', "['hello'] is not the type of a message"),
    (b'{"type":"welcome"}', "'welcome' is not the type of a message"),
    (b'{"type":"hello"}', "hello: 'version' is missing"),
    ({**MOVE, "ply": -1}, "make-move: ply: -1 is not a whole number from 0 to 8000"),
    ({**MOVE, "ply": True}, "make-move: ply: True is not a whole number from 0 to 8000"),
    ({**MOVE, "ply": 1.0}, "make-move: ply: 1.0 is not a whole number from 0 to 8000"),
    ({**MOVE, "ply": 10**30}, "ply: a number of more than 64 bits is not a whole number"),
    ({**MOVE, "move": "e2 e4"}, "make-move: move: 'e2 e4' is not a move in coordinate form"),
    ({**MOVE, "move": "e2e4\n"}, r"'e2e4\n' is not a move in coordinate form"),
    ({**MOVE, "move": "a" * 500}, "is not a move in coordinate form"),
    ({**MOVE, "color": "white"}, "make-move: 'color' is not a key of 'make-move'"),
    ({"type": "chat", "table": 1, "text": "\x1b[2J"}, r"text: '\x1b[2J' is not a text of one line"),
    ({"type": "chat", "table": 1, "text": "\ud800"}, "is not a text of one line"),
    ({"type": "chat", "table": 1, "text": "   "}, "is not a text of one line, 1 to 300"),
    (
        {"type": "ask", "table": 1, "round": 1, "what": "draw", "say": "yes"},
        "say: 'yes' is not one of",
    ),
    (
        {"type": "list-tables", "follow": 1},
        "list-tables: follow: 1 is not true or false",
    ),
]


@pytest.mark.parametrize(("line", "reason"), FAULTS)
def test_what_is_no_request_is_refused_with_the_reason(line, reason):
    with pytest.raises(MessageError) as caught:
        parse_request(line if isinstance(line, bytes) else json.dumps(line).encode())
    assert reason in str(caught.value)


@pytest.mark.parametrize("number", [7, 0, -1, 2**40, "7", True, None])
def test_a_refusal_has_the_number_of_its_request_if_that_is_one(number):
    with pytest.raises(MessageError) as caught:
        parse_request(json.dumps({"type": "x", "id": number}).encode())
    assert caught.value.id == (7 if number == 7 else 0)


@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "1e999", "1e10", '"1"', "true"])
def test_a_time_is_a_number_within_bounds(seconds):
    line = (
        b'{"type":"table","entry":{"table":1,"variant":"chess","white":{},"black":{}},'
        b'"standing":{"face":{"white":%s,"black":1}}}'
    )
    assert parse_message(line % b"1.5").standing.face.white == 1.5
    with pytest.raises(MessageError, match=r"white: .* is not seconds from"):
        parse_message(line % seconds.encode())


def test_a_part_is_read_like_a_message():
    entry = json.loads(format_message(Tables(1, (ENTRY,))))
    entry["entries"][0]["white"]["rank"] = 1
    with pytest.raises(MessageError, match="'rank' is not a key of 'sitter'"):
        parse_message(json.dumps(entry).encode())
    entry["entries"][0]["white"] = "anna"
    with pytest.raises(MessageError, match="'anna' is not a record 'sitter'"):
        parse_message(json.dumps(entry).encode())
    entry["entries"] = [1] * 3000
    with pytest.raises(MessageError, match="is not a list of at most 2000"):
        parse_message(json.dumps(entry).encode())


def test_every_message_has_a_name_of_its_own_and_bounded_fields():
    kinds = (*REQUESTS, *ANSWERS, *EVENTS)
    assert len({type_name(kind) for kind in kinds}) == len(kinds)
    assert all(slot.expected for kind in kinds for slot in record_of(kind).slots.values())
