"""Captures as the players' panel shows them."""

from __future__ import annotations

import pytest
from makachess.tui.panes.players import format_lead, grouped


def test_types_that_are_drawn_alike_count_as_one():
    """As in kanji, where many a piece becomes a Gold."""
    assert grouped([("奔", 1), ("+金", 2), ("+金", 1), ("歩", 3)]) == ("奔", "+金3", "歩3")


@pytest.mark.parametrize(
    ("centipawns", "text"), [(1050, "+10.5"), (94, "+0.9"), (5, "+0.1"), (4, ""), (-94, "")]
)
def test_only_a_lead_is_shown(centipawns, text):
    assert format_lead(centipawns) == text
