"""What is said of the two sides: names, clocks, royals and reserves, and what they have taken."""

from __future__ import annotations

import pytest
from makachess.core import Position
from makachess.play.attacks import royals_of
from makachess.play.session.clock import clock_text
from makachess.play.session.setup import Setup, new_setup
from makachess.saves import TimeLeft
from makachess.tui.panes import players
from makachess.tui.panes.players import (
    PlayerBar,
    Side,
    Tray,
    format_lead,
    grouped,
    large_digits,
    side_details,
)
from makachess.variants import load
from rendering import show_in
from tui_harness import playing, two_people

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
        (24, "q r2 n3 p12 4 Pawns up"),
        (22, "q r2 n3 p12 4 Pawns up"),
        (21, "q r2 n3 p12"),
        (10, "q r2 n3 …"),
        (9, "q r2 n3 …"),
        (8, "q r2 …"),
        (3, "q …"),
        (2, ""),
    ],
)
def test_captures_are_cut_to_the_room_there_is_and_the_lead_first(room, shown):
    tray = Tray("black", ("q", "r2", "n3", "p12"), "4 Pawns up")
    assert "".join(part.text for part in tray.parts(room)) == shown


NINE_FORTY_ONE = """
▄▄▄   ▄ ▄  ▄
█▄█ ▀ █▄█ ▀█
▄▄█ ▀   █ ▄█▄""".splitlines()[1:]


def test_a_time_is_drawn_in_three_rows():
    assert [row.rstrip() for row in large_digits("9:41")] == NINE_FORTY_ONE
    assert len({tuple(large_digits(digit)) for digit in "0123456789"}) == 10
    assert large_digits("2d 0:00") == large_digits("1:00 x3") == []


def timed() -> Setup:
    """A game with clocks."""
    return new_setup(load("veteran"), "both", clock="5+3")


def shown(bar: PlayerBar, seconds: float, periods: int = 0, *, is_on: bool = True) -> list[str]:
    """The rows of a bar with a clock, and the roles of what it says of the time."""
    bar.show(Side("white", "Anna", is_on, TimeLeft(seconds, periods)))
    return bar.text.splitlines()


def clock_roles(bar: PlayerBar) -> set[str]:
    """The roles of the clock in all rows."""
    rows = (bar._parts(y) for y in range(bar.size.height))
    return {row[-1].role for row in rows if len(row) > 1}


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
        bar.show(Side("white", "Anna", True))
        assert bar.text.splitlines()[1].rstrip() == "▌▐▌ Anna"
        monkeypatch.setattr(players, "can_show", str.isascii)
        assert bar.text.splitlines()[1].rstrip() == "> White Anna"


def test_types_that_are_drawn_alike_count_as_one():
    """As in kanji, where many a piece becomes a Gold."""
    assert grouped([("奔", 1), ("+金", 2), ("+金", 1), ("歩", 3)]) == ("奔", "+金3", "歩3")


@pytest.mark.parametrize(
    ("centipawns", "text"),
    [(2160, "22 Pawns up"), (149, "1 Pawn up"), (50, "1 Pawn up"), (49, ""), (-94, "")],
)
def test_only_a_lead_is_shown(centipawns, text):
    assert format_lead(centipawns) == text


MOVES = '"e4" enter "d5" enter "exd5" enter "Nf6" enter "Nc3" enter "Nxd5=" enter'


async def test_captures_and_lead_follow_the_game_wherever_one_looks():
    async with playing(two_people()) as hands:
        await hands.press(MOVES)
        await hands.sees("Black ♙", "players")
        assert hands.players.endswith("♙ > White")
        assert "up" not in hands.players
        await hands.press("<")
        await hands.sees_no("Black ♙ ♙", "players")
        assert "Black\n♙" in hands.players
        await hands.press('end "Nxd5=" enter')
        await hands.sees("♞ ♙ 4 Pawns up White", "players")


async def test_in_the_shogi_games_they_stand_beside_the_royals():
    fen = "k12/13/13/13/13/4s8/3pL!8/13/13/13/13/13/K12 w - - 0 1"
    async with playing(new_setup(load("macadamia"), "both", fen=fen)) as hands:
        await hands.press('"e7d7,d7e8=" enter')
        await hands.sees("King  s p 27 Pawns up", "players")
