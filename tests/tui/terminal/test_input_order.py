"""Whatever a person does takes effect in the order in which they did it, however fast it comes."""

from __future__ import annotations

from makachess.core import Square
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.library import LibraryScreen
from textual import events
from tui_harness import Hands, opened, playing, two_people

BURST = 200


def send(hands: Hands, *input_: str | events.Event) -> None:
    """Let keys and other input arrive at once."""
    for one in input_:
        if isinstance(one, str):
            one = events.Key(one, one if len(one) == 1 else None)
        hands.pilot.app.post_message(one)


def click(hands: Hands, square: str) -> list[events.Event]:
    """What a terminal sends of a click on a square of the board."""
    board = hands.screen.board
    x, y = board.region.offset + board.geometry.corner(Square.parse(square))
    kinds = events.MouseDown, events.MouseUp
    return [kind(None, x, y, 0, 0, 1, False, False, False) for kind in kinds]


async def test_a_burst_of_keys_moves_the_cursor_to_where_they_lead():
    keys = ("right", "right", "right", "left", "left") * (BURST // 5)
    async with playing(two_people()) as hands:
        board = hands.screen.board
        file, last = board.cursor.file, board.variant.files - 1
        for key in keys:
            file = min(max(file + (1 if key == "right" else -1), 0), last)
        send(hands, *keys, "up", "enter", "x")
        await hands.sees("Move: x")
        assert board.cursor.file == file


async def test_a_paste_stays_between_the_keys_before_and_behind_it():
    async with opened(LibraryScreen) as hands:
        send(hands, "a", events.Paste("nn"), "a")
        await hands.until(lambda: len(hands.screen.find.value) == 4, "what was typed")
        assert hands.screen.find.value == "anna"


async def test_a_click_stays_between_the_keys_before_and_behind_it():
    async with playing(two_people()) as hands:
        send(hands, *click(hands, "e2"), *click(hands, "e4"), *"e5", "enter", *"d4", "enter")
        await hands.has_played("e4", "e5", "d4")


async def test_keys_go_on_after_a_screen_that_was_opened_and_left_by_keys_before():
    async with opened(HomeScreen) as hands:
        send(hands, *("f1", "escape") * 20, "ctrl+q")
        await hands.until(lambda: hands.pilot.app._exit, "the end of the app")
