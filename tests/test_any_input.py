"""Whatever is put together from the words of a format is answered: an error we raise, or sense."""

from __future__ import annotations

import pytest
from fuzz.targets import TARGETS, Target
from hypothesis import given, settings
from hypothesis import strategies as st

EXAMPLES = 40
COSTLY = 8  # examples of what takes long


def inputs(target: Target) -> st.SearchStrategy[bytes]:
    """Words of a format in any order, with any bytes among them, or in a sample of it."""
    words = st.lists(st.sampled_from(target.words()) | st.binary(max_size=4), max_size=12)
    text = words.map(b"".join)

    def put_in(sample: bytes, at: int, to: int, new: bytes) -> bytes:
        return sample[:at] + new + sample[at + to :]

    places = st.integers(0, 300), st.integers(0, 8)
    return text | st.builds(put_in, st.sampled_from(target.samples()), *places, text)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_any_input_is_answered(target):
    @settings(max_examples=EXAMPLES if target.share == 1 else COSTLY, derandomize=True)
    @given(inputs(target))
    def answered(data):
        assert isinstance(target.call(data), str)

    answered()
