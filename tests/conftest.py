"""What all tests share: which kernel is under test is said first, and what it is too slow for."""

import os
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest
from makachess import core

# As in a terminal that speaks UTF-8, whatever the locale here.
os.environ["PYTHONUTF8"] = "1"

# How long an example takes decides nothing: the machine may be busy.
hypothesis.settings.register_profile("makachess", deadline=None)
hypothesis.settings.load_profile("makachess")

DESELECTED = pytest.StashKey[int]()


def pytest_report_header() -> str:
    kind = "compiled" if core.COMPILED else "uncompiled"
    return f"makachess: {kind} kernel, {Path(core.__file__).parent}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect, countably, what only the compiled kernel does in reasonable time."""
    if core.COMPILED:
        return
    slow = [item for item in items if item.get_closest_marker("compiled")]
    items[:] = [item for item in items if item not in slow]
    config.hook.pytest_deselected(items=slow)


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis ends soon, the same everywhere."""
    from makachess.core.engine import Limits
    from makachess.play.analysis import study

    monkeypatch.setattr(study.Study.__init__, "__defaults__", (Limits(depth=2, multipv=3),))
    monkeypatch.setattr(study, "LULL", 0.0)
    monkeypatch.setattr(study, "REST", 0.0)


# --- several processes (pytest -n, make test) ----------------------------------------------------

# The tests of these files share what they build or find out, which one process does once.
TOGETHER = ("tests/test_packaging.py", "tests/core/engine/test_tactics.py")
APART = "tests/faults/"  # these take so long that each case is handed out by itself


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """Hand out a test with all its cases at a time, those with the most cases first."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            if file in TOGETHER:
                return file
            return nodeid if file.startswith(APART) else nodeid.partition("[")[0]

    return Scheduling(config, log)


# Each process collects all tests and deselects the same: how many is told once.


def pytest_deselected(items: list[pytest.Item]) -> None:
    if items:
        stash = items[0].config.stash
        stash[DESELECTED] = stash.get(DESELECTED, 0) + len(items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["deselected"] = session.config.stash.get(DESELECTED, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node) -> None:
    terminal = node.config.pluginmanager.get_plugin("terminalreporter")
    count = getattr(node, "workeroutput", {}).get("deselected", 0)
    if count and "deselected" not in terminal.stats:
        terminal.stats["deselected"] = [SimpleNamespace()] * count
