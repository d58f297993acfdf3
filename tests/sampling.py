"""Cases of which some are tried each time, and all by `make test-long`."""

from collections.abc import Collection, Iterable
from itertools import zip_longest

import pytest
from makachess.variants import load


def sampled(cases: Iterable, always: Collection) -> list:
    """The cases as they are, those not tried each time marked as long."""
    return [
        case if case in always else pytest.param(case, marks=pytest.mark.long) for case in cases
    ]


def with_every_option(name: str) -> list:
    """A built-in game as it is, and a few times with other values, until each had its turn."""
    values = [[(option.name, value) for value in option.values] for option in load(name).options]
    return [load(name), *(load(name, **dict(filter(None, few))) for few in zip_longest(*values))]
