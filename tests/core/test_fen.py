"""FEN: what is read, what is refused and why, and that writing undoes reading."""

from __future__ import annotations

import random

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from makachess.core import IllegalMoveError, InvalidFenError, Position, Square
from makachess.core.notation.fen import FenState, format_fen, mend_fen, parse_fen
from makachess.variants import load, load_file, names
from stubs import devingt_like, plies, shogi_like

CHESS = load("chess").start_fen
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


def test_dressed_ids():
    variant = shogi_like()
    text = "2+l!k3/+E'6/7/7/7/6e'/3K3 w - - 3 9"
    state = parse_fen(variant, text)
    assert state.pieces[Square.parse("c7")] == ("+L!", "black")
    assert state.pieces[Square.parse("a6")] == ("+E'", "white")
    assert state.pieces[Square.parse("g2")] == ("E'", "black")
    assert format_fen(variant, state) == text


def test_missing_fields():
    assert parse(KINGS) == FenState(parse(KINGS).pieces, "white", "", (), 0, 1)
    assert parse(f"{KINGS} b").turn == "black"
    assert parse(f"{KINGS} b - - 7").halfmove == 7


def test_castling_rights_are_written_in_order():
    text = "r3k2r/8/8/8/8/8/8/R3K2R w qkQ - 0 1"
    assert format_fen(load("chess"), parse(text)).split()[2] == "Qkq"


ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w"
TEN, THIRTEEN = f"4k5/{'10/' * 8}4K5", f"12k/{'13/' * 11}K12"
NO_ROOKS = "castling right 'K' without white R on h1: it is dropped"


@pytest.mark.parametrize(
    ("name", "fen", "mended", "note"),
    [
        ("chess", f"{ROOKS} KQkq - 0 1", f"{ROOKS} KQkq - 0 1", ""),
        ("chess", f"{ROOKS}  qkQK -  0 1", f"{ROOKS} KQkq - 0 1", ""),
        ("chess", f"{ROOKS} KKQq", f"{ROOKS} KQq", ""),
        ("chess", f"{ROOKS} HAha - 3 9", f"{ROOKS} KQkq - 3 9", ""),
        ("chess", f"{ROOKS} Kah", f"{ROOKS} Kkq", ""),
        ("chess", f"{KINGS} w K - 0 1", f"{KINGS} w - - 0 1", NO_ROOKS),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w KQ", "4k3/8/8/8/8/8/8/R3K3 w Q", NO_ROOKS),
        ("veteran", f"{KINGS} w K - 0 1", f"{KINGS} w - - 0 1", NO_ROOKS),
        (
            "chess",
            "4k2r/8/8/8/8/8/8/3K3R w KQk - 0 1",
            "4k2r/8/8/8/8/8/8/3K3R w k - 0 1",
            "white K",
        ),
        ("decimaka", f"{TEN} w KQkq - 0 1", f"{TEN} w - - 0 1", "right 'q'"),
        ("macadamia", f"{THIRTEEN} w KQkq", f"{THIRTEEN} w -", "has no castling: it is dropped"),
        # What else is wrong is left for the reader to refuse.
        ("chess", f"{KINGS} w KX - 0 1", f"{KINGS} w KX - 0 1", ""),
        ("chess", "4k3/9/8 w KQ", "4k3/9/8 w KQ", ""),
        ("chess", f"{KINGS}", f"{KINGS}", ""),
        ("chess", "", "", ""),
        ("chess", f"{KINGS} w - e3 0 1", f"{KINGS} w - e3 0 1", ""),
    ],
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


def test_a_counter_from_zero_becomes_the_first_move():
    assert parse(f"{KINGS} w - - 0 0").fullmove == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("   ", "it is empty"),
        (CHESS + " 3", "7 fields, but a FEN has at most 6"),
        ("8/8/8", "3 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/8/4K3", "9 ranks instead of 8"),
        ("4k3/8/8/7/8/8/8/4K3", "rank 5 '7' has 7 files instead of 8"),
        ("4k3/8/8/9/8/8/8/4K3", "rank 5 '9' has 9 files instead of 8"),
        ("4k4/8/8/8/8/8/8/4K3", "rank 8 '4k4' has 9 files instead of 8"),
        ("4k3/8/8/08/8/8/8/4K3", "'08' in rank 5 '08' is not a number of empty squares"),
        ("4k3/8/8/800/8/8/8/4K3", "'800' in rank 5 '800' is not a number of empty squares"),
        ("4k3/8/8/3x4/8/8/8/4K3", "'x' in rank 5 '3x4' is not a piece of chess"),
        ("4k3/8/8/3+q4/8/8/8/4K3", "'+q' in rank 5 '3+q4' is not a piece of chess"),
        ("4k3/8/8/3q'4/8/8/8/4K3", '"q\'" in rank 5 "3q\'4" is not a piece of chess'),
        ("4k3/8/8/3♛4/8/8/8/4K3", "'♛' in rank 5 '3♛4' is not a piece of chess"),
        (f"{KINGS} white", "'white' is not a side to move (w or b)"),
        (f"{KINGS} W", "'W' is not a side to move (w or b)"),
        (f"{KINGS} w -- - 0 1", "'--' is not a set of castling rights"),
        (f"{KINGS} w KK - 0 1", "'KK' is not a set of castling rights"),
        (f"{KINGS} w AH - 0 1", "'AH' is not a set of castling rights"),
        (f"{KINGS} w K - 0 1", "castling right 'K' without white R on h1"),
        ("r6k/8/8/8/8/8/8/4K3 w q - 0 1", "castling right 'q' without black K on e8"),
        (f"{KINGS} w - e 0 1", "'e' is not a list of e.p. squares"),
        (f"{KINGS} w - e0 0 1", "'e0' is not a list of e.p. squares"),
        (f"{KINGS} w - e6 0 1", "no black pawn can just have passed the e.p. squares 'e6'"),
        (f"{KINGS} w - - x 1", "'x' is not a counter"),
        (f"{KINGS} w - - -1 1", "'-1' is not a counter"),
        (f"{KINGS} w - - 1.5 1", "'1.5' is not a counter"),
        (f"{KINGS} w - - 0 1234567890", "'1234567890' is not a counter"),
        (f"{KINGS} w - - 0 ٣", "'٣' is not a counter"),
        ("8/8/8/8/8/8/8/8", "neither side has a royal"),
        ("4k3/8/8/8/8/8/8/8", "white has 0 kings instead of one"),
        ("4k3/8/8/8/8/8/8/K3K3", "white has 2 kings instead of one"),
        ("4k2k/8/8/8/8/8/8/4K3", "black has 2 kings instead of one"),
    ],
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


def test_en_passant_in_decimaka_is_on_other_ranks():
    assert parse("4k5/10/10/10/10/4P5/10/10/10/5K4 b - e4 0 1", "decimaka").ep == squares("e4")
    with pytest.raises(InvalidFenError):
        parse("4k5/10/10/10/10/10/4P5/10/10/5K4 b - e3 0 1", "decimaka")


def test_a_triple_step_passes_two_squares_in_the_order_passed():
    variant = devingt_like()
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


def test_without_castling_and_en_passant():
    variant = shogi_like()
    array = variant.start_fen.split()[0]
    with pytest.raises(InvalidFenError, match="maka has no castling"):
        parse_fen(variant, f"{array} w K - 0 1")
    with pytest.raises(InvalidFenError, match="can just have passed"):
        parse_fen(variant, f"{array} w - e3 0 1")


def test_where_the_last_royal_decides_one_side_may_have_none_or_several():
    variant = shogi_like()
    for placement in ("3k3/7/7/7/7/7/7", "3k3/7/7/7/7/7/K5K"):
        assert parse_fen(variant, placement).turn == "white"
    with pytest.raises(InvalidFenError, match="neither side has a royal"):
        parse_fen(variant, "3l3/7/7/7/7/7/7")


def test_the_side_not_to_move_must_not_be_in_check():
    fen = "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"
    with pytest.raises(InvalidFenError, match="check"):
        Position(load("chess"), fen)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(3))
def test_random_games_come_back_from_their_fen(name, seed):
    variant, choose = load(name), random.Random(seed).choice
    position = Position(variant)
    for _ in range(plies(variant)):
        if not position.legal_moves():
            break
        position.push(choose(position.legal_moves()))
        fen = position.fen()
        assert format_fen(variant, parse_fen(variant, fen)) == fen
        assert Position(variant, fen).fen() == fen


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="/ 12389KQRBNPkqrbnp+'!wb-eEh0", max_size=80))
def test_any_text_is_read_or_refused(text):
    try:
        state = parse(text)
    except InvalidFenError:
        return
    variant = load("chess")
    assert parse_fen(variant, format_fen(variant, state)) == state


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_any_state_comes_back(data):
    variant = load("decimaka")
    at = st.builds(Square, st.integers(0, 9), st.integers(0, 9))
    piece = st.tuples(
        st.sampled_from([k for k in variant.pieces if k != "K"]), st.sampled_from("wb")
    )
    pieces = data.draw(st.dictionaries(at, piece, max_size=60))
    placed = {s: (kind, "white" if c == "w" else "black") for s, (kind, c) in pieces.items()}
    placed |= {Square(0, 0): ("K", "white"), Square(9, 9): ("K", "black")}
    counters = st.integers(0, 999_999_999)
    turn = data.draw(st.sampled_from(["white", "black"]))
    state = FenState(placed, turn, "", (), data.draw(counters), 1 + data.draw(st.integers(0, 9999)))
    assert parse_fen(variant, format_fen(variant, state)) == state


def test_any_piece_that_passes_a_square_can_be_taken_there(tmp_path):
    """Where pawns take in passing, a game of one's own may let others stride past them, too."""
    path = tmp_path / "own.toml"
    betza = 'extends = "chess"\n[pieces.B]\nbetza = "BifmW2"\n[pieces.P]\nbetza = "fmWfceF"\n'
    start = 'start = "4k3/8/8/8/1p6/8/8/2B1K3 w - - 0 1"\n'
    path.write_text(betza.replace("[", start + "[", 1), encoding="utf-8")
    variant = load_file(path)
    position = Position(variant)
    position.push(position.parse("c1c3"))
    assert position.fen() == "4k3/8/8/8/1p6/2B5/8/4K3 b - c2 1 1"
    assert Position(variant, position.fen()).fen() == position.fen()


# --- a Lion just taken --------------------------------------------------------------------------


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


def test_a_lion_that_has_taken_a_lion_is_not_told():
    position = Position(load("chu"), "k11/12/12/12/12/4n7/4N7/12/12/12/12/K11 w - - 0 1")
    position.push(position.parse("e6e7"))
    assert position.fen().split()[3] == "-"


@pytest.mark.parametrize(
    "square", ["e7", "a12", "l11", "e99", "z3", "e6e7"], ids=lambda square: square
)
def test_only_another_piece_of_the_side_that_has_moved_can_have_taken_a_lion(square):
    fen = f"k11/11N/12/12/12/12/4R7/12/12/12/12/K11 b - {square} 0 1"
    with pytest.raises(InvalidFenError, match=square):
        Position(load("chu"), fen)


def test_where_lions_are_traded_nothing_is_told():
    position = Position(load("dai-shogi"), "k14/15/15/15/15/15/15/15/4l!10/15/15/4R10/15/15/K14 w")
    position.push(position.parse("e4e7"))
    assert position.fen().split()[3] == "-"
    with pytest.raises(InvalidFenError, match="just have passed"):
        Position(position.variant, position.fen().replace(" - - ", " - e7 "))
