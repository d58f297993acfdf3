"""Games that go round in circles, beyond the worked examples of the rule sheet."""

import random

import pytest
from makachess.core import IllegalMoveError, Outcome, Position, Square
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.search_board import read_line, searchable_board
from makachess.core.repetition import DRAW, Ruling, judge_closing_moves
from makachess.variants import load

CHASE = "c15d14 c5d5 d14c15 d5c5"


def fen(white, black, turn="w"):
    """The FEN of a Maka position from lists such as "Rc5 Ka1"."""
    board = [[""] * 19 for _ in range(19)]
    for pieces, is_white in ((white, True), (black, False)):
        for piece in pieces.split():
            cut = next(i for i, letter in enumerate(piece) if letter.islower())
            square = Square.parse(piece[cut:])
            board[square.rank][square.file] = piece[:cut] if is_white else piece[:cut].lower()
    rows = ("".join(piece or " " for piece in row) for row in reversed(board))
    return "/".join(_counted(row) for row in rows) + f" {turn} - - 0 1"


def _counted(row):
    for length in range(19, 0, -1):
        row = row.replace(" " * length, str(length))
    return row


def played(start, moves, **options):
    position = Position(load("maka", **options), start)
    for text in moves.split():
        position.push(position.parse(text))
    return position


@pytest.mark.parametrize(
    ("about", "white", "black", "turn", "cycle", "outcome"),
    [
        (
            "an endless attack on one of two royals is no check",
            "Rc5 Ka1",
            "+Ec15 Ks1",
            "b",
            CHASE,
            Outcome("black", "perpetual attack"),
        ),
        (
            "the same attack on the only royal is",
            "Rc5 Ka1",
            "+Ec15",
            "b",
            CHASE,
            Outcome("black", "perpetual check"),
        ),
        (
            "both sides attack with every move",
            "Rc5 Pe13 Pb16 Ka1",
            "Sc15 Ks19",
            "b",
            CHASE,
            Outcome("draw", "repetition"),
        ),
        (
            "the evader attacks now and then",
            "Rc5 Pe13 Ka1",
            "Sc15 Ks19",
            "b",
            CHASE,
            Outcome("black", "perpetual attack"),
        ),
        (
            "an attack that stands all the time is no new one",
            "Ra5 Ka1",
            "Ra15 Ks19",
            "w",
            "a1b1 s19r19 b1a1 r19s19",
            Outcome("draw", "repetition"),
        ),
        (
            "an attack by another piece with every second move only",
            "Rc5 Ka1",
            "Sc15 Pe5 Ks19",
            "b",
            "s19r19 c5d5 r19s19 d5c5",
            Outcome("draw", "repetition"),
        ),
        (
            "two Lions check each other for ever",
            "L!j5 Kj1",
            "L!j17 Kj19",
            "w",
            "j5j6 j17j16 j6j5 j16j17",
            Outcome("draw", "repetition"),
        ),
        (
            "passes of one side",
            "L!j5 Ka1",
            "Ks19",
            "w",
            "j5j5 s19r19 j5j5 r19s19",
            Outcome("draw", "repetition"),
        ),
        (
            "an Emperor attacks the same pieces wherever he stands",
            "+Ka1",
            "Ks19 Gs18 Sj10",
            "w",
            "a1b1 j10k11 b1a1 k11j10",
            Outcome("draw", "repetition"),
        ),
        (
            "and checks a King without protection all the time",
            "+Ka1",
            "Ks19 Ps18",
            "w",
            "a1b1 s19r19 b1a1 r19s19",
            Outcome("black", "perpetual check"),
        ),
    ],
)
def test_ruling(about, white, black, turn, cycle, outcome):
    start = fen(white, black, turn)
    assert played(start, " ".join([cycle] * 2)).outcome() is None
    position = played(start, " ".join([cycle] * 3))
    assert position.outcome() == outcome


def test_judging_leaves_the_position_as_it_was():
    position = played(fen("Rc5 Ka1", "Sc15 Ks19", "b"), " ".join([CHASE] * 3))
    before = position.fen(), position.legal_moves(), position.moves
    assert position.outcome() == position.outcome()
    assert (position.fen(), position.legal_moves(), position.moves) == before
    while position.ply:
        position.pop()
    assert position.fen() == position.start_fen


def test_the_game_may_go_on_in_analysis():
    position = played(fen("Rc5 Ka1", "Sc15 Ks19", "b"), " ".join([CHASE] * 3))
    assert position.legal_moves()
    position.push(position.parse("s19s18"))
    assert position.outcome() is None


def test_a_draw_whoever_is_to_blame():
    position = played(fen("Rc5 Ka1", "Sc15 Ks19", "b"), " ".join([CHASE] * 3), repetition="draw4")
    assert position.outcome() == Outcome("draw", "repetition")


# --- forbidden ----------------------------------------------------------------------------------


def test_a_move_that_recreates_a_position_is_forbidden():
    position = played(fen("Ka1", "Ks19"), "a1b1 s19r19 b1a1", repetition="forbidden")
    assert "r19s19" not in map(str, position.legal_moves())
    assert len(position.legal_moves()) == 4
    with pytest.raises(IllegalMoveError):
        position.parse("r19s19")
    assert position.outcome() is None


def test_with_the_other_side_to_move_it_is_another_position():
    position = played(fen("Ka1 Rh1", "Ks19"), "a1b1 s19r19 b1a1 r19r18", repetition="forbidden")
    assert "a1b1" in map(str, position.legal_moves())


def test_two_passes_in_a_row_are_forbidden():
    start = fen("L!j5 Ka1", "L!j15 Ks19")
    position = played(start, "j5j5", repetition="forbidden")
    assert "j15j15" not in map(str, position.legal_moves())
    assert position.perft(1) == len(position.legal_moves())


REPEATS = "the position would repeat, which these rules forbid"


@pytest.mark.parametrize("text", ["j15j15", "L!j15--", "L!--", "--"])
def test_a_pass_that_repeats_is_refused_for_that(text):
    empty = ["19"] * 9
    start = "/".join(["18k", *["19"] * 3, "9l!9", *empty, "9L!9", *["19"] * 3, "K18"])
    position = played(f"{start} w - - 0 1", "j5j5", repetition="forbidden")
    with pytest.raises(IllegalMoveError) as refused:
        position.parse(text)
    assert str(refused.value) == f"{text!r} is not possible: {REPEATS}"


@pytest.mark.parametrize("seed", range(5))
def test_moves_of_all_kinds_that_repeat_are_refused_for_that(seed):
    rng, met = random.Random(seed), set()
    position = played(fen("Ka1 L!c3 Rb1", "Ks19 W!q17 H!b17"), "", repetition="forbidden")
    for _ in range(60):
        fresh = Position(position.variant, position.fen())
        repeating = position.repeating_moves()
        assert set(repeating) == set(fresh.legal_moves()) - set(position.legal_moves())
        for move in repeating:
            met.add((position.piece_at(move.origin), move.kind))
            for text in (str(move), fresh.san(move)):
                with pytest.raises(IllegalMoveError, match=REPEATS):
                    position.parse(text)
        quiet = [move for move in position.legal_moves() if not move.is_capture]
        near = [move for move in quiet if distance(move) <= 1]
        position.push(rng.choice(near))
    assert len(met) >= 3


def distance(move):
    """King's steps from origin to destination."""
    a, b = move.origin, move.destination
    return max(abs(a.file - b.file), abs(a.rank - b.rank))


def test_elsewhere_no_move_is_forbidden_for_a_repetition():
    position = played(fen("Ka1", "Ks19"), "a1b1 s19r19 b1a1")
    assert position.repeating_moves() == []
    position.push(position.parse("r19s19"))


def test_who_has_only_forbidden_moves_has_lost():
    # The black King on the edge, walled in by his own pieces, can only go to and fro.
    start = fen("Kj10", "Ka1 Pb1 Pb2 Pb3 Ua3")
    moves = "j10j11 a1a2 j11j10"
    assert played(start, moves).outcome() is None
    position = played(start, moves, repetition="forbidden")
    assert position.legal_moves() == []
    assert position.outcome() == Outcome("white", "no legal move")


# --- moves that would bring a position back -------------------------------------------------------


@pytest.mark.parametrize(
    ("white", "black", "turn", "moves", "option", "found"),
    [
        (
            "Rc5 Ka1",
            "Sc15 Ks19",
            "b",
            "c15d14 c5d5 d14c15",
            "draw",
            {"d5c5": (Ruling(0, "perpetual attack"), 2)},
        ),
        (
            "Rc5 Ka1",
            "Sc15 Ks19",
            "b",
            CHASE + " " + CHASE + " c15d14 c5d5 d14c15",
            "draw",
            {"d5c5": (Ruling(0, "perpetual attack"), 4)},
        ),
        (  # the position stood first before a round in which nobody attacked
            "Rc5 Ka1",
            "Sc15 Ks19",
            "b",
            "s19s18 a1a2 s18s19 a2a1 c15d14 c5d5 d14c15",
            "draw",
            {"d5c5": (DRAW, 3)},
        ),
        (
            "L!j5 Ka1",
            "L!k15 Ks19",
            "w",
            "j5j5 k15k15",
            "first-loses",
            {"j5j5": (Ruling(1, "passes"), 2)},
        ),
        (
            "L!j5 Ka1",
            "L!k15 Ks19",
            "w",
            "j5j5",
            "first-loses",
            {"k15k15": (Ruling(0, "passes"), 2)},
        ),
        ("L!j5 Ka1", "L!k15 Ks19", "w", "j5j5", "draw", {"k15k15": (DRAW, 2)}),
    ],
)
def test_moves_that_bring_a_position_back(white, black, turn, moves, option, found):
    position = played(fen(white, black, turn), moves, pass_repetition=option)
    board = searchable_board(position, build_worth(position.variant))
    rulings = judge_closing_moves(board, first_pass_loses=option == "first-loses")
    assert {
        str(read_line(position.variant, board, [word])[0]): it for word, it in rulings.items()
    } == found
    for text, (ruling, times) in found.items():
        position.push(position.parse(text))
        assert (position.judge_repetition(), position.repetitions()) == (ruling, times)
        position.pop()


# --- what the outcome says ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "reason", "text"),
    [
        ("white", "perpetual attack", "Black attacked perpetually: White wins"),
        ("black", "perpetual check", "White gave perpetual check: Black wins"),
        ("black", "passes", "Both sides kept passing, White first: Black wins"),
        ("white", "last royal captured", "Black's last royal was captured: White wins"),
        ("draw", "repetition", "Draw by repetition"),
        ("white", "a reason of another program", "White wins: a reason of another program"),
        ("draw", "a reason of another program", "Draw: a reason of another program"),
    ],
)
def test_explanation(winner, reason, text):
    assert Outcome(winner, reason).explanation == text


# --- who threatens and who protects whom --------------------------------------------------------


def test_threats():
    position = Position(load("maka"), fen("L!j10 Ka1", "Pj11 Pj12 Pj13 Rj19 Ks19"))
    found = {(str(piece), str(enemy)) for piece, enemy in position.threats("white")}
    assert found == {("j10", "j11"), ("j10", "j12")}
    found = {(str(piece), str(enemy)) for piece, enemy in position.threats("black")}
    assert found == {("j11", "j10")}
    assert position.turn == "white"


def test_protectors():
    position = Position(load("maka"), fen("+Kd4", "Rd10 Pd2 Gs18 Ks19"))
    d4 = Square.parse("d4")
    assert [str(s) for s in position.protectors(d4, Square.parse("d2"))] == ["d10"]
    assert [str(s) for s in position.protectors(d4, Square.parse("s19"))] == ["s18"]
    assert position.protectors(d4, Square.parse("d10")) == []
