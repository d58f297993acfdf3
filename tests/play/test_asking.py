"""Questions with a few answers: what marks one, what gives it, and what never does."""

from __future__ import annotations

import pytest
from makachess.play.questions import Answer, Question

CAPTURE = ("N", "M")
LION = ("L!", "+L!")
CHESS = ("B", "N", "Q", "R")
PAWNS = ("b10=N", "b10=R", "d10=N")
RESIGN = ("n", "y")


def question(*keys: str) -> Question:
    return Question("?", [Answer(key, f"text of {key}") for key in keys])


def given(asked: Question) -> str | None:
    return asked.given and asked.given.key


@pytest.mark.parametrize(
    ("keys", "text", "answer"),
    [
        (CAPTURE, "2", "M"),
        (CAPTURE, "m", "M"),
        (CAPTURE, "=M", "M"),
        (CAPTURE, " M ", "M"),
        (CAPTURE, "3", None),
        (CAPTURE, "0", None),
        (CAPTURE, "e1e2", None),
        (CAPTURE, "Nf3", None),
        (CAPTURE, "", "N"),
        (LION, "+", "+L!"),
        (LION, "l", "L!"),
        (LION, "+l!", "+L!"),
        (("N", "+N"), "N", "N"),
        (("N'", "n"), "n", "n"),
        (("--",), "--", "--"),
        (PAWNS, "d", "d10=N"),
        (PAWNS, "b", None),
        (PAWNS, "b10=R", "b10=R"),
        (PAWNS, "b10=N,e1d3", None),
        (RESIGN, "Y", "y"),
    ],
)
def test_typed_text_gives_the_answer_that_it_is(keys, text, answer):
    asked = question(*keys)
    asked.type(text)
    assert given(asked) == answer


@pytest.mark.parametrize(
    ("keys", "text", "whole"),
    [
        (CAPTURE, "M", True),
        (CAPTURE, "m", True),
        (CAPTURE, "2", True),
        (CAPTURE, "e", False),
        (CHESS, "b", True),
        (LION, "+", False),
        (LION, "+L", False),
        (LION, "+L!", True),
        (PAWNS, "d", False),
        (("L", "L!"), "L", False),
        (("L", "L!"), "l!", True),
        (("N'", "n"), "n", True),
        (tuple("abcdefghij"), "1", False),
        (tuple("abcdefghij"), "10", True),
    ],
)
def test_a_whole_key_or_number_is_an_answer_unless_it_begins_another(keys, text, whole):
    asked = question(*keys)
    asked.type(text)
    assert asked.is_complete is whole


def test_what_was_typed_can_be_corrected():
    asked = question(*CHESS)
    asked.type("Rf")
    assert given(asked) is None
    asked.erase()
    assert given(asked) == "R"
    asked.clear()
    assert given(asked) == "R"  # it stays marked
    asked.type("x")
    assert given(asked) is None
    asked.step(1)
    assert asked.typed == ""
    assert given(asked) == "B"
