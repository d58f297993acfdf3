"""What all tests share: which kernel is under test is said first, and what it is too slow for."""

from pathlib import Path

import pytest
from makachess import core


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
