"""Node counts are a constant of the version: a search that changed without meaning to shows here.

After a change that was meant, print the new figures with `makachess bench` and with depth 5.
"""

import pytest
from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.bench import run_bench
from makachess.variants import load

BENCH = {
    "chess": [209584, 246451, 148876],
    "decimaka": [106465, 150886, 114999],
    "decimaka-revised": [146923, 103186, 28346],
    "devingt": [99364, 21002, 23670],
    "macadamia": [32662, 60983, 35091],
    "maka": [8672, 5040, 6471],
    "veteran": [91287, 139542, 83036],
}
DEPTH_FIVE = {
    "chess": 1027,
    "decimaka": 7385,
    "decimaka-revised": 4661,
    "devingt": 7392,
    "macadamia": 2174,
    "maka": 5030,
    "veteran": 1023,
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", BENCH)
def test_bench_counts_the_same_nodes_as_ever(name: str) -> None:
    assert [row.nodes for row in run_bench([load(name)])] == BENCH[name]


@pytest.mark.parametrize("name", DEPTH_FIVE)
def test_both_kernels_search_the_same_nodes(name: str) -> None:
    position = Position(load(name))
    found = Engine(position.variant, hash_mb=1).search(position, Limits(depth=5))
    assert found.info is not None
    assert found.info.nodes == DEPTH_FIVE[name]
