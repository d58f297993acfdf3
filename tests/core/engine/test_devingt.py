"""The opponent in Devingt Chess: it allows for delayed promotions, its own and the other side's."""

import pytest
from makachess.core import Position
from makachess.core.engine import Engine, Limits, Score
from makachess.variants import load

DEVINGT = load("devingt")


def search(fen: str, depth: int) -> tuple[Position, Score, list[str]]:
    position = Position(DEVINGT, fen)
    found = Engine(DEVINGT, hash_mb=1).search(position, Limits(depth=depth))
    assert found.info is not None
    end = position.copy()
    for move in found.info.pv:
        end.push(move)
    return end, found.info.score, [str(move) for move in found.info.pv]


FORCED_TO_LET_MATE = [
    # The Queen checks and must be taken; a waiting Pawn then comes back as one, and mates.
    ("2PP4k1/10/5prSBP/Rpp1P2b2/P2S4s1/B4snQ2/10/1Nr1N3bn/2R5q1/1p3Kp3 b - - 0 20", "i2f2"),
    ("2P1S5/2k2n2Br/3N2P1pP/2P2s4/7B2/3r4sp/7b2/3N1qp1b1/4S5/Qp5nK1 w - - 0 23", "a1a9"),
]


@pytest.mark.parametrize(("fen", "move"), FORCED_TO_LET_MATE)
def test_a_capture_is_forced_upon_the_opponent_that_lets_a_pawn_mate(fen: str, move: str) -> None:
    end, score, line = search(fen, depth=3)
    assert score.mate == 1
    assert line[0] == move
    assert end.is_won


def test_being_mated_by_a_delayed_promotion_is_a_mate_in_one() -> None:
    # The Rook that is taken comes back on b10, with mate.
    position = Position(DEVINGT, "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 10")
    best = Engine(DEVINGT, hash_mb=1).search(position, Limits(depth=3))
    assert str(best.move) != "i6h5"
    lines = Engine(DEVINGT, hash_mb=1).search(position, Limits(depth=1, multipv=20)).lines
    assert {str(info.pv[0]): info.score.mate for info in lines}["i6h5"] == -1


def test_a_choice_is_part_of_the_move_it_looks_for() -> None:
    fen = "P1N1k2P2/2b1Sss3/P6RP1/2p2q2nn/p7r1/1N1QR4r/8B1/1B6b1/8K1/8p1 w"
    end, score, line = search(fen, depth=3)
    assert score.mate == 1
    assert line[0].startswith("a10=S,")
    assert end.is_won
