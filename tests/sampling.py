"""Cases of which `make test` tries some, `make test-slow` others, and `make test-long` the rest."""

from collections.abc import Collection, Iterable
from itertools import zip_longest

import pytest
from makachess.variants import load


def sampled(cases: Iterable, always: Collection, slow: Collection = ()) -> list:
    """The cases as they are, those not tried each time marked as slow or else as long."""
    marks = pytest.mark
    return [
        case
        if case in always
        else pytest.param(case, marks=marks.slow if case in slow else marks.long)
        for case in cases
    ]


def mostly_slow(cases: Collection, always: Collection) -> list:
    """The cases as they are, but for those tried each time marked as slow."""
    return sampled(cases, always, slow=cases)


def with_every_option(name: str) -> list:
    """A built-in game as it is, and a few times with other values, until each had its turn."""
    values = [[(option.name, value) for value in option.values] for option in load(name).options]
    return [load(name), *(load(name, **dict(filter(None, few))) for few in zip_longest(*values))]
