"""What a hint says: the move, and why it is good as the engine counts the men."""

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove, Info, Score
from makachess.play.analysis import hints
from makachess.variants import load


@pytest.mark.parametrize(
    ("bishop", "reason"),
    [(300, "trades the Knight for the Bishop"), (600, "wins the Bishop for the Knight")],
)
def test_a_hint_counts_men_as_the_engine_does(bishop, reason, monkeypatch):
    counted = {"P": 100, "N": 300, "B": bishop, "K": 0}
    monkeypatch.setattr(hints, "engine_values", lambda variant: counted)
    position = Position(load("chess"), "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1")
    move = position.parse("Nxd5")
    best = BestMove(move, (Info(1, Score(0), 1, 0.0, (move,)),))
    assert hints.hint_text(position, best, 78).startswith(f"Hint: Nxd5 - {reason}")
