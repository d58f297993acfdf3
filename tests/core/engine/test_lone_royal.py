"""A royal that is alone is driven to the edge and mated, with few nodes a move."""

import pytest
from makachess.core import COMPILED, Position
from makachess.core.engine import Engine, Limits
from makachess.variants import load

NODES = 1_500  # which do not see a mate from where these begin

pytestmark = pytest.mark.skipif(not COMPILED, reason="uncompiled, these games take a minute")


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "8/8/8/3k4/8/8/8/K6R w - - 0 1"),
        ("chess", "8/8/3k4/8/8/8/8/KQ6 w - - 0 1"),
        ("decimaka", "10/10/10/10/4k5/10/10/10/10/K8R w - - 0 1"),
        ("decimaka", "10/10/10/4k5/10/10/10/10/10/KQ8 w - - 0 1"),
        ("decimaka-revised", "10/10/10/10/4K5/10/10/10/10/k8r b - - 0 1"),
        ("macadamia", "13/13/13/13/13/13/6k6/13/13/13/13/13/KR11 w - - 0 1"),
    ],
)
def test_a_royal_alone_loses(name: str, fen: str) -> None:
    position = Position(load(name), fen)
    engine, winner = Engine(position.variant), position.turn
    while (outcome := position.outcome()) is None:
        found = engine.search(position, Limits(nodes=NODES)).move
        assert found is not None
        position.push(found)
    assert outcome.winner == winner, position.fen()
