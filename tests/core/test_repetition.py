"""Games that go round in circles, beyond the worked examples of the rule sheet."""

import random

import pytest
from cases import cases
from makachess.core import IllegalMoveError, Outcome, Position, Square
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.search_board import read_line, searchable_board
from makachess.core.repetition import DRAW, Ruling, judge_closing_moves
from makachess.variants import load


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
    ("about", "white", "black", "turn", "cycle", "winner", "reason"),
    cases("rulings"),
)
def test_ruling(about, white, black, turn, cycle, winner, reason):
    start = fen(white, black, turn)
    assert played(start, " ".join([cycle] * 2)).outcome() is None
    position = played(start, " ".join([cycle] * 3))
    assert position.outcome() == Outcome(winner, reason)


def test_a_move_that_recreates_a_position_is_forbidden():
    position = played(fen("Ka1", "Ks19"), "a1b1 s19r19 b1a1", repetition="forbidden")
    assert "r19s19" not in map(str, position.legal_moves())
    assert len(position.legal_moves()) == 4
    with pytest.raises(IllegalMoveError):
        position.parse("r19s19")
    assert position.outcome() is None


REPEATS = "the position would repeat, which these rules forbid"


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


def test_who_has_only_forbidden_moves_has_lost():
    # The black King on the edge, walled in by his own pieces, can only go to and fro.
    start = fen("Kj10", "Ka1 Pb1 Pb2 Pb3 Ua3")
    moves = "j10j11 a1a2 j11j10"
    assert played(start, moves).outcome() is None
    position = played(start, moves, repetition="forbidden")
    assert position.legal_moves() == []
    assert position.outcome() == Outcome("white", "no legal move")


@pytest.mark.parametrize(
    ("white", "black", "turn", "moves", "option", "move", "loser", "reason", "times"),
    cases("closing-moves"),
)
def test_a_move_that_brings_a_position_back(
    white, black, turn, moves, option, move, loser, reason, times
):
    position = played(fen(white, black, turn), moves, pass_repetition=option)
    board = searchable_board(position, build_worth(position.variant))
    rulings = judge_closing_moves(board, first_pass_loses=option == "first-loses")
    ruling = Ruling(int(loser), reason) if loser else DRAW
    assert {
        str(read_line(position.variant, board, [word])[0]): it for word, it in rulings.items()
    } == {move: (ruling, int(times))}
    position.push(position.parse(move))
    assert (position.judge_repetition(), position.repetitions()) == (ruling, int(times))


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
