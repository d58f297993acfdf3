"""Attempts to break the promises of docs/reliability.md: `make test-faults`, which prints a table.

`--scale=full` takes minutes; `small`, which `.ci/run` uses, seconds.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from faults.promises import Row, generate_table, merge, untested

HERE = Path(__file__).parent
RowMaker = Callable[..., AbstractContextManager[Row]]


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
    """A test that takes `seeds` runs in batches, each with some seeds, in processes of their own.

    Its marker `cases(full, small, batch)` says how many seeds there are.
    """
    if "seeds" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("cases")
        assert marker is not None
        full, small, batch = marker.args
        count = full if metafunc.config.getoption("--scale", "small") == "full" else small
        batches = [range(n, min(n + batch, count)) for n in range(0, count, batch)]
        metafunc.parametrize("seeds", batches, ids=[f"{b[0]}-{b[-1]}" for b in batches])


@pytest.fixture(autouse=True)
def no_core_files() -> None:
    """SIGQUIT leaves no core files about."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


@pytest.fixture
def row(request: pytest.FixtureRequest) -> RowMaker:
    """Makes a row of the table; the test fails if one of its cases does, after all were tried."""

    @contextmanager
    def make(promise: int, what: str, limit: float = 0.0) -> Iterator[Row]:
        made = Row(promise, what, limit)
        try:
            yield made
        except BaseException as error:
            made.failures.append(repr(error))
            raise
        finally:
            request.node.user_properties.append(("row", made.pack()))
        if made.failures:
            pytest.fail(f"{len(made.failures)} of {made.count}:\n" + "\n".join(made.failures[:3]))

    return make


def _rows(config: pytest.Config) -> list[Row]:
    """The rows of all tests that have run, in whatever process."""
    stats = config.pluginmanager.get_plugin("terminalreporter").stats
    reports = [r for kind in ("passed", "failed") for r in stats.get(kind, ())]
    return merge(
        value
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, value in report.user_properties
        if name == "row"
    )


def _tries_all(config: pytest.Config) -> bool:
    """Whether all tests here were asked for, and no others."""
    asked = [Path(config.invocation_params.dir, name).resolve() for name in config.args]
    return asked == [HERE] and not config.option.keyword


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if hasattr(config, "workerinput") or not _tries_all(config) or config.option.collectonly:
        return
    if untested(_rows(config)) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    rows = _rows(config)
    for report in terminalreporter.stats.get("skipped", ()):
        if report.nodeid.startswith("tests/faults/") and isinstance(report.longrepr, tuple):
            terminalreporter.write_line(report.longrepr[2], yellow=True)
    if not rows:
        return
    terminalreporter.section(f"promises, scale {config.getoption('--scale', 'small')}")
    for line in generate_table(rows):
        terminalreporter.write_line(line)
    if _tries_all(config) and untested(rows):
        terminalreporter.write_line(f"not tested: {untested(rows)}", red=True)
