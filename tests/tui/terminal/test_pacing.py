"""Keys held at the end of simulated lines, in simulated time: no picture waits in a queue."""

from __future__ import annotations

import asyncio

import pytest
from makachess.tui.colors import Answers
from makachess.tui.terminal.pacing import QUESTION, Line, Pacing
from virtual_time import run

HELD = 30  # keys a second
KEYS = 90
SPARE = 0.100  # seconds beyond the round trip
SLOW = 8_000  # bytes a second
ATTRIBUTES = b"\x1b[?6c"


class FarScreen:
    """A program whose step costs some bytes, and the screen at the other end of a line."""

    def __init__(self, step: int, rate: float, trip: float, answers: Answers | None) -> None:
        self.step, self.rate, self.trip = step, rate, trip
        self.answers = answers
        self.at = self.shown = self.drawn = 0  # the cursor in the program, on the screen, as drawn
        self.shown_at = self.released = 0.0
        self.most_queued = 0.0  # seconds that something had to wait in the line
        self.is_cut = False
        self._waiting: list[tuple[int, bool]] = []
        self._free = 0.0
        self.loop = asyncio.get_running_loop()
        heed = None if answers is None else (lambda: answers)
        self.pacing = Pacing(Line(), self.loop, heed)

    def draw(self, size: int = 0) -> None:
        """What the app does to show itself: all that is new, unless it is held back."""
        if self.pacing.holds_back(self.draw) or (self.drawn == self.at and not size):
            return
        self.drawn = self.at
        self.pacing.note(size or self.step)
        self._carry(size or self.step, bool(self.pacing.question()))

    def _carry(self, count: int, asks: bool) -> None:
        now = self.loop.time()
        if self.is_cut:
            self._waiting.append((self.drawn, asks))
            return
        self.most_queued = max(self.most_queued, self._free - now)
        self._free = max(self._free, now) + (count + len(QUESTION) * asks) / self.rate
        self.loop.call_at(self._free + self.trip / 2, self._arrive, self.drawn, asks)

    def mend(self) -> int:
        """Let all through that has waited; how many pictures that are."""
        self.is_cut = False
        waiting, self._waiting = self._waiting, []
        for drawn, asks in waiting:
            self._arrive(drawn, asks)
        return len(waiting)

    def _arrive(self, at: int, asks: bool) -> None:
        if at != self.shown:
            self.shown, self.shown_at = at, self.loop.time()
        if asks:
            self.loop.call_later(self.trip / 2, self._answer)

    def _answer(self) -> None:
        assert self.answers is not None
        assert self.answers.admit(ATTRIBUTES, self.loop.time()) == b""

    async def hold(self, keys: int = KEYS) -> float:
        """Hold a key; when it was let go."""
        for _ in range(keys):
            released = self.loop.time()
            self.loop.call_later(self.trip / 2, self._key)
            await asyncio.sleep(1 / HELD)
        return released

    def _key(self) -> None:
        self.at += 1
        self.draw()


def telling() -> Answers:
    """A terminal that has answered before."""
    answers = Answers(0.0)
    answers.admit(ATTRIBUTES, 0.0)
    return answers


async def held(step: int, rate: float, trip: float, answers: Answers | None) -> FarScreen:
    """A key held on a screen after it was drawn whole; it has come to rest when this returns."""
    screen = FarScreen(step, rate, trip, answers)
    screen.draw(6_000)
    await asyncio.sleep(60)
    screen.released = await screen.hold()
    await asyncio.sleep(60)
    assert screen.shown == KEYS
    return screen


MAKERS = {"answers": telling, "answers nothing": lambda: None}


@pytest.mark.parametrize("terminal", MAKERS)
@pytest.mark.parametrize("trip", [0.02, 0.15, 0.4])
@pytest.mark.parametrize("step", [60, 120, 250, 350])
def test_on_64_kbit_the_cursor_rests_soon_after_the_release(step, trip, terminal):
    screen = run(held(step, SLOW, trip, MAKERS[terminal]()))
    assert screen.shown_at - screen.released <= trip + SPARE
    assert screen.most_queued <= 0.001


@pytest.mark.parametrize("step", [700, 1_200, 4_000])
def test_of_large_steps_one_is_under_way_and_one_follows(step):
    screen = run(held(step, SLOW, 0.15, telling()))
    assert screen.shown_at - screen.released <= 0.15 + 2.2 * step / SLOW
    assert screen.most_queued <= 0.001


@pytest.mark.parametrize("rate", [1_000, 3_000])
def test_a_slower_line_is_found_out(rate):
    screen = run(held(150, rate, 0.15, telling()))
    assert screen.shown_at - screen.released <= 0.15 + 2.2 * 150 / rate
    assert screen.pacing._line.rate <= rate


@pytest.mark.parametrize(("rate", "is_slow"), [(SLOW, True), (100_000, False)])
def test_a_large_picture_tells_whether_a_line_is_slow(rate, is_slow):
    async def opens(size: int) -> bool:
        screen = FarScreen(60, rate, 0.15, telling())
        screen.draw(size)
        await asyncio.sleep(5)
        return screen.pacing.is_slow

    assert run(opens(5_000)) is is_slow
    assert not run(opens(500))  # which does not tell


def test_on_a_fast_line_every_step_is_shown():
    async def count() -> tuple[int, float]:
        screen, shown = FarScreen(1_500, 1_000_000, 0.02, telling()), set()
        arrive = screen._arrive
        screen._arrive = lambda at, asks: (shown.add(at), arrive(at, asks))
        screen.draw(20_000)
        await asyncio.sleep(1)
        await screen.hold()
        await asyncio.sleep(1)
        return len(shown - {0}), screen.most_queued

    assert run(count()) == (KEYS, 0.0)


@pytest.mark.parametrize("size", [6_000, 40_000, 400_000])
@pytest.mark.parametrize("answers", [None, Answers(), Answers(0.0)])  # none, not asked, not yet
def test_without_answers_a_picture_holds_back_the_next_one_but_little(answers, size):
    async def wait() -> float:
        screen = FarScreen(60, 10_000_000, 0.02, answers)
        await asyncio.sleep(5)
        screen.draw(size)
        begun, screen.at = screen.loop.time(), 1
        screen.draw()
        await asyncio.sleep(5)
        return screen.shown_at - begun

    assert run(wait()) == pytest.approx(0.15 + 0.01, abs=0.005)


def test_on_a_line_that_is_cut_little_waits_and_then_the_screen_is_right():
    async def cut() -> tuple[int, int]:
        screen = FarScreen(60, SLOW, 0.15, telling())
        screen.draw(6_000)
        await asyncio.sleep(5)
        screen.is_cut = True
        for _ in range(600):  # a clock goes on for ten minutes
            screen.at += 1
            screen.draw()
            await asyncio.sleep(1)
        waited = screen.mend()
        await asyncio.sleep(10)
        return waited, screen.at - screen.shown

    waited, missing = run(cut())
    assert missing == 0
    assert waited <= 125  # one in five seconds, not one a second


@pytest.mark.parametrize("waiting", [True, False])
def test_keys_that_wait_are_handled_before_a_picture_but_not_for_ever(waiting):
    async def first() -> list[float]:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(5)
        times: list[float] = []
        pacing = Pacing(Line(), loop, None, lambda: waiting)

        def draw() -> None:
            if not pacing.holds_back(draw):
                times.append(loop.time() - 5)

        draw()
        draw()
        await asyncio.sleep(1)
        return times

    assert run(first()) == ([0.0, pytest.approx(0.1, abs=0.011)] if waiting else [0.0, 0.0])


def test_nothing_is_drawn_once_the_app_has_ended():
    async def ended() -> list[int]:
        drawn: list[int] = []
        pacing = Pacing(Line(), asyncio.get_running_loop(), None)
        pacing.note(1_000)
        assert pacing.holds_back(lambda: drawn.append(1))
        pacing.close()
        await asyncio.sleep(9)
        return drawn

    assert run(ended()) == []
