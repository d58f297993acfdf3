"""Reasons in words, each from a position made for it; the score stands for what a search found."""

import random

import pytest
from cases import cases
from makachess.core import Outcome, Position
from makachess.core.engine import Engine, Limits, Score
from makachess.core.engine.claims import give_reason
from makachess.core.engine.evaluation import piece_values
from makachess.core.engine.exchanges import Exchanges, has_mate_in_one, passed
from makachess.variants import load


def reason(name: str, fen: str | None, sans: str, score: Score, room: int = 70) -> str:
    """The reason of a line given in SAN; the position must be left as it was."""
    position = Position(load(name), fen or None)
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


DECISIONS = cases("decisions")


@pytest.mark.parametrize(("name", "fen", "line", "moves", "text"), DECISIONS)
def test_what_decides(name, fen, line, moves, text):
    assert reason(name, fen, line, mate(int(moves))) == text


MERITS = cases("merits")


@pytest.mark.parametrize(("name", "fen", "line", "text"), MERITS)
def test_what_speaks_for_a_move(name, fen, line, text):
    assert reason(name, fen, line, Score(50)) == text


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


def test_a_hit_and_run_is_answered_where_the_captor_ends():
    # The Lion takes the Pawn and steps away from the Gold that guards it.
    guarded = "6k6/13/13/6g6/6p6/6L!6/13/13/13/13/13/13/6K6 w"
    position = Position(load("macadamia"), guarded)
    assert winnable(position) == {"g9", "g10"}


def test_a_move_that_lets_the_opponent_promote_and_mate_is_no_mate():
    mated = Position(load("devingt"), "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 10")
    assert not has_mate_in_one(mated)
    mated.push(mated.parse("i6xh5"))
    assert mated.outcome() == Outcome("white", "checkmate")
