"""Nothing is written while nothing happens: a screen that is complete has nothing planned."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from every_screen import OPENERS
from sampling import mostly_slow
from tui_harness import UNHURRIED, opened

LOOKING = {"who is here": 1}  # timers of screens that ask the host now and then


def planned() -> list[Any]:
    """What the event loop will do by itself, without a key, a signal or another thread."""
    loop: Any = asyncio.get_running_loop()
    return [timer for timer in loop._scheduled if not timer.cancelled()]


@pytest.mark.parametrize("name", mostly_slow(OPENERS, ("home", "game", "table", "saved games")))
async def test_a_screen_left_alone_does_nothing(name):
    waits = replace(UNHURRIED, tidy=0.01)  # it tidies up once
    async with opened(OPENERS[name], waits=waits) as hands:
        await hands.until(
            lambda: len(planned()) <= LOOKING.get(name, 0), "an end of what is planned"
        )
