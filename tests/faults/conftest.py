"""Attempts to break the promises of docs/reliability.md: `make test-faults`.

`--scale=full` takes minutes; `small`, which `.ci/run` uses, seconds.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.playing import new_home

HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--scale", choices=["full", "small"], default="small", help="how much tests/faults tries"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE:
            item.add_marker("faults")
    if config.getoption("--scale", "small") != "full":
        large = [item for item in items if item.get_closest_marker("full")]
        items[:] = [item for item in items if item not in large]
        config.hook.pytest_deselected(items=large)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a `seed` has the marker `cases(full, small)`: how many it is given."""
    if "seed" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("cases")
        assert marker is not None
        full, small = marker.args
        count = full if metafunc.config.getoption("--scale", "small") == "full" else small
        metafunc.parametrize("seed", range(count))


@pytest.fixture(autouse=True)
def no_core_files() -> None:
    """SIGQUIT leaves no core files about."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


@pytest.fixture
def home() -> Iterator[Path]:
    """A data folder for one case."""
    with new_home() as folder:
        yield folder
