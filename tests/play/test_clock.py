"""Clocks and time controls, with the time of day passed in."""

from __future__ import annotations

import pytest
from makachess.core import MakachessError
from makachess.play.session.clock import (
    Clock,
    TimeControl,
    describe_clock,
    format_clock,
    format_time_control,
    parse_clock,
    parse_time_control,
)
from makachess.saves import TimeLeft


def clock(text: str) -> Clock:
    return Clock(parse_clock(text))


def think(clock: Clock, side: str, seconds: float) -> None:
    """Let a side make a move in so much time."""
    clock.start(side, 0.0)
    clock.press(seconds)


def test_only_the_running_side_loses_time():
    running = clock("5+3")
    running.start("white", 100.0)
    assert running.shown(110.0) == {"white": 290.0, "black": 300.0}


def test_a_move_brings_the_increment():
    running = clock("5+3")
    think(running, "white", 10.0)
    assert running.left("white", 50.0) == TimeLeft(293.0)
    assert running.running is None


def test_the_flag_falls_when_the_time_is_gone():
    running = clock("1+0")
    running.start("white", 0.0)
    assert not running.has_flagged("white", 59.9)
    assert running.has_flagged("white", 60.0)
    assert not running.has_flagged("black", 1000.0)


def test_a_delay_passes_before_the_time_runs():
    running = clock("1d5")
    running.start("white", 0.0)
    assert running.shown(4.0)["white"] == 60.0
    assert running.shown(7.0)["white"] == 58.0
    running.press(7.0)
    think(running, "white", 3.0)
    assert running.shown(10.0)["white"] == 58.0


def test_periods_follow_the_main_time_and_begin_anew_with_each_move():
    running = clock("1+3x30")
    running.start("white", 0.0)
    assert running.left("white", 59.0) == TimeLeft(1.0, 3)
    assert running.left("white", 60.0) == TimeLeft(30.0, 3)
    assert running.left("white", 80.0) == TimeLeft(10.0, 3)
    running.press(80.0)
    assert running.left("white", 80.0) == TimeLeft(30.0, 3)


def test_a_period_that_runs_out_is_lost_and_the_last_one_loses_the_game():
    running = clock("0+3x30")
    running.start("white", 0.0)
    assert running.left("white", 40.0) == TimeLeft(20.0, 2)
    running.press(40.0)
    assert running.left("white", 40.0) == TimeLeft(30.0, 2)
    running.start("white", 100.0)
    assert not running.has_flagged("white", 159.0)
    assert running.has_flagged("white", 160.0)
    running.press(160.0)
    assert running.has_flagged("white", 160.0)


def test_days_begin_anew_with_each_move():
    running = clock("2days")
    think(running, "white", 100_000.0)
    assert running.shown(0.0)["white"] == 172_800.0
    running.start("white", 0.0)
    assert running.has_flagged("white", 172_800.0)


@pytest.mark.parametrize(("text", "spent"), [("5+3", 10.0), ("1+3x30", 100.0), ("1d5", 20.0)])
def test_a_clock_is_set_to_what_it_was(text, spent):
    first, second = clock(text), clock(text)
    think(first, "white", spent)
    second.set("white", first.standing("white"))
    assert second.left("white", 0.0) == first.left("white", 0.0)
    for each in (first, second):
        each.start("white", 0.0)
    assert second.left("white", 7.0) == first.left("white", 7.0)


CONTROLS = {
    "300": TimeControl(300.0),
    "300+3": TimeControl(300.0, increment=3.0),
    "0.5+0.1": TimeControl(0.5, increment=0.1),
    "300d5": TimeControl(300.0, delay=5.0),
    "1800+3x40": TimeControl(1800.0, periods=3, period=40.0),
    "0+5x30": TimeControl(periods=5, period=30.0),
    "1/172800": TimeControl(per_move=172_800.0),
}


@pytest.mark.parametrize("text", CONTROLS)
def test_time_controls_in_files(text):
    assert parse_time_control(text) == CONTROLS[text]
    assert format_time_control(CONTROLS[text]) == text


@pytest.mark.parametrize("text", ["", "-", "?"])
def test_files_without_a_time_control(text):
    assert parse_time_control(text) is None


@pytest.mark.parametrize("text", ["0", "0+0", "*180", "40/7200:3600", "five", "1/0", "300+0x30"])
def test_what_is_no_time_control_is_quoted(text):
    with pytest.raises(MakachessError, match="is not a known time control"):
        parse_time_control(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1+0", "1 minute"),
        ("5+3", "5 minutes, and 3 seconds more for each move"),
        ("5d1", "5 minutes; at each move, the clock starts after 1 second"),
        (
            "30+3x40",
            "30 minutes, then 40 seconds a move, which may run out 2 times (byo-yomi)",
        ),
        ("9+1x30", "9 minutes, then 30 seconds a move (byo-yomi)"),
        ("0+5", "5 seconds, and 5 seconds more for each move"),
        ("0d1", "1 second; at each move, the clock starts after 1 second"),
        ("0+5x60", "60 seconds a move, which may run out 4 times (byo-yomi)"),
        ("2days", "2 days for each move"),
    ],
)
def test_clocks_in_words(text, words):
    control = parse_clock(text)
    assert describe_clock(control) == words
    assert format_clock(control) == text


@pytest.mark.parametrize(
    "text", ["", "5", "5+", "+3", "0+0", "five+3", "5+3+1", "-5+3", "0days", "0d0", "0+0x9"]
)
def test_what_is_no_clock_is_quoted(text):
    with pytest.raises(MakachessError, match=r"is not a clock \(minutes\+seconds"):
        parse_clock(text)
