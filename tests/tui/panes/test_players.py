"""What is said of the two sides: names, clocks, royals and reserves, and what they have taken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from makachess.core import Position
from makachess.play.attacks import royals_of
from makachess.play.session.clock import clock_text, parse_clock
from makachess.play.session.opponents import Opponent
from makachess.play.session.setup import Setup, new_setup
from makachess.saves import TimeLeft
from makachess.tui.panes import players
from makachess.tui.panes.players import PlayerBar, Tray, large_digits, side_details
from makachess.tui.screens.game import GameScreen
from makachess.variants import load
from rendering import show_in
from tui_harness import opened, playing, two_people

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
    assert "".join(part.text for part in lines["black"]) == "royal: Prince!, King"
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


# --- bars ---------------------------------------------------------------------------------------

NINE_FORTY_ONE = """
▄▄▄   ▄ ▄  ▄
█▄█ ▀ █▄█ ▀█
▄▄█ ▀   █ ▄█▄""".splitlines()[1:]


def test_a_time_is_drawn_in_three_rows():
    assert [row.rstrip() for row in large_digits("9:41")] == NINE_FORTY_ONE
    assert len({tuple(large_digits(digit)) for digit in "0123456789"}) == 10
    assert large_digits("2d 0:00") == large_digits("1:00 x3") == []


def test_a_terminal_without_blocks_has_small_digits(monkeypatch):
    monkeypatch.setattr(players, "can_show", str.isascii)
    assert large_digits("9:41") == []


def timed() -> Setup:
    """A game with clocks."""
    return new_setup(load("veteran"), "both", clock="5+3")


def shown(bar: PlayerBar, seconds: float, periods: int = 0, *, is_on: bool = True) -> list[str]:
    """The rows of a bar with a clock, and the roles of what it says of the time."""
    bar.show("white", "Anna", is_on, TimeLeft(seconds, periods), (), None)
    return bar.text.splitlines()


def clock_roles(bar: PlayerBar) -> set[str]:
    """The roles of the clock in all rows."""
    rows = (bar._parts(y) for y in range(bar.size.height))
    return {row[-1].role for row in rows if len(row) > 1}


async def test_a_bar_has_large_digits_where_there_are_rows_for_them():
    async with playing(timed(), size=(120, 40)) as hands:
        bar = hands.screen.players.near
        await hands.until(lambda: bar.size.height == 4, "a bar of three rows")
        large = [row.rstrip() for row in large_digits("9:41")]
        assert [row[-14:].strip() for row in shown(bar, 581)[1:]] == [row.strip() for row in large]
        assert "> White Anna" in bar.text
        assert shown(bar, 581, 3)[2].split() == [">", "White", "Anna", "9:41", "x3"]
        await hands.pilot.resize_terminal(80, 24)
        await hands.until(lambda: bar.size.height == 2, "a bar of one row")
        assert shown(bar, 581)[1].split() == [">", "White", "Anna", "9:41"]
        assert shown(bar, 581, is_on=False)[1].split() == ["White", "Anna", "9:41"]


@pytest.mark.parametrize(
    ("size", "rows", "usual", "alarming", "resting"),
    [((80, 24), 2, "clock", "alarm", ""), ((120, 40), 4, "accent", "alert", "quiet")],
)
async def test_a_clock_gives_alarm_in_the_last_twenty_seconds_of_the_side_to_move(
    size, rows, usual, alarming, resting
):
    async with playing(timed(), size=size) as hands:
        bar = hands.screen.players.near
        await hands.until(lambda: bar.size.height == rows, "the bar")
        for seconds, is_on, role in (
            *((20, True, usual), (19.9, True, alarming), (0, True, alarming)),
            *((20, False, resting), (5, False, resting)),
        ):
            said = "".join(shown(bar, seconds, is_on=is_on))
            assert clock_roles(bar) == {role}
            assert ("!" in said) == (role == alarming)


async def test_a_terminal_without_blocks_names_the_sides(monkeypatch):
    async with playing(two_people()) as hands:
        bar = hands.screen.players.near
        show_in(hands.pilot.app, "256")
        bar.show("white", "Anna", True, None, (), None)
        assert bar.text.splitlines()[1].rstrip() == "▌▐▌ Anna"
        monkeypatch.setattr(players, "can_show", str.isascii)
        assert bar.text.splitlines()[1].rstrip() == "> White Anna"


async def test_a_long_name_stands_in_two_rows_beside_a_large_clock():
    setup = new_setup(load("veteran"), "white", Opponent(3), clock="5+3")
    async with opened(lambda: GameScreen(setup), (120, 40)) as hands:
        first, second = (row.split() for row in hands.screen.players.far.text.split("\n")[1:3])
        assert "makachess" in first
        assert "level" not in first
        assert second[:2] == ["level", "3"]
        assert not hands.screen.players.far.cut_text


@pytest.mark.parametrize(
    ("colors", "near", "far"),
    [("256", "▌Pla… 10:00", " Pla… 10:00"), ("none", "> Pl… 10:00", "  Pl… 10:00")],
)
async def test_beside_a_clock_a_thin_bar_has_the_name_before_the_side(colors, near, far):
    setup = replace(two_people(), control=parse_clock("10+5"))
    async with playing(setup, size=(40, 12)) as hands:
        players = hands.screen.players
        if colors == "256":
            show_in(hands.pilot.app, "256", "walnut")
        assert (players.near.text, players.far.text) == (near, far)
        assert "Player 10:00" in players.cut_text()
