"""Questions with a few answers: what marks one, what gives it, and what never does."""

from __future__ import annotations

import pytest
from makachess.play.questions import Answer, Question

CAPTURE = ("N", "M")
LION = ("L!", "+L!")
CHESS = ("B", "N", "Q", "R")
PAWNS = ("b10=N", "b10=R", "d10=N")
RESIGN = ("n", "y")


def question(*keys: str, files: int = 8) -> Question:
    return Question("?", [Answer(key, f"text of {key}") for key in keys], files)


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


@pytest.mark.parametrize("keys", [CAPTURE, LION, CHESS, PAWNS, RESIGN])
@pytest.mark.parametrize("text", ["e1e2", "Nf3", "nf3", "1-0", "b7b8", "b7b8=", "undo", "+Kxg9"])
def test_a_move_typed_character_by_character_never_chooses(keys, text):
    asked = question(*keys)
    for at, char in enumerate(text):
        asked.type(char)
        assert not asked.is_complete or at == 0
    assert given(asked) is None
    assert not asked.is_complete


@pytest.mark.parametrize(
    ("keys", "key", "files", "alone"),
    [
        (CAPTURE, "2", 8, True),
        (CAPTURE, "m", 8, True),
        (CAPTURE, "m", 13, False),  # a file of that board
        (CAPTURE, "M", 8, False),  # Mf3
        (CHESS, "b", 8, False),
        (CHESS, "q", 8, True),
        (LION, "+", 19, False),  # +Kxg9
        (RESIGN, "y", 19, True),
        (CAPTURE, "e", 8, False),
    ],
)
def test_a_single_key_is_an_answer_only_if_no_move_begins_with_it(keys, key, files, alone):
    asked = question(*keys, files=files)
    asked.type(key)
    assert asked.is_complete is alone


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
