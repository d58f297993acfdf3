"""The help beside the board: marks are explained as this terminal shows them."""

from __future__ import annotations

import pytest
from tui_harness import game, opened


@pytest.mark.parametrize(
    ("colors", "marks"),
    [
        (
            "truecolor",
            (
                " ▐▌  it may go there",
                "▘  ▝ it may take there",
                " M!  must become this",
                "it can be won",
            ),
        ),
        (
            "",
            (
                "• *  it may go there",
                "x x  it may take there",
                "!M   must become this",
                "- -  it can be won",
            ),
        ),
    ],
)
async def test_marks_are_explained_as_they_are_drawn(colors, marks, monkeypatch):
    monkeypatch.setenv("COLORTERM", colors)
    async with opened(game, (120, 60)) as hands:
        await hands.press("f1")
        for mark in marks:
            await hands.until(lambda m=mark: any(m in row for row in hands.rows), mark)
