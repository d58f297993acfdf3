"""FEN: what is read, what is refused and why, and that writing undoes reading."""

from __future__ import annotations

import naive
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st
from makachess.core import IllegalMoveError, InvalidFenError, Position, Square
from makachess.core.notation.fen import FenState, format_fen, looks_like_fen, mend_fen, parse_fen
from makachess.variants import load, names

KINGS = "4k3/8/8/8/8/8/8/4K3"


def parse(text, name="chess"):
    return parse_fen(load(name), text)


def squares(*texts):
    return tuple(map(Square.parse, texts))


@pytest.mark.parametrize("name", names())
def test_the_array_is_read_and_written(name):
    variant = load(name)
    state = parse_fen(variant, variant.start_fen)
    assert format_fen(variant, state) == variant.start_fen
    assert state.turn == "white"
    assert state.castling == variant.start_fen.split()[2].strip("-")


def test_ids_and_empty_runs_of_two_digits():
    state = parse("4k5/10/3+T+n4O/10/10/10/10/10/10/4K5 b", "decimaka")
    assert state.turn == "black"
    assert state.pieces == {
        Square.parse("e10"): ("K", "black"),
        Square.parse("d8"): ("+T", "white"),
        Square.parse("e8"): ("+N", "black"),
        Square.parse("j8"): ("O", "white"),
        Square.parse("e1"): ("K", "white"),
    }


def test_missing_fields():
    assert parse(KINGS) == FenState(parse(KINGS).pieces, "white", "", (), 0, 1)
    assert parse(f"{KINGS} b").turn == "black"
    assert parse(f"{KINGS} b - - 7").halfmove == 7


TEN, THIRTEEN = f"4k5/{'10/' * 8}4K5", f"12k/{'13/' * 11}K12"


def test_operations_of_epd_are_dropped():
    chess = load("chess")
    said = "'bm Ke2; id \"mate in 2\";' is no part of a FEN: it is dropped"
    for right in ("-", "K"):
        found, note = mend_fen(chess, f'{KINGS} w {right} - bm Ke2; id "mate in 2";')
        assert found == f"{KINGS} w - -"
        assert note.startswith(said)
        assert ("castling right 'K'" in note) == (right == "K")


@pytest.mark.parametrize(
    ("name", "fen", "mended", "note"),
    cases("mended-fens"),
)
def test_rights_that_the_pieces_contradict_are_mended(name, fen, mended, note):
    variant = load(name)
    found, said = mend_fen(variant, fen)
    assert found == mended
    assert note in said
    assert bool(note) == bool(said)
    assert mend_fen(variant, found) == (found, "")
    if note:
        assert Position(variant, found).castling_rights == found.split()[2].strip("-")
        with pytest.raises(InvalidFenError, match="castling right"):
            Position(variant, fen)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "FEN: {}",
            "Position: {}",
            "fen={}",
            'Start FEN = "{}"',
            "“{}”",
            "`{}`",
            "position fen {}",
        ),
        *(
            " Fen : {}\n",
            "FEN:\n{}",
            '[FEN "{}"]',
            '[SetUp "1"]\n[FEN "{}"]\n\n*',
            '[FEN "{}"] [SetUp "1"]',
        ),
    ],
)
def test_a_fen_is_found_behind_its_label(text):
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert looks_like_fen(text.format(fen))
    assert mend_fen(load("chess"), text.format(fen)) == (fen, "")


@pytest.mark.parametrize(
    "text", ['[FEN "{}"]\n\n1. O-O *', '[White "A"]\n[FEN "{}"]', "1. e4 {}", "C:/{}", "https://{}"]
)
def test_a_game_or_an_address_is_no_fen(text):
    assert not looks_like_fen(text.format("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))


def test_a_counter_from_zero_becomes_the_first_move():
    assert parse(f"{KINGS} w - - 0 0").fullmove == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    cases("unreadable-fens"),
)
def test_refused(text, reason):
    with pytest.raises(InvalidFenError) as error:
        parse(text)
    assert str(error.value).startswith(f"FEN {text!r}: {reason}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("side", "ep", "placement"),
    [
        ("b", "e3", "4k3/8/8/8/4P3/8/8/4K3"),
        ("w", "d6", "4k3/8/8/3p4/8/8/8/4K3"),
    ],
)
def test_en_passant_square(side, ep, placement):
    assert parse(f"{placement} {side} - {ep} 0 1").ep == squares(ep)


@pytest.mark.parametrize(
    ("side", "ep", "placement"),
    [
        ("w", "e3", "4k3/8/8/8/4P3/8/8/4K3"),  # the side to move is the one that passed
        ("b", "e3", "4k3/8/8/8/3P4/8/8/4K3"),  # no pawn behind it
        ("b", "e3", "4k3/8/8/8/4N3/8/8/4K3"),  # no pawn
        ("b", "e3", "4k3/8/8/8/4P3/4N3/8/3K4"),  # the square is occupied
        ("b", "e3", "4k3/8/8/8/4P3/8/4N3/3K4"),  # the pawn's home is occupied
        ("b", "e4", "4k3/8/8/4P3/8/8/8/3K4"),  # not where a double step passes
        ("b", "e3e4", "4k3/8/8/4P3/8/8/8/3K4"),  # no triple steps in chess
        ("b", "s19", "4k3/8/8/4P3/8/8/8/3K4"),
    ],
)
def test_en_passant_square_that_no_pawn_passed(side, ep, placement):
    with pytest.raises(InvalidFenError, match="can just have passed"):
        parse(f"{placement} {side} - {ep} 0 1")


def test_a_triple_step_passes_two_squares_in_the_order_passed():
    variant = load("devingt")
    white = "4k5/10/10/10/10/4P5/10/10/10/4K5 b - e3e4 0 1"
    black = "4k5/10/10/10/4p5/10/10/10/10/4K5 w - e8e7 0 2"
    assert parse_fen(variant, white).ep == squares("e3", "e4")
    assert parse_fen(variant, black).ep == squares("e8", "e7")
    for text in (white, black):
        assert format_fen(variant, parse_fen(variant, text)) == text
    for wrong in ("e4e3", "e3", "e4", "e3e4e5"):
        with pytest.raises(InvalidFenError):
            parse_fen(variant, white.replace("e3e4", wrong))
    double = "4k5/10/10/10/10/10/4P5/10/10/4K5 b - e3 0 1"
    assert parse_fen(variant, double).ep == squares("e3")


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="/ 12389KQRBNPkqrbnp+'!wb-eEh0", max_size=80))
def test_any_text_is_read_or_refused(text):
    try:
        state = parse(text)
    except InvalidFenError:
        return
    variant = load("chess")
    assert parse_fen(variant, format_fen(variant, state)) == state


@pytest.mark.parametrize(
    ("name", "fen", "move", "noted", "unlawful"),
    [
        ("chu", "k8r1N/12/12/12/12/12/4n7/12/12/4R7/12/K11 w - - 0 1", "e3e6", "e6", "j12l12"),
        ("chu", "k8r1N/12/12/4n7/12/4O7/12/12/12/4r7/12/K11 w - - 0 1", "e7e9=+O", "e9", "j12l12"),
        ("mighty-lion", "6rk/8/8/1l6/8/8/1R6/6LK w - - 0 1", "b2b5", "b5", "g8g1"),
    ],
)
def test_a_lion_that_a_piece_has_just_taken_is_told(name, fen, move, noted, unlawful):
    position = Position(load(name), fen)
    position.push(position.parse(move))
    assert position.fen().split()[3] == noted
    again = Position(load(name), position.fen())
    assert again.fen() == position.fen()
    assert again.legal_moves() == position.legal_moves()
    assert naive_moves(again) == {str(move) for move in again.legal_moves()}
    with pytest.raises(IllegalMoveError, match="Lion has just been taken"):
        again.parse(unlawful)
    forgotten = Position(load(name), position.fen().replace(f" {noted} ", " - "))
    assert unlawful in map(str, forgotten.legal_moves())
    again.push(again.legal_moves()[0])
    assert again.fen().split()[3] == "-"


def naive_moves(position):
    return set(naive.legal_moves(naive.set_up(position.variant, position.fen())))


@pytest.mark.parametrize(
    "square", ["e7", "a12", "l11", "e99", "z3", "e6e7"], ids=lambda square: square
)
def test_only_another_piece_of_the_side_that_has_moved_can_have_taken_a_lion(square):
    fen = f"k11/11N/12/12/12/12/4R7/12/12/12/12/K11 b - {square} 0 1"
    with pytest.raises(InvalidFenError, match=square):
        Position(load("chu"), fen)
