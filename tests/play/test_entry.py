"""The one way by which moves are entered: squares, text, choices, steps back."""

from __future__ import annotations

import pytest
from entries import LION, entry_of, labels, pick
from makachess.core import Position, Square
from makachess.core.spec import Rule
from makachess.play.entry import Target
from makachess.variants import load

VETERAN = "r3k2r/pp1m1ppp/2n1pn2/1lbp4/3PV3/2N1LN2/PPP2PPP/R3K2R w KQkq - 0 10"


def test_targets_say_what_each_capture_does():
    entry = entry_of(VETERAN)
    pick(entry, "c3")
    targets = entry.state.targets
    assert targets[Square.parse("e2")] == Target(capture=False, rule=Rule.STAY)
    assert targets[Square.parse("d5")] == Target(capture=True, rule=Rule.MAY, becomes=("M",))
    assert targets[Square.parse("b5")] == Target(capture=True, rule=Rule.MUST, becomes=("Q",))
    entry.back()
    pick(entry, "e4")
    assert entry.state.targets[Square.parse("d5")] == Target(capture=True, rule=Rule.STAY)


def test_picking_the_piece_again_lets_it_go():
    entry = entry_of()
    pick(entry, "e2", "e2")
    assert entry.state.path == ()


STUCK = "The King on g1 has no legal move"


@pytest.mark.parametrize(
    ("square", "picked", "typed"),
    [
        ("g7", "", "g7 is empty"),
        ("g11", "", "White to move: the Queen on g11 is Black's"),
        ("g1", STUCK, STUCK),
    ],
)
def test_squares_can_be_looked_at_but_what_is_typed_is_meant_as_a_move(square, picked, typed):
    entry = entry_of(variant="macadamia")
    pick(entry, square)
    assert entry.state.error == picked
    entry.type(square)
    assert entry.state.error == typed


def test_a_square_out_of_reach_is_refused_and_the_piece_stays_picked():
    entry = entry_of()
    pick(entry, "g1", "g4")
    assert entry.state.error == "The Knight on g1 cannot go to g4 (only to f3, h3)"
    assert entry.state.path == (Square.parse("g1"),)


def test_an_emperor_is_told_who_protects_a_piece():
    entry = entry_of("6k6/13/13/5g7/6p6/13/13/13/13/2+K10/13/13/13 w", "macadamia")
    pick(entry, "c4", "g9")
    assert entry.state.error == "The Pawn on g9 is protected by the Gold on f10"
    assert entry.state.path == (Square.parse("c4"),)


def test_a_promotion_that_is_free_is_asked_for_last():
    entry = entry_of(VETERAN)
    assert pick(entry, "c3", "d5") is None
    choices = entry.state.choices
    assert [(c.label, c.text) for c in choices] == [
        ("N", "stays Knight"),
        ("M", "becomes Mounted Veteran"),
    ]
    assert str(entry.choose(choices[1])) == "c3d5=M"


@pytest.mark.parametrize(
    "text", ["c3d5", "c3-d5", "c3xd5", "Nxd5", "Nd5", "Ncxd5", "Nxd5+", "N:d5"]
)
def test_a_typed_capture_that_does_not_say_what_the_piece_becomes_asks(text):
    entry = entry_of(VETERAN)
    assert entry.type(text) is None
    assert entry.state.error == ""
    assert entry.state.question == "Promote?"
    assert labels(entry) == ["N", "M"]
    assert str(entry.choose(entry.state.choices[1])) == "c3d5=M"
    assert str(Position(load("veteran"), VETERAN).parse(text)) == "c3d5"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(
            (text, "c3d5=M")
            for text in ("c3d5=M", "c3d5m", "Nxd5=M", "Nxd5M", "Nxd5(M)", "Nxd5=M+")
        ),
        *((text, "c3d5") for text in ("c3d5=N", "c3d5=", "Nxd5=N", "Nxd5=", "c3d5n")),
        *((text, "c3b5=Q") for text in ("c3b5=Q", "c3b5", "Nxb5")),
        *((text, "e4d5") for text in ("e4d5", "Vxd5")),
    ],
)
def test_a_typed_move_that_leaves_nothing_open_is_played(text, move):
    assert str(entry_of(VETERAN).type(text)) == move


def test_a_typed_capture_cannot_decline_what_it_must_become():
    entry = entry_of(VETERAN)
    assert entry.type("c3b5=") is None
    assert entry.type("c3b5=N") is None
    assert "c3b5=N" in entry.state.error
    assert entry.state.choices == ()


@pytest.mark.parametrize("text", ["c3d5=M", "Nxd5=M"])
def test_a_move_typed_at_its_own_question_answers_it(text):
    entry = entry_of(VETERAN)
    pick(entry, "c3", "d5")
    assert str(entry.type(text)) == "c3d5=M"
    assert entry.state.path == ()


@pytest.mark.parametrize("text", ["e1e2", "c3e2", "e4", "M", "c3d5=Q", "nonsense"])
def test_another_move_typed_at_a_question_has_to_wait(text):
    entry = entry_of(VETERAN)
    pick(entry, "c3", "d5")
    assert entry.type(text) is None
    assert entry.state.error.startswith(f"{text!r} has to wait: choose first")
    assert labels(entry) == ["N", "M"]


@pytest.mark.parametrize("text", ["a7a8", "a8"])
def test_an_orthodox_pawn_typed_to_the_last_rank_asks(text):
    entry = entry_of("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "chess")
    assert entry.type(text) is None
    assert entry.state.question == "Promote to:"
    assert set(labels(entry)) == {"Q", "R", "B", "N"}
    assert str(entry_of("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "chess").type("a7a8q")) == "a7a8=Q"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("L!xj10", None),
        ("j9j10", None),
        ("L!x!j10", None),
        ("L!xj10+", "j9j10=+L!"),
        ("j9j10+", "j9j10=+L!"),
        ("L!xj10=", "j9j10"),
        ("j9j10=L!", "j9j10"),
        ("j9j10,j10j9=+L!", "j9j10,j10j9=+L!"),
    ],
)
def test_shogi_forms_decide_by_plus_and_equals(text, move):
    entry = entry_of(LION, "maka")
    typed = entry.type(text)
    assert (typed and str(typed)) == move
    assert labels(entry) == ([] if typed else ["L!", "+L!"])


@pytest.mark.parametrize("text", ["--", "Z0", "0000", "@@@@", "null", "pass"])
def test_a_null_move_is_not_entered(text):
    entry = entry_of()
    assert entry.type(text) is None
    assert "is a null move" in entry.state.error
