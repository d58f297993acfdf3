"""Reasons in words, each from a position made for it; the score stands for what a search found."""

import random

import pytest
from makachess.core import Outcome, Position
from makachess.core.engine import Engine, Limits, Score
from makachess.core.engine.claims import give_reason
from makachess.core.engine.evaluation import piece_values
from makachess.core.engine.exchanges import Exchanges, has_mate_in_one, passed
from makachess.variants import load


def reason(name: str, fen: str | None, sans: str, score: Score, room: int = 70) -> str:
    """The reason of a line given in SAN; the position must be left as it was."""
    position = Position(load(name), fen)
    line = []
    for san in sans.split():
        line.append(position.parse(san))
        position.push(line[-1])
    for _ in line:
        position.pop()
    before = position.fen()
    text = give_reason(position, line, score, room)
    assert position.fen() == before
    return text


def mate(moves: int) -> Score:
    return Score(None, moves)


DECISIONS = [
    ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", 1, "mates"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", 2, "forces mate in 2 moves"),
    ("chess", "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "Kh7", -1, "the only legal move"),
    (
        "macadamia",
        "6k6/13/13/13/6Q6/13/13/13/13/13/13/13/6K6 w",
        "Qxg13",
        1,
        "takes the last royal",
    ),
    (
        "macadamia",
        "6k6/13/13/13/4r8/13/13/13/13/13/13/13/5RK6 w",
        "Rf9 Kf13 Rxf13",
        2,
        "forces the capture of the last royal in 2 moves; expects Kf13 Rxf13",
    ),
    (
        "macadamia",
        "6k6/13/13/13/4r8/13/13/13/13/13/13/13/5RK6 w",
        "Rf9",
        2,
        "forces a win in 2 moves",
    ),
    (
        "macadamia",
        "13/13/13/13/13/13/13/6K6/13/13/2p10/pp11/kp11 w",
        "Kg5 Pc2 Kh4 Pc1 Ki3",
        3,
        "forces a win in 3 moves; expects Pc2 Kh4",
    ),
    (
        "macadamia",
        "6k6/13/13/13/6r6/13/13/13/13/13/13/13/6K6 w",
        "Kf1 Rf9 Kf2 Rxf2",
        -2,
        "holds out longest: the capture of the last royal in 2 moves",
    ),
    (
        "macadamia",
        "6k6/13/13/13/6r6/13/13/13/13/13/13/13/6K6 w",
        "Kf1",
        -2,
        "holds out longest: loses in 2 moves",
    ),
    ("maka", "19/" * 8 + "k8Q9/" + "19/" * 9 + "9K9 w", "Qxa11", 1, "takes the last royal"),
]


@pytest.mark.parametrize(("name", "fen", "line", "moves", "text"), DECISIONS)
def test_what_decides(name, fen, line, moves, text):
    assert reason(name, fen, line, mate(moves)) == text


MERITS = [
    # captures: won, traded, given, and what becomes of the captor
    ("chess", "4k3/8/8/q7/8/2N5/8/4K3 b - - 0 1", "Qxc3", "wins the Knight; gives check"),
    ("chess", "4k3/4p3/3r4/8/5B2/8/8/4K3 w - - 0 1", "Bxd6", "wins the Rook for the Bishop"),
    ("chess", "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1", "Nxd5", "trades the Knight for the Bishop"),
    ("chess", "4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", "gives the Rook for the Pawn"),
    (
        "veteran",
        "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1",
        "Nxd5=M",
        "wins the Pawn; the Knight becomes a Mounted Veteran",
    ),
    (
        "veteran",
        "4k3/8/4v3/8/8/8/4R3/4K3 w - - 0 1",
        "Rxe6=V",
        "takes the Veteran; the Rook must become a Veteran",
    ),
    (
        "decimaka",
        "5k4/10/10/10/4q5/10/10/4R5/10/5K4 w - - 0 1",
        "Rxe6=Q",
        "wins the Queen; contagion makes the Rook a Queen",
    ),
    (
        "macadamia",
        "6k6/13/13/13/5r7/13/13/13/13/13/13/13/5RK6 w",
        "Rxf9=+R",
        "wins the Rook; the Rook becomes a Promoted Gold",
    ),
    (
        "macadamia",
        "6k6/13/13/6g6/6p6/6L!6/13/13/13/13/13/13/6K6 w",
        "L!xg9xg10",
        "wins the Pawn and the Gold; saves the Lion",
    ),
    # a Prince is taken like any other piece while there is a King
    (
        "macadamia",
        "13/6k6/13/4e8/3l!9/3P9/13/13/13/13/13/13/6K6 w",
        "d8xd9",
        "wins the Lion for the Pawn",
    ),
    (
        "macadamia",
        "13/6k6/13/3r9/3p9/3E9/13/13/13/13/13/13/6K6 w",
        "d8xd9=+E",
        "gives the Elephant for the Pawn; the Elephant becomes a Prince",
    ),
    # what a capture makes of a waiting Pawn
    ("devingt", "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS w - - 0 10", "h5h3", ""),
    (
        "devingt",
        "1P7k/8pp/10/10/8p1/7p2/10/7R2/10/RKQ1NNBBSS w - - 0 10",
        "h3xh5",
        "wins the Pawn",
    ),
    (
        "devingt",
        "1P8/9k/10/10/7R1r/6B3/10/10/10/RKQ1NNB1SS b - - 0 20",
        "j6xh6",
        "gives material in the exchange on h6",
    ),
    # pieces that change without a capture
    ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", "the Pawn becomes a Queen; gives check"),
    (
        "devingt",
        "1P2P5/9k/10/10/10/10/10/10/10/1K8 w - - 0 30",
        "b10=N,e10=Q,Ka1",
        "the Pawn becomes a Knight; the Pawn becomes a Queen",
    ),
    # what is won later
    (
        "chess",
        "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1",
        "Nc7 Kd7 Nxa8 Kc6",
        "gives check and wins the Rook on a8; expects Kd7 Nxa8",
    ),
    (
        "chess",
        "r3k3/8/3b4/3N4/8/8/8/4K3 w - - 0 1",
        "Nc7 Bxc7",
        "gives check; expects Bxc7",
    ),
    (
        "chess",
        "r3k3/8/1b6/3N4/8/8/8/4K3 w - - 0 1",
        "Nc7 Kd7 Nxa8 Bd4",
        "wins a Rook; gives check; expects Kd7 Nxa8 Bd4",
    ),
    (
        "chess",
        "r3k3/1b6/8/3N4/8/8/8/4K3 w - - 0 1",
        "Nc7 Kd7 Nxa8 Bxa8",
        "gives check and wins the Rook on a8; saves the Knight",
    ),
    # defence
    ("chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1", "g6", "stops mate"),
    ("chess", "k7/8/8/8/4n3/3P4/8/K7 b - - 0 1", "Nf6", "saves the Knight"),
    ("chess", "4k3/8/2p5/8/1P1n4/8/8/4K2R b - - 0 1", "Ne6", "covers d4 in the centre"),
    ("chess", "4k3/8/8/8/4r3/8/8/1N2K3 w - - 0 1", "Kd2", "parries the check"),
    # threats
    ("chess", "6k1/5ppp/8/8/8/8/1p3PPP/1R4K1 w - - 0 1", "Rd1", "threatens mate"),
    ("chess", "k7/8/8/4p3/8/8/8/K2R4 w - - 0 1", "Rd5", "attacks the Pawn on e5"),
    ("macadamia", "3k9/13/13/13/4r8/13/13/13/13/13/13/13/5RK6 w", "Rd1", "attacks the King on d13"),
    # of several pieces, the two dearest
    (
        "chess",
        "7k/2N5/5q2/8/1r6/4p3/8/7K w - - 0 1",
        "Nd5",
        "forks the Queen on f6 and the Rook on b4",
    ),
    # the Sage that the Pawn becomes could take it at once
    (
        "devingt",
        "2Pb6/nK1B5N/10/1R8/n3Sb1r2/6kS2/10/s7p1/3P4Q1/5p4 b - - 0 20",
        "f1=S,f6b10",
        "the Pawn becomes a Sage",
    ),
    # to promote a Pawn there must be something in reserve
    ("devingt", "10/9k/4P5/10/10/10/10/10/10/RKQRNNBBSS w - - 0 10", "e9", ""),
    (
        "devingt",
        "10/9k/4P5/10/10/10/10/10/10/RKQRNNBBS1 w - - 0 10",
        "e9",
        "brings the Pawn to 1 rank from promotion",
    ),
    # what goes without saying
    ("chess", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castles"),
    ("chess", None, "Nf3 Nf6 Nc3", "develops the Knight; expects Nf6 Nc3"),
    ("chess", None, "g3 e5 Bg2", "makes way for the Bishop to go to g2; expects e5 Bg2"),
    ("chess", None, "g3 e5 Nf3", "expects e5 Nf3"),
    ("devingt", None, "b3,e4", "gives the Queen on f1 5 more squares to go to"),
    ("maka", None, "Pm7", "opens the diagonal for the Bishop on n5"),
]


@pytest.mark.parametrize(("name", "fen", "line", "text"), MERITS)
def test_what_speaks_for_a_move(name, fen, line, text):
    assert reason(name, fen, line, Score(50)) == text


def test_no_pawn_nears_a_promotion_to_types_that_are_on_the_board():
    game = load("devingt", promotion_only_to_absent_type=True)
    for back_rank, near in (("RKQRNNBBS1", False), ("RKQRNNBB2", True)):
        position = Position(game, f"10/9k/4P5/10/10/10/10/10/10/{back_rank} w - - 0 10")
        text = give_reason(position, [position.parse("e9")], Score(50))
        assert (text == "brings the Pawn to 1 rank from promotion") == near


def test_what_does_not_fit_is_left_out():
    fen = "4k3/8/8/q7/8/2N5/8/4K3 b - - 0 1"
    assert reason("chess", fen, "Qxc3", Score(50), room=28) == "wins the Knight; gives check"
    assert reason("chess", fen, "Qxc3", Score(50), room=27) == "wins the Knight"
    assert reason("chess", fen, "Qxc3", Score(50), room=0) == "wins the Knight"


@pytest.mark.parametrize("name", ["veteran", "decimaka-revised", "devingt", "macadamia"])
def test_there_is_a_reason_in_every_position_of_a_game(name):
    position = Position(load(name))
    engine, dice = Engine(position.variant, hash_mb=1, model=None), random.Random(3)
    for _ in range(12):
        found = engine.search(position, Limits(nodes=50))
        assert found.info is not None
        before = position.fen()
        assert give_reason(position, found.info.pv, found.info.score)
        assert position.fen() == before
        position.push(dice.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("bishop", "text"),
    [(300, "trades the Knight for the Bishop"), (600, "wins the Bishop for the Knight")],
)
def test_pieces_count_what_they_are_said_to(bishop, text):
    position = Position(load("chess"), "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1")
    values = {"P": 100, "N": 300, "B": bishop, "K": 0}
    reason = give_reason(position, [position.parse("Nxd5")], Score(0), values=values)
    assert reason.startswith(text)


# --- exchanges ------------------------------------------------------------------------------------


def exchanges(position: Position) -> Exchanges:
    return Exchanges(position, piece_values(position.variant))


def winnable(position: Position) -> set[str]:
    return set(map(str, exchanges(position).winnable()))


def test_a_piece_can_be_won_if_it_is_worth_more_than_its_captor_or_has_no_cover():
    position = Position(load("chess"), "4k3/8/1p3p2/2n3R1/1P6/8/8/4K3 b - - 0 1")
    assert winnable(position) == {"g5"}
    assert winnable(passed(position)) == {"c5"}


def test_what_becomes_of_a_captor_counts():
    # The Rook would have to become a Veteran, and lose more than it wins.
    position = Position(load("veteran"), "4k3/8/4v3/8/8/8/4R3/4K3 w - - 0 1")
    assert winnable(position) == set()


@pytest.mark.parametrize(
    ("name", "fen", "won"),
    [
        ("devingt", "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 10", set()),  # it is mate
        ("devingt", "1P7k/8p1/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 10", {"h5"}),
        # The Rook goes, and b10 or d10 becomes another one.
        ("devingt", "1P1P6/9k/10/10/4R5/3P6/3n6/10/10/RKQ1NNBBSS b - - 0 10", set()),
        ("devingt", "10/9k/10/10/4R5/3P6/3n6/10/10/RKQ1NNBBSS b - - 0 10", {"e6"}),
        ("macadamia", "13/6k6/13/3r9/3p9/3E9/13/13/13/13/13/13/6K6 w", set()),
    ],
)
def test_what_becomes_of_others_counts(name, fen, won):
    assert winnable(Position(load(name), fen)) == won


def test_what_is_still_to_be_chosen_can_take():
    fen = "10/1k8/10/10/10/10/10/10/8Q1/K4p4 b - - 0 20"
    assert winnable(Position(load("devingt"), fen)) == {"i2"}


@pytest.mark.parametrize(
    ("pieces", "won"), [("8/2p5/3N4/8/8/8/3R4/3RK3", True), ("8/3q4/3P4/8/8/8/3R4/3RK3", False)]
)
def test_retaking_goes_on_while_it_pays(pieces, won):
    fen = pieces.replace("8/", "4k3/", 1) + " b - - 0 1"
    assert (winnable(Position(load("chess"), fen)) == {"d6"}) == won


def test_a_hit_and_run_is_answered_where_the_captor_ends():
    # The Lion takes the Pawn and steps away from the Gold that guards it.
    guarded = "6k6/13/13/6g6/6p6/6L!6/13/13/13/13/13/13/6K6 w"
    position = Position(load("macadamia"), guarded)
    assert winnable(position) == {"g9", "g10"}


def test_mate_in_one_for_the_side_that_would_be_to_move():
    position = Position(load("chess"), "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1")
    other = passed(position)
    assert other is not None
    assert has_mate_in_one(other)
    assert not has_mate_in_one(position)


def test_a_move_that_lets_the_opponent_promote_and_mate_is_no_mate():
    mated = Position(load("devingt"), "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 10")
    assert not has_mate_in_one(mated)
    mated.push(mated.parse("i6xh5"))
    assert mated.outcome() == Outcome("white", "checkmate")


def test_who_is_in_check_cannot_pass():
    assert passed(Position(load("chess"), "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1")) is None
