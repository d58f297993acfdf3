"""Cases of which some are tried each time, and all by `make test-long`."""

from collections.abc import Collection, Iterable

import pytest


def sampled(cases: Iterable, always: Collection) -> list:
    """The cases as they are, those not tried each time marked as long."""
    return [
        case if case in always else pytest.param(case, marks=pytest.mark.long) for case in cases
    ]
