"""What all tests share: which kernel is under test is said first, and what it is too slow for."""

import gc
import os
from math import inf
from pathlib import Path

import hypothesis
import pytest
from makachess import core

# As in a terminal that speaks UTF-8, whatever the locale here.
os.environ["PYTHONUTF8"] = "1"

# As over SSH, where one thread searches: what it finds is the same on every machine.
os.environ["SSH_CONNECTION"] = "192.0.2.1 49152 192.0.2.2 22"

# How long an example takes decides nothing: the machine may be busy.
hypothesis.settings.register_profile(
    "makachess",
    max_examples=40,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("makachess")


def pytest_report_header() -> list[str]:
    kind = "compiled" if core.COMPILED else "uncompiled"
    folder = Path(core.__file__).parent
    said = [f"makachess: {kind} kernel, {folder}"]
    sources = Path(__file__).parents[1] / "core"
    if folder.resolve() == sources and (changed := changed_since_compiled(sources)):
        said += [
            f"STALE: newer than the compiled kernel: {' '.join(changed)}",
            "  Compile it: .venv/bin/pip install -e '.[test]'",
        ]
    return said


def changed_since_compiled(folder: Path) -> list[str]:
    """The sources of the kernel that are newer than what was compiled from them beside them."""
    made = {
        path.with_name(f"{path.name.partition('.')[0]}.py"): path.stat().st_mtime
        for path in (folder / "kernel").rglob("*.so")
    }
    made |= dict.fromkeys((folder / "include").rglob("*.pxd"), min(made.values(), default=inf))
    return sorted(
        str(source.relative_to(folder.parent))
        for source, then in made.items()
        if source.stat().st_mtime > then
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what only the compiled kernel does in reasonable time."""
    if core.COMPILED:
        return
    slow = [item for item in items if item.get_closest_marker("compiled")]
    items[:] = [item for item in items if item not in slow]
    config.hook.pytest_deselected(items=slow)


def pytest_sessionstart(session: pytest.Session) -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage less often, and never among the tests: it took a quarter of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


# The tests of these files share what they build or find out, which one process does once.
TOGETHER = (
    "tests/core/engine/test_tactics.py",
    "tests/test_imports.py",
    "tests/tui/door/test_door.py",
    "tests/tui/test_textual_private.py",
)
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

        def mark_test_complete(self, node, item_index: int, duration: float = 0) -> None:
            """Forget what is done, which would be counted again after each test."""
            super().mark_test_complete(node, item_index, duration)
            scope = self._split_scope(self.registered_collections[node][item_index])
            if all(self.assigned_work[node][scope].values()):
                del self.assigned_work[node][scope]

    return Scheduling(config, log)
