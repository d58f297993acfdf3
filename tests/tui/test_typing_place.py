"""The terminal's cursor stands where text is typed: input methods open their windows there."""

from __future__ import annotations

import pytest
from every_screen import OPENERS
from pty_harness import Terminal, environment
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


@pytest.mark.terminal
def test_a_terminal_is_told_where(tmp_path):
    with Terminal(
        "play", "chess", "--side", "both", env=environment(MAKACHESS_HOME=str(tmp_path))
    ) as terminal:
        terminal.wait_for("White to move")
        terminal.press("e4")
        column, row = terminal.find("Move: e4")
        terminal.wait_until(
            lambda: terminal.place == (column + len("Move: e4"), row), "the cursor", quiet=True
        )
