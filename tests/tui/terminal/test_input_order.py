"""Whatever a person does takes effect in the order in which they did it, however fast it comes."""

from __future__ import annotations

import pytest
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


@pytest.mark.slow
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


def drag(hands: Hands, way: str, *, motion: bool = True) -> list[events.Event]:
    """What a terminal sends where a button is held on a way over squares or `off` the board."""
    board, found = hands.screen.board, []
    squares = way.split()
    for at, name in enumerate(squares):
        kinds = [events.MouseDown, *[events.MouseMove] * motion][: 1 + (at > 0)][at > 0 :]
        x, y = board.region.offset
        if name == "off":
            x = 79
        else:
            dx, dy = board.geometry.corner(Square.parse(name))
            x, y = x + dx + 1, y + dy
        kinds += [events.MouseUp] * (at == len(squares) - 1)
        found += [kind(None, x, y, 0, 0, 1, False, False, False) for kind in kinds]
    return found


@pytest.mark.parametrize("motion", [True, False], ids=["motion", "clicks only"])
@pytest.mark.parametrize(
    ("ways", "path", "sans"),
    [
        (["e2 e3 e4", "d7 d6 d5", "e4 d5"], "", ("e4", "d5", "exd5")),
        (["e2 off e4"], "", ("e4",)),
        # Nothing stands on d5; then no piece that can be held does on d7.
        (["e2 e2", "d5 e4", "e7 e5", "d2 d2", "d7 d4"], "", ("e4", "e5", "d4")),
        (["e2 e4 e3 e2"], "e2", ()),  # put back, and still picked up
        (["e2 e3 off"], "e2", ()),
    ],
)
async def test_a_piece_is_dragged_to_where_it_goes(ways, path, sans, motion):
    async with playing(two_people()) as hands:
        for way in ways:
            for event in drag(hands, way, motion=motion):
                send(hands, event)
                await hands.pilot.pause()
        await hands.has_played(*sans)
        if motion or not path:
            assert " ".join(map(str, hands.screen.entering.state.path)) == path


@pytest.mark.slow
async def test_a_dragged_piece_is_picked_up_and_followed_by_the_cursor():
    async with playing(two_people()) as hands:
        *on_its_way, end = drag(hands, "e2 d3 e4")
        send(hands, *on_its_way)
        await hands.until(lambda: str(hands.screen.board.cursor) == "e4", "the cursor")
        assert [str(square) for square in hands.screen.entering.state.path] == ["e2"]
        assert not hands.sans
        send(hands, end)
        await hands.has_played("e4")


@pytest.mark.slow
async def test_keys_go_on_after_a_screen_that_was_opened_and_left_by_keys_before():
    async with opened(HomeScreen) as hands:
        send(hands, *("f1", "escape") * 20, "ctrl+q")
        await hands.until(lambda: hands.pilot.app._exit, "the end of the app")
