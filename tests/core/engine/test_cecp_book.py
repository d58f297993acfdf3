"""The opening book in XBoard's protocol: played from, listed, switched off."""

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove
from makachess.core.engine.book import NO_BOOK
from makachess.core.protocols.cecp import CecpProtocol
from makachess.core.protocols.protocol import Purpose, Say, Stop, Think
from makachess.variants import load, names
from opening_books import book_of

CHESS, DEVINGT = load("chess"), load("devingt")
BOOKS = {
    "chess": book_of(CHESS, "e4 e5 Nf3 Nc6", "d4 d5", weights=(3, 1)),
    "devingt": book_of(DEVINGT, "b3,e4"),
}


def talking(*lines, clock=lambda: 0.0):
    """A protocol after some lines; there are books of two games."""
    books = {load(name): book for name, book in BOOKS.items()}
    protocol = CecpProtocol(
        load, names(), clock, "test", lambda variant: books.get(variant, NO_BOOK)
    )
    for line in lines:
        protocol.receive(line)
    return protocol


def said(actions):
    assert all(isinstance(action, Say) for action in actions), actions
    return [action.line for action in actions]


def test_a_move_of_the_book_is_played_without_a_search():
    protocol = talking("new")
    assert said(protocol.receive("usermove e2e4")) == ["move e7e5"]
    assert said(protocol.receive("usermove g1f3")) == ["move b8c6"]
    [job] = protocol.receive("usermove f1b5")
    assert isinstance(job, Think)
    assert len(job.position.moves) == 5


def test_a_compound_first_move_is_several_lines():
    protocol = talking("variant devingt", "post")
    lines = said(protocol.receive("go"))
    assert lines == [
        "0 0 0 0 (book) b1b2,e1e3",
        "move b1b2,",
        "move e1e3",
    ]  # as XBoard counts ranks


def test_what_comes_next_in_the_same_breath_is_answered_after_the_move():
    protocol = talking("new", "force", "usermove e2e4")
    assert said([*protocol.receive("go"), *protocol.receive("ping 1")]) == ["move e7e5", "pong 1"]
    protocol = talking("new", "force", "usermove a2a3")
    [job] = protocol.receive("go")
    assert isinstance(job, Think)
    assert protocol.receive("usermove e2e4") == []  # waits


@pytest.mark.parametrize("line", ["analyze", "hint"])
def test_analysis_and_hints_search(line):
    jobs = [action for action in talking("new", "force").receive(line) if action != Stop()]
    assert [job.purpose for job in jobs] == [Purpose[{"analyze": "ANALYSIS"}.get(line, "HINT")]]


def test_the_book_is_switched_off_and_on():
    protocol = talking("new", "option OwnBook=0")
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    protocol.receive("?")
    position = Position(CHESS)
    position.push(position.parse("e4"))
    protocol.finish(BestMove(position.parse("e5")))
    protocol.receive("option OwnBook=1")
    assert said(protocol.receive("usermove g1f3")) == ["move b8c6"]


def test_the_moves_of_the_book_are_listed():
    protocol = talking("new", "force")
    assert said(protocol.receive("bk")) == [" e2e4  75 %", " d2d4  25 %", ""]
    protocol.receive("usermove a2a3")
    assert said(protocol.receive("bk")) == [" not in the book", ""]
