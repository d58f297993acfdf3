"""Nothing is written while nothing happens: a screen that is complete has nothing planned."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from every_screen import OPENERS
from makachess.tui import app
from tui_harness import opened


def planned() -> list[Any]:
    """What the event loop will do by itself, without a key, a signal or another thread."""
    loop: Any = asyncio.get_running_loop()
    return [timer for timer in loop._scheduled if not timer.cancelled()]


@pytest.mark.parametrize("name", OPENERS)
async def test_a_screen_left_alone_does_nothing(name, monkeypatch):
    monkeypatch.setattr(app, "LULL", 0.01)  # after which the app tidies up, once
    async with opened(OPENERS[name]) as hands:
        await hands.until(lambda: not planned(), "an end of what is planned")
