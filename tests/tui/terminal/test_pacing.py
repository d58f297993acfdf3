"""Keys held at the far end of simulated lines, in simulated time."""

from __future__ import annotations

import asyncio

import pytest
from makachess.tui.terminal.pacing import Pacing
from virtual_time import run

HELD, KEYS, TRIP = 30, 90, 0.1  # keys a second, all of them, and seconds there and back


class FarScreen:
    """A program whose step costs some bytes, and how many steps the other end of a line shows."""

    def __init__(self, step: int, rate: float) -> None:
        self._step, self._rate = step, rate
        self.at = self.shown = 0
        self.shown_at = self._free = 0.0
        self.seen: set[int] = set()
        self._loop = asyncio.get_running_loop()
        self.pacing = Pacing(self._loop)

    def draw(self) -> None:
        if self.pacing.holds_back(self.draw):
            return
        self.pacing.note(self._step)
        self._free = max(self._free, self._loop.time()) + self._step / self._rate
        self._loop.call_at(self._free + TRIP / 2, self._arrive, self.at)

    def _arrive(self, at: int) -> None:
        self.shown, self.shown_at = at, self._loop.time()
        self.seen.add(at)

    async def hold(self) -> float:
        """Hold a key, and wait; seconds from when it is let go to the last picture."""
        for _ in range(KEYS):
            released = self._loop.time()
            self._loop.call_later(TRIP / 2, self._key)
            await asyncio.sleep(1 / HELD)
        await asyncio.sleep(60)
        assert self.shown == KEYS
        return self.shown_at - released

    def _key(self) -> None:
        self.at += 1
        self.draw()


async def held(step: int, rate: float) -> tuple[float, int]:
    screen = FarScreen(step, rate)
    return await screen.hold(), len(screen.seen)


@pytest.mark.parametrize("step", [60, 120, 250, 500, 900])
def test_on_56_kbit_the_screen_rests_soon_after_a_held_key(step):
    seconds, _ = run(held(step, 7_000))
    assert seconds <= TRIP + 0.15 + 2 * step / 7_000


@pytest.mark.parametrize(("step", "steps"), [(120, KEYS), (500, KEYS // 3), (50_000, KEYS // 6)])
def test_on_a_fast_line_many_steps_are_shown_however_large_they_are(step, steps):
    _, seen = run(held(step, 10_000_000))
    assert seen >= steps


def test_pictures_come_again_after_the_terminal_was_given_back_while_one_waited():
    drawn: list[str] = []

    async def stopped_and_continued() -> None:
        pacing = Pacing(asyncio.get_running_loop())
        pacing.note(6_000)
        assert pacing.holds_back(lambda: drawn.append("before"))
        pacing.close()  # as when the program is stopped
        assert pacing.holds_back(lambda: drawn.append("after"))
        await asyncio.sleep(1)

    run(stopped_and_continued())
    assert drawn == ["after"]
