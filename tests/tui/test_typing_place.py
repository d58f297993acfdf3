"""The terminal's cursor stands where text is typed: input methods open their windows there."""

from __future__ import annotations

import pytest
from every_screen import OPENERS
from sampling import sampled
from tui_harness import Hands, opened

# What is pressed, by screen, and what stands before the cursor then.
TYPED = [
    ("game", '"e4"', "Move: e4"),
    ("game", '"e4" left', "Move: e"),
    ("game", '"e4" home', "Move: "),
    ("replay", "colon", "Command: "),
    ("commands", '"fl"', "Command: fl"),
    ("entry", '"B"', "Your name: AnnaB"),
    ("entry", "home", "Your name: "),
    ("saved games", '"an"', "an"),
    ("saved games", '"王将"', "王将"),
    ("table", '"e4"', "Move: e4"),
]


def is_where_typed(hands: Hands, before: str) -> bool:
    x, y = hands.screen.typing_place
    if y >= hands.screen.size.height:
        return False
    strip = hands.screen._compositor.render_strips()[y]
    return strip.crop(0, x).text.endswith(before)


@pytest.mark.parametrize(("name", "pressed", "before"), TYPED)
@pytest.mark.parametrize("size", sampled([(80, 24), (120, 40)], [(80, 24)]))
async def test_the_cursor_follows_what_is_typed(name, pressed, before, size):
    async with opened(OPENERS[name], size) as hands:
        await hands.press(pressed)
        await hands.until(lambda: is_where_typed(hands, before), f"the cursor behind {before!r}")
