"""Devingt Chess beyond the worked examples: delayed promotions, reserves, compound first moves."""

import pytest
from makachess.core import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidFenError,
    MoveKind,
    Outcome,
    Position,
    Square,
)
from makachess.variants import load

DEVINGT = load("devingt")
ABSENT_ONLY = load("devingt", promotion_only_to_absent_type=True)
MATING = "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 10"  # i6xh5 lets b10=R mate
TWO_WAIT = "1P1P6/9k/10/5b4/10/7N2/10/10/10/RKQRN1BBSS b - - 0 10"  # f7xh5 brings them a Knight


def position(fen, *moves, variant=DEVINGT):
    at = Position(variant, fen)
    for text in moves:
        at.push(at.parse(text))
    return at


def written(promotions):
    return ",".join(f"{square}={kind}" for square, kind in promotions)


def prefixes(at):
    return {written(move.prefix) for move in at.legal_moves()}


# --- what the delayed promotion comes to --------------------------------------------------------


def test_three_pawns_wait_for_one_piece():
    at = position("P3P3P1/10/10/5b3k/10/7N2/10/10/10/RKQRN1BBSS b", "f7h5")
    assert prefixes(at) == {"a10=N", "e10=N", "i10=N"}
    texts = {str(move) for move in at.legal_moves()}
    assert len(texts) == len(at.legal_moves()) == at.perft(1)


def test_two_pieces_for_two_pawns_are_named_together_in_file_order():
    at = position("1P2P5/9k/10/10/10/10/10/10/10/1K8 w - - 0 30")
    kinds = "QRBNS"
    pairs = {f"b10={a},e10={b}" for a in kinds for b in kinds} - {"b10=Q,e10=Q"}
    assert prefixes(at) == pairs
    move = at.parse("e10=Q,b10=N,Ka1")  # read in any order
    assert (str(move), at.san(move)) == ("b10=N,e10=Q,b1a1", "b10=N,e10=Q,Ka1")


def test_a_forced_promotion_is_named_beside_a_chosen_one():
    # A Knight on c10 and a Sage on b10 or h10 would check.
    at = position("1PP4P2/4k5/10/10/10/10/10/10/10/RKQRN1BBS1 w - - 0 30")
    assert prefixes(at) == {"b10=N,c10=S", "c10=S,h10=N"}


def test_several_forced_promotions_happen_at_once():
    at = position("1P1P6/9k/10/10/10/10/10/10/10/RKQR2BBSS w - - 0 30")
    assert at.fen() == "1N1N6/9k/10/10/10/10/10/10/10/RKQR2BBSS w - - 0 30"
    assert written(at.settled) == "b10=N,d10=N"
    assert prefixes(at) == {""}


def test_a_piece_that_has_just_come_back_may_move_at_once():
    at = position(TWO_WAIT, "f7h5")
    move = at.parse("b10=N,b10c8")
    assert at.san(move) == "b10=N,Nc8"
    assert at.parse("b10=N,Nc8") == move
    at.push(move)
    assert at.fen() == "3P6/9k/2N7/10/10/7b2/10/10/10/RKQRN1BBSS b - - 1 11"
    assert at.pop() == move
    assert prefixes(at) == {"b10=N", "d10=N"}


def test_a_promotion_may_answer_check():
    # After Rb8xb5+ the Knight comes back although its King is in check.
    at = position("7P2/10/1r8/10/5k4/1N8/10/10/10/RKQRN1BBSS b - - 0 10", "Rxb5")
    assert at.is_check()
    assert written(at.settled) == "h10=N"


def test_what_looks_like_mate_is_none_if_the_new_piece_can_parry():
    at = position("P9/10/7k2/5b4/10/q9/10/10/R1S7/1KB1SNNBQR b - - 0 10")
    assert at.san(at.parse("Qxa2")) == "Qxa2+"
    at.push(at.parse("Qxa2"))
    assert written(at.settled) == "a10=R"
    assert [at.san(move) for move in at.legal_moves()] == ["Rxa2"]


def test_a_choice_that_leaves_no_move_is_none():
    at = position("P2P6/10/7k2/5b4/10/q9/10/10/R1S7/1KB1SNNBQR b - - 0 10", "Qxa2")
    assert [at.san(move) for move in at.legal_moves()] == ["a10=R,Rxa2"]
    assert at.outcome() is None


def test_mate_is_judged_after_every_choice():
    at = position("P2P6/10/p6k2/5b4/10/q9/10/10/R1S7/1KB1SNNBQR b - - 0 10")
    assert at.san(at.parse("Qxa2")) == "Qxa2#"
    at.push(at.parse("Qxa2"))
    assert at.outcome() == Outcome("black", "checkmate")
    assert at.settled == ()


def test_a_postponed_promotion_is_tried_again_until_it_works():
    at = position("1P7k/10/10/5b4/10/7R2/10/10/10/RKQ1NNBBSS b - - 0 10", "f7h5")
    for move in ("Ka2", "Bg4", "Kb1", "Bh5"):
        at.push(at.parse(move))
        assert at.settled == ()
        assert at.piece_at(Square.parse("b10")) == "P"
    at.push(at.parse("Nd3"))
    at.push(at.parse("Kj9"))
    assert written(at.settled) == "b10=R"


def test_a_position_left_by_a_postponed_promotion_is_not_changed_by_loading_it():
    at = position("1P7k/10/10/5b4/10/7R2/10/10/10/RKQ1NNBBSS b - - 0 10", "f7h5")
    assert Position(DEVINGT, at.fen()).fen() == at.fen()


def test_only_the_side_to_move_is_settled_when_a_fen_is_loaded():
    fen = "1P8/9k/10/10/10/10/10/10/10/RKQ1NNBBSS b - - 0 10"
    assert Position(DEVINGT, fen).fen() == fen
    white = Position(DEVINGT, fen.replace(" b ", " w "))
    assert written(white.settled) == "b10=R"


# --- promotions that mate -----------------------------------------------------------------------


def test_a_won_position_has_no_moves_and_says_why():
    at = position(MATING)
    assert at.san(at.parse("ixh5")) == "ixh5"
    at.push(at.parse("ixh5"))
    assert (at.is_won, at.legal_moves(), at.perft(2)) == (True, [], 0)
    assert at.outcome() == Outcome("white", "checkmate")
    assert written(at.settled) == "b10=R"
    assert at.piece_at(Square.parse("b10")) == "P"
    with pytest.raises(IllegalMoveError, match=r"the game is over \(checkmate\)"):
        at.parse("b10=R,Ka2")
    assert Position(DEVINGT, at.fen()).outcome() == at.outcome()
    at.pop()
    assert not at.is_won
    assert at.outcome() is None
    assert at.legal_moves()


def test_no_promotion_mates_for_a_side_in_check():
    # The same, but Black gives check with the capture of another Rook.
    fen = "1P7k/8pp/10/10/1r8/1R8/10/10/10/RKQ1NNBBSS b - - 0 10"
    at = position(fen, "Rxb5")
    assert at.is_check()
    assert not at.is_won
    assert at.settled == ()
    assert at.outcome() is None


def test_a_quiet_promotion_can_prepare_one_that_mates():
    # Only with the Sage on g10, which covers j9, is b10=R mate.
    at = position("6PP1k/8p1/10/10/10/10/10/10/1SN1R1B3/4B1KNQ1 w - - 0 30")
    assert at.is_won
    assert written(at.settled) == "g10=S,h10=R"
    assert at.fen().startswith("6PP1k/")


# --- the reserve --------------------------------------------------------------------------------


def test_a_piece_that_came_back_and_is_captured_is_in_reserve_again():
    at = position("1P7r/4k5/10/5b4/10/7R2/10/10/10/RKQ1NNBBSS b - - 0 10", "Bxh5")
    assert (written(at.settled), at.reserve("white")) == ("b10=R", {})
    at.push(at.parse("Ka2"))
    at.push(at.parse("Rxb10"))
    assert at.reserve("white") == {"R": 1}


def test_the_reserve_counts_each_side_and_never_pawns():
    at = Position(DEVINGT)
    assert at.reserve("white") == at.reserve("black") == {}
    at = position("4k5/10/10/10/10/10/10/10/10/RK1R4B1 w - - 0 30")
    assert at.reserve("white") == {"Q": 1, "B": 1, "N": 2, "S": 2}
    assert at.reserve("black") == {"Q": 1, "R": 2, "B": 2, "N": 2, "S": 2}
    assert Position(load("chess")).reserve("white") == {}


def test_more_pieces_than_the_array_has_leave_none():
    at = position("10/P6k2/10/10/10/10/10/10/10/KQQRRRBBNN w - - 0 30")
    assert at.reserve("white") == {"S": 2}
    assert [str(move) for move in at.legal_moves() if move.promotion] == ["a9a10=S"]


def test_with_absent_types_only_both_arrival_and_delay_are_limited():
    fen = "1P7k/P9/10/10/10/10/10/10/10/1K1R1NBBSS w - - 0 30"
    arrivals = {m.promotion for m in position(fen, variant=ABSENT_ONLY).legal_moves()} - {""}
    assert arrivals == {"Q"}  # which cannot come back on b10, where it would check
    assert position(fen, variant=ABSENT_ONLY).settled == ()
    assert written(position(fen).settled) == "b10=N"


# --- the end of the game ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "dead"),
    [
        ("4k5/10/10/10/10/10/10/10/10/4K5", True),
        ("4k5/10/10/10/10/10/10/10/10/4K1N3", True),
        ("4k5/10/10/10/10/10/10/10/10/4K1B3", True),
        ("4k1s3/10/10/10/10/10/10/10/10/4K5", True),
        ("4k1s3/10/10/10/10/10/10/10/10/4K1N3", False),
        ("4k5/10/10/10/10/10/10/10/10/4KSN3", False),
        ("4k5/10/10/10/10/10/10/10/10/4K1R3", False),
        ("4k5/10/10/10/10/10/10/10/P9/4K5", False),
    ],
)
def test_dead_positions(pieces, dead):
    outcome = Position(DEVINGT, f"{pieces} w - - 0 50").outcome()
    assert outcome == (Outcome("draw", "dead position") if dead else None)


def test_a_waiting_pawn_is_not_dead():
    fen = "1P7k/10/10/10/10/10/10/10/10/RKQRNNBBSS b - - 0 50"
    bare = "1p2k5/10/10/10/10/10/10/10/10/1p2K5 w - - 0 50"  # on b1 a black Pawn waits
    for text in (fen, bare):
        assert Position(DEVINGT, text).outcome() is None


def test_the_move_counter_runs_through_delayed_promotions():
    fen = "1P7k/10/10/10/6b3/10/10/3N6/10/RKQ2NBBSS b - - 98 80"
    at = position(fen, "Kj9")
    assert written(at.settled) == "b10=R"
    assert at.halfmove == 99
    at.push(at.parse("Rb9"))
    assert at.outcome() == Outcome("draw", "move limit")


# --- reading and refusing -----------------------------------------------------------------------


def test_a_choice_must_be_written():
    at = position(TWO_WAIT, "f7h5")
    for text in ("e1d3", "Nd3"):
        with pytest.raises(AmbiguousMoveError, match="write b10=N,Nd3 or d10=N,Nd3"):
            at.parse(text)


@pytest.mark.parametrize("text", ["b10=Q,Nd3", "b10=N,d10=N,Nd3", "c10=N,e1d3"])
def test_a_choice_that_there_is_not(text):
    with pytest.raises(IllegalMoveError, match="the waiting Pawns cannot become that; write b10=N"):
        position(TWO_WAIT, "f7h5").parse(text)


def test_a_choice_and_a_promotion_must_both_be_written():
    at = position("1P8/3P5k/10/10/10/10/10/10/10/RKQ1N1BBS1 w - - 0 30")
    for text in ("d9d10", "d10"):
        with pytest.raises(AmbiguousMoveError, match="write b10=N,d10=R or b10=N,d10=S"):
            at.parse(text)


def test_a_choice_where_nothing_is_to_be_chosen():
    at = position("1P8/9k/10/5b4/10/7R2/10/10/10/RKQ1NNBBSS b - - 0 10", "f7h5")
    with pytest.raises(IllegalMoveError, match="no Pawn has a choice; write Nd3"):
        at.parse("b10=R,Nd3")


def test_squares_passed_by_a_triple_step_are_checked():
    for ep in ("e4e3", "e4", "d3d4", "e8e7"):
        with pytest.raises(InvalidFenError):
            Position(DEVINGT, f"4k5/10/10/10/10/4P5/10/10/10/4K5 b - {ep} 0 9")


# --- compound first moves -----------------------------------------------------------------------


def test_compound_first_moves_are_taken_back_to_the_last_bit():
    at = Position(DEVINGT)
    before = at.fen()
    compounds = [move for move in at.legal_moves() if move.kind is MoveKind.COMPOUND]
    assert {len(move.parts) for move in compounds} == {1, 2}
    for move in compounds:
        at.push(move)
        assert at.fen().split()[1:] == ["b", "KQkq", "-", "0", "1"]
        moved = [square for square in at.pieces() if 1 < square.rank < 5]
        assert sorted(moved) == sorted([move.destination, *(goal for _, goal in move.parts)])
        at.pop()
        assert at.fen() == before


def test_the_parts_of_a_compound_come_in_file_order_and_are_read_in_any():
    at = Position(DEVINGT)
    move = at.parse("e2-e4,b2-b3")
    assert (str(move), at.san(move)) == ("b2b3,e2e4", "b3,e4")
    for text in ("b2b3,e2e4", "e2e4,b2b3", "b3,e4", "e4,b3"):
        assert at.parse(text) == move
    assert str(at.parse("j3,a3,e3")) == "a2a3,e2e3,j2j3"


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        ("w KQkq - 0 2", False),  # not the first move
        ("w - - 0 1", True),  # rights do not matter
        ("b KQkq - 0 1", True),
    ],
)
def test_compounds_belong_to_move_one(fen, found):
    at = Position(DEVINGT, f"{DEVINGT.array} {fen}")
    assert any(move.parts for move in at.legal_moves()) is found


def test_compounds_need_all_of_the_side_s_pieces_at_home_but_not_the_opponent_s():
    moved = DEVINGT.array.replace("PPPPPPPPPP/RNBSKQSBNR", "PPPPPPPPPP/RNBS1QSBNR").replace(
        "10/PPPP", "4K5/PPPP"
    )
    assert not any(m.parts for m in Position(DEVINGT, f"{moved} w - - 0 1").legal_moves())
    alone = "4k5/10/10/10/10/10/10/10/PPPPPPPPPP/RNBSKQSBNR w KQ - 0 1"
    assert Position(DEVINGT, alone).perft(1) == 248


def test_compounds_go_over_free_squares_only():
    # An enemy piece on b3 stops the b Pawn, one on e4 the second step of the e Pawn.
    fen = "4k5/10/10/10/10/10/4r5/1r8/PPPPPPPPPP/RNBSKQSBNR w - - 0 1"
    texts = {str(m) for m in Position(DEVINGT, fen).legal_moves() if m.parts}
    assert not any("b2" in text or "e2e4" in text for text in texts)
    assert len(texts) == 8 * 7 + 8 + 9 * 8 * 7 // 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c2-c3,d2-d3", "one Pawn moves one square and another two, or three Pawns one"),
        ("a2a3,c2c3,e2e3,g2g3", "one Pawn moves one square and another two"),
        ("c2c3,c3c4", "one Pawn cannot move twice; write c4$"),
        ("c2c3,c2c4", "one Pawn cannot move twice; write c4$"),
        ("c4,c3", "one Pawn cannot move twice; write c4$"),
        ("c2c4,c4c6", "one Pawn cannot move twice$"),
        ("c3,a3,c4", "one Pawn cannot move twice; write a3,c4$"),
        ("a3,b3,c3,c4", "one Pawn cannot move twice$"),
    ],
)
def test_compounds_that_there_are_not(text, reason):
    with pytest.raises(IllegalMoveError, match=reason):
        Position(DEVINGT).parse(text)


def test_later_on_and_elsewhere_several_pawns_do_not_move_at_once():
    later = position(DEVINGT.start_fen, "a3,c4", "a8,c7")
    with pytest.raises(IllegalMoveError, match="only on a side's first move"):
        later.parse("d3,e4")
    with pytest.raises(IllegalMoveError, match="only one Pawn moves at a time in this game"):
        Position(load("chess")).parse("d3,e4")
