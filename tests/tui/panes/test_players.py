"""What is said of the two sides: their clocks, royals and reserves."""

from __future__ import annotations

import pytest
from makachess.core import Position
from makachess.play.attacks import royals_of
from makachess.play.session.clock import clock_text
from makachess.tui.panes.players import Tray, side_details
from makachess.variants import load

ATTACKED = "2r3k6/13/13/5+e7/13/13/13/13/13/2K10/13/13/5R7 w"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        *((300, "5:00"), (59.2, "1:00"), (7, "0:07"), (3725, "1:02:05"), (-1, "0:00")),
        *((86_399, "23:59:59"), (86_400, "1d 0:00"), (171_284, "1d 23:34"), (172_800, "2d 0:00")),
    ],
)
def test_clock_text(seconds, text):
    assert clock_text(seconds) == text


def test_a_side_is_told_its_royals_or_its_reserve():
    position = Position(load("macadamia"), ATTACKED)
    lines = side_details(position, royals_of(position))
    assert "".join(part.text for part in lines["black"]) == "Prince!, King"
    fen = "5k4/10/10/10/10/10/10/10/10/RNBSK1SBN1 w - - 0 9"
    lines = side_details(Position(load("devingt"), fen), ())
    assert "".join(part.text for part in lines["white"]) == "reserve Q R"


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (16, "q r2 n3 p12 +4.5"),
        (15, "q r2 n3 … +4.5"),
        (13, "q r2 … +4.5"),
        (9, "q … +4.5"),
        (7, "+4.5"),
        (3, "q …"),
        (2, ""),
    ],
)
def test_captures_are_cut_to_the_room_there_is_and_the_lead_last(room, shown):
    tray = Tray("black", ("q", "r2", "n3", "p12"), "+4.5")
    assert "".join(part.text for part in tray.parts(room)) == shown


def test_wide_characters_count_as_two_columns():
    tray = Tray("black", ("銀2", "歩"))
    assert tray.width == 6
    assert "".join(part.text for part in tray.parts(5)) == "銀2 …"


def test_captures_in_words():
    assert str(Tray("black", ("q", "p3"), "+4.5")) == "q p3, ahead by 4.5"
