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
    "chess": [120465, 68060, 138944],
    "decimaka": [31479, 37168, 89116],
    "decimaka-revised": [34923, 41089, 67127],
    "devingt": [58477, 25403, 43376],
    "macadamia": [7662, 37626, 13730],
    "maka": [4970, 3849, 3977],
    "veteran": [37238, 104444, 178245],
}
DEPTH_FIVE = {
    "chess": 1121,
    "decimaka": 2480,
    "decimaka-revised": 2349,
    "devingt": 6060,
    "macadamia": 2469,
    "maka": 2864,
    "veteran": 901,
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
