"""The clocks in game files: `[%clk]`, and periods of byo-yomi beside it."""

import pytest
from makachess.saves import (
    Game,
    TimeLeft,
    format_game,
    format_time_left,
    mark_time,
    parse_time_left,
    read_games,
    times_left,
)
from makachess.saves.remarks import spoken


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (TimeLeft(300.0), "[%clk 0:05:00]"),
        (TimeLeft(4.6), "[%clk 0:00:04.6]"),
        (TimeLeft(172_800.0), "[%clk 48:00:00]"),
        (TimeLeft(0.0, 3), "[%clk 0:00:00] [%periods 3]"),
    ],
)
def test_written_and_read(left: TimeLeft, text: str) -> None:
    assert format_time_left(left) == text
    assert parse_time_left(text) == left


@pytest.mark.parametrize("text", ["", "on the clock", "[%clk soon]", "[%clk 5:00]"])
def test_comments_without_a_clock(text: str) -> None:
    assert parse_time_left(text) is None


def test_a_time_replaces_the_one_before_and_keeps_what_people_wrote(chess: Game) -> None:
    node = chess.play(chess.position.parse("e4"))
    node.comments[:] = ["best by test [%clk 0:01:00] [%periods 2]", "[%clk 0:02:00]"]
    mark_time(node, TimeLeft(30.0))
    assert node.comments == ["[%clk 0:00:30]", "best by test"]
    assert spoken(node.comments) == "best by test"


def test_the_times_of_both_sides_come_back_from_a_file(chess: Game) -> None:
    for text, seconds in (("e4", 300.0), ("e5", 298.5), ("Nf3", 290.0)):
        mark_time(chess.play(chess.position.parse(text)), TimeLeft(seconds))
    [again] = read_games(format_game(chess).splitlines())
    assert times_left(again) == {"white": TimeLeft(290.0), "black": TimeLeft(298.5)}
