"""Moves entered in several steps: Lions, the first moves of Devingt Chess, delayed promotions."""

from __future__ import annotations

import pytest
from entries import entry_of, labels, pick
from makachess.core import Square
from makachess.play.entry import MoveEntry


def lion_entry() -> MoveEntry:
    """A Lion on d4 with enemies on e5 and f6: it can take one or both, stand still, or go on."""
    return entry_of("7k/8/5p2/4p3/3L4/8/8/7K w - - 0 1", "mighty-lion")


def test_a_step_that_need_not_be_the_last_shows_what_can_follow():
    entry = lion_entry()
    assert pick(entry, "d4", "e5") is None
    state = entry.state
    assert state.may_end
    assert set(map(str, state.targets)) == {"d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"}
    assert state.taken == (Square.parse("e5"),)


def test_picking_the_last_square_again_ends_the_move_there():
    assert str(pick(lion_entry(), "d4", "e5", "e5")) == "d4e5"


@pytest.mark.parametrize(
    ("squares", "text"),
    [
        (["d4", "e5", "f6"], "d4e5,e5f6"),
        (["d4", "e5", "f5"], "d4e5,e5f5"),
        (["d4", "e5", "d4"], "d4e5,e5d4"),
        (["d4", "f4"], "d4f4"),
    ],
)
def test_a_move_of_several_legs_is_entered_step_by_step(squares, text):
    assert str(pick(lion_entry(), *squares)) == text


def test_each_step_is_taken_back_alone():
    entry = lion_entry()
    pick(entry, "d4", "e5")
    entry.back()
    assert entry.state.path == (Square.parse("d4"),)
    assert entry.state.taken == ()
    assert str(pick(entry, "f4")) == "d4f4"


def test_a_pass_is_confirmed_first():
    entry = lion_entry()
    assert pick(entry, "d4", "d4") is None
    (choice,) = entry.state.choices
    assert (choice.label, choice.text) == ("--", "pass")
    assert str(entry.choose(choice)) == "d4d4"


@pytest.mark.parametrize(
    ("squares", "text"),
    [
        (["a2", "a3", "c2", "c4"], "a2a3,c2c4"),
        (["c2", "c4", "a2", "a3"], "a2a3,c2c4"),
        (["g2", "g3", "b2", "b3", "e2", "e3"], "b2b3,e2e3,g2g3"),
        (["e2", "e5"], "e2e5"),
        (["e2", "e4", "e4"], "e2e4"),
        (["e2", "e3", "e3"], "e2e3"),
        (["b1", "c3"], "b1c3"),
    ],
)
def test_the_steps_of_a_first_move_come_in_any_order(squares, text):
    assert str(pick(entry_of(variant="devingt"), *squares)) == text


def test_pawns_that_can_step_as_well_are_targets():
    entry = entry_of(variant="devingt")
    pick(entry, "e2", "e4")
    assert {str(s) for s in entry.state.targets} == {f"{file}2" for file in "abcdfghij"}
    assert entry.state.may_end
    assert entry.state.steps == ((Square.parse("e2"), Square.parse("e4")),)
    assert entry.pieces()[Square.parse("e4")] == "P"
    assert Square.parse("e2") not in entry.pieces()
    pick(entry, "b2")
    assert set(entry.state.targets) == {Square.parse("b3")}
    assert not entry.state.may_end


def test_another_pawn_can_be_picked_instead_and_no_other_piece():
    entry = entry_of(variant="devingt")
    pick(entry, "e2", "e4", "b2", "c2")
    assert entry.state.path[-1] == Square.parse("c2")
    pick(entry, "g1")
    assert entry.state.error.startswith("Move one Pawn one square and another two")


TWO_PAWNS = "1P1P6/9k/10/10/10/7b2/10/10/10/RKQRN1BBSS w - - 0 31"
TWO_TYPES = "1P8/9k/10/10/10/10/10/10/10/RKQ1NNBBS1 w - - 0 30"


def test_a_delayed_promotion_is_chosen_before_the_move():
    entry = entry_of(TWO_PAWNS, "devingt")
    choices = entry.state.choices
    assert [(c.label, c.text, c.move) for c in choices] == [
        ("b10=N", "Knight", None),
        ("d10=N", "Knight", None),
    ]
    assert entry.choose(choices[1]) is None
    assert entry.state.choices == ()
    assert entry.pieces()[Square.parse("d10")] == "N"
    assert str(pick(entry, "e1", "d3")) == "d10=N,e1d3"


def test_the_choice_is_taken_back_last():
    entry = entry_of(TWO_TYPES, "devingt")
    entry.choose(entry.state.choices[0])
    pick(entry, "e1")
    assert entry.back()
    assert entry.state.prefix
    assert entry.back()
    assert entry.state.choices
    assert not entry.back()


@pytest.mark.parametrize("text", ["b10=R,e1d3", "Nd3"])
def test_a_typed_move_may_leave_out_what_was_chosen(text):
    entry = entry_of(TWO_TYPES, "devingt")
    entry.choose(entry.state.choices[0])
    assert str(entry.type(text.replace("Nd3", "Ned3"))) == "b10=R,e1d3"


# A Pawn that comes home while another waits, and both what may become of them.
COMES_HOME = "1P8/3P5k/10/10/10/10/10/10/10/RKQ1N1BBS1 w - - 0 30"


def test_a_typed_move_asks_what_waiting_pawns_become():
    entry = entry_of(TWO_TYPES, "devingt")
    assert entry.type("Ned3") is None
    assert [(c.label, c.move) for c in entry.state.choices] == [("R", None), ("S", None)]
    assert str(entry.choose(entry.state.choices[1])) == "b10=S,e1d3"


def test_a_typed_move_asks_one_question_after_the_other():
    entry = entry_of(COMES_HOME, "devingt")
    assert entry.type("d9d10") is None
    assert entry.state.question == "A waiting Pawn becomes:"
    assert labels(entry) == ["R", "N", "S"]
    assert entry.choose(entry.state.choices[2]) is None
    assert entry.state.question == "Promote to:"
    assert labels(entry) == ["R", "N"]
    assert str(entry.choose(entry.state.choices[0])) == "b10=S,d9d10=R"


def test_a_question_about_a_typed_move_is_taken_back_to_the_first():
    entry = entry_of(TWO_TYPES, "devingt")
    entry.type("Ned3")
    assert entry.back()
    assert labels(entry) == ["R", "S"]
    assert not entry.back()
