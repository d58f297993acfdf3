"""The one way by which moves are entered: squares, text, choices, steps back."""

from __future__ import annotations

import random

import pytest
from entries import LION, entry_of, labels, pick
from makachess.core import Move, Position, Square
from makachess.core.spec import Rule
from makachess.play.entry import MoveEntry, Path, Target, move_paths
from makachess.variants import load, names

VETERAN = "r3k2r/pp1m1ppp/2n1pn2/1lbp4/3PV3/2N1LN2/PPP2PPP/R3K2R w KQkq - 0 10"


@pytest.mark.parametrize("name", [*names(), "mighty-lion"])
def test_every_move_can_be_entered_by_its_squares_and_typed(name):
    dice, position = random.Random(name), Position(load(name))
    for ply in range(60):
        legal = position.legal_moves()
        if not legal:
            break
        for move in dice.sample(legal, min(len(legal), 4) * (ply % 3 == 0)):
            assert by_squares(position, move, dice.choice(move_paths(move))) == move
            for text in (str(move), position.san(move)):
                entry = MoveEntry(position)
                assert move in (entry.type(text), *(c.move for c in entry.state.choices)), text
        position.push(dice.choice(legal))


def by_squares(position: Position, move: Move, path: Path) -> Move | None:
    """What comes of a move's delayed promotion, its squares, and what its piece becomes."""
    entry, made = MoveEntry(position), None
    if move.prefix:
        [chosen] = [choice for choice in entry.state.choices if choice.prefix == move.prefix]
        entry.choose(chosen)
    for square in path:
        made = entry.pick(square)
    if made is None and not entry.state.choices:
        made = entry.pick(path[-1])  # it may end there
    choices = {choice.move: choice for choice in entry.state.choices}
    return entry.choose(choices[move]) if made is None else made


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


@pytest.mark.parametrize("text", ["c3d5", "Nxd5"])
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
        *(("c3d5=M", "c3d5=M"), ("Nxd5M", "c3d5=M"), ("c3d5=N", "c3d5"), ("Nxd5=", "c3d5")),
        *(("c3b5", "c3b5=Q"), ("Nxb5", "c3b5=Q"), ("e4d5", "e4d5"), ("Vxd5", "e4d5")),
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


B_FILE = "4k3/8/8/3p4/2P1p3/1PB5/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("game", "fen", "text", "move"),
    [
        *(("chess", None, text, "g1f3") for text in ("nf3", "ng1f3", "n1f3")),
        *(("chess", None, text, "g1f3") for text in ("g1 f3", " Ng1 - f3")),
        ("chess", B_FILE, "bd4", "c3d4"),
        ("chess", "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", "bxc3", "b2c3"),
        ("chess", "4k3/8/8/8/1P6/2p5/1B6/4K3 w - - 0 1", "bxc3", "b2c3"),
        ("veteran", VETERAN, "nxd5=m", "c3d5=M"),
        ("veteran", VETERAN, "vxd5", "e4d5"),
        ("maka", LION, "l!xj10+", "j9j10=+L!"),
        ("devingt", "1P8/9k/10/10/10/10/10/10/10/RKQ1N1BBS1 w - - 0 30", "b10=N,nd3", "b10=N,e1d3"),
    ],
)
def test_a_typed_move_may_have_blanks_and_its_piece_in_lower_case(game, fen, text, move):
    assert str(entry_of(fen, game).type(text)) == move


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("nf4", "'Nf4' is not possible"),
        ("b1a2", "'b1a2' is not possible"),  # and not the Bishop on the first rank
        ("bxd4", "'bxd4' is not possible"),
        ("non sense", "'non sense' is not a move"),
        ("zf3", "'zf3' is not a move of Chess: there is no piece 'Z'"),
    ],
)
def test_a_lower_case_letter_is_a_piece_only_where_it_is_nothing_else(text, refusal):
    entry = entry_of("4k3/8/8/8/8/8/8/BN2K3 w - - 0 1", "chess")
    assert entry.type(text) is None
    assert entry.state.error.startswith(refusal)


@pytest.mark.parametrize("text", ["--", "Z0", "0000", "@@@@", "null", "pass"])
def test_a_null_move_is_not_entered(text):
    entry = entry_of()
    assert entry.type(text) is None
    assert "is a null move" in entry.state.error


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
