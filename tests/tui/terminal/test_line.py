"""What the model of a line knows of it, and when it lets a picture go."""

from __future__ import annotations

import pytest
from makachess.tui.terminal.pacing import LATE, LOST, RATE, SHARE, TELLING, TRIAL, Line


def sent(line: Line, count: int, at: float) -> Line:
    line.write(count, at)
    line.ask(at)
    return line


def measured(rate: float, trip: float) -> Line:
    """A line on which a step and a large picture have been answered."""
    line, at = Line(), 10.0
    for count in (100, 10 * TELLING):
        sent(line, count, at)
        at += trip + count / rate
        line.answer(at)
    return line


@pytest.mark.parametrize("count", [80, 400, 8_000])
def test_the_next_picture_waits_until_one_has_left(count):
    line = sent(Line(), count, 5.0)
    assert line.wait(5.0) == pytest.approx(count / RATE)
    assert line.wait(5.0 + count / RATE) == 0


def test_an_answer_to_all_makes_it_free_at_once():
    line = sent(sent(Line(), 8_000, 1.0), 400, 1.0)
    line.answer(1.1)
    assert line.wait(1.1) > 0.9
    line.answer(1.2)
    assert line.wait(1.2) == 0


@pytest.mark.parametrize("rate", [1_000, 8_000, 100_000])
@pytest.mark.parametrize("trip", [0.01, 0.15, 0.6])
def test_the_rate_is_never_taken_to_be_more_than_it_is_and_hardly_less(rate, trip):
    found = measured(rate, trip).rate
    assert found == pytest.approx(SHARE * rate)


@pytest.mark.parametrize("trip", [0.01, 0.15, 0.6])
def test_a_first_picture_alone_gives_a_rate_that_is_low(trip):
    line = sent(Line(), 10 * TELLING, 0.0)
    line.answer(trip + 10 * TELLING / 8_000)
    assert line.rate < 8_000


def test_a_picture_behind_another_tells_nothing_of_the_rate():
    line = sent(sent(Line(), 4_000, 0.0), TELLING, 0.0)
    line.answer(0.5)
    known = line.rate
    line.answer(9.0)
    assert line.rate == known


def test_a_line_that_is_stuck_gets_a_picture_now_and_then():
    line = sent(Line(), 800, 100.0)
    at = 100.0 + 800 / RATE + LATE
    assert line.wait(at) == 0
    assert line.wait(at + 0.1) == pytest.approx(TRIAL - 800 / RATE - LATE - 0.1)
    assert line.wait(100.0 + TRIAL) == 0
    sent(line, 800, 100.0 + TRIAL)
    assert line.wait(101.0 + TRIAL) == pytest.approx(TRIAL - 1.0)
    line.answer(102.0 + TRIAL)
    assert line.wait(102.0 + TRIAL) == 0


def test_an_answer_that_is_lost_is_not_waited_for_for_ever():
    line = sent(Line(), 800, 100.0)
    assert line.wait(100.0 + LOST + 1) == 0
    sent(line, 100, 100.0 + LOST + 1)
    line.answer(100.0 + LOST + 1.2)
    assert line.wait(100.0 + LOST + LATE + 2) == 0


def test_answers_that_nobody_asked_for_mean_nothing():
    line = Line()
    line.answer(1.0)
    assert (line.rate, line.wait(1.0)) == (RATE, 0.0)
