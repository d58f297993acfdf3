"""Node counts are a constant of the version: a search that changed without meaning to shows here.

After a change that was meant, print the new figures with `makachess bench` and with depth 5.
"""

import pytest
from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.bench import run_bench
from makachess.variants import load
from sampling import mostly_slow

BENCH = {
    "chess": [151643, 302884, 213707],
    "decimaka": [105019, 93400, 117088],
    "decimaka-revised": [42111, 40453, 64083],
    "devingt": [98095, 24426, 34224],
    "macadamia": [28977, 61148, 48426],
    "maka": [5767, 3908, 5492],
    "veteran": [80360, 171133, 153959],
}
DEPTH_FIVE = {
    "chess": 1195,
    "decimaka": 2911,
    "decimaka-revised": 3004,
    "devingt": 6232,
    "macadamia": 2996,
    "maka": 3428,
    "veteran": 1114,
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", mostly_slow(BENCH, ("devingt", "macadamia")))
def test_bench_counts_the_same_nodes_as_ever(name: str) -> None:
    assert [row.nodes for row in run_bench([load(name)])] == BENCH[name]


@pytest.mark.parametrize("name", DEPTH_FIVE)
def test_both_kernels_search_the_same_nodes(name: str) -> None:
    position = Position(load(name))
    found = Engine(position.variant, hash_mb=1, model=None).search(position, Limits(depth=5))
    assert found.info is not None
    assert found.info.nodes == DEPTH_FIVE[name]
