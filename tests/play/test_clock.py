"""The clock, with the time of day passed in."""

from __future__ import annotations

import pytest
from makachess.core import MakachessError
from makachess.play.clock import parse_clock
from makachess.tui.statusbar.players import clock_text


def test_only_the_running_side_loses_time():
    clock = parse_clock("5+3")
    clock.start("white", 100.0)
    assert clock.shown(110.0) == {"white": 290.0, "black": 300.0}


def test_a_move_brings_the_increment():
    clock = parse_clock("5+3")
    clock.start("white", 0.0)
    clock.press(10.0)
    assert clock.remaining("white", 50.0) == 293.0
    assert clock.running is None


def test_without_minutes_the_increment_is_there_from_the_start():
    assert parse_clock("0+5").left == {"white": 5.0, "black": 5.0}


@pytest.mark.parametrize("text", ["", "5", "5+", "+3", "0+0", "five+3", "5+3+1", "-5+3"])
def test_what_is_no_clock_is_quoted(text):
    with pytest.raises(MakachessError, match=r"is no clock \(minutes\+seconds"):
        parse_clock(text)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(300, "5:00"), (59.2, "1:00"), (7, "0:07"), (3725, "1:02:05"), (-1, "0:00")],
)
def test_clock_text(seconds, text):
    assert clock_text(seconds) == text
