"""Squares by key, by mouse and by typed name: the same ones, whichever way the board is shown."""

from __future__ import annotations

from typing import Any

import pytest
from makachess.core import Square
from makachess.saves import Game
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.position_editor import PositionEditor
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from textual import events
from tui_harness import Hands, opened, two_people

VARIANT = load("macadamia")  # of which a small window shows a part
SIZES = {"whole": (120, 40), "scrolled": (40, 12)}
PLACES = ("c3", "m1", "b13", "g7")  # one in view and others that are not, of either side and none


def picked(screen: Any) -> object:
    """What picking a square has come to: a move begun, or what is said against it."""
    return screen.entering.state.path, screen.entering.error


def put(screen: Any) -> object:
    return screen.draft.fen


SCREENS = {
    "game": (lambda: GameScreen(two_people(variant="macadamia")), picked),
    "replay": (lambda: ReplayScreen(Game(VARIANT)), picked),
    "position": (lambda: PositionEditor(VARIANT, None, lambda fen, play: None), put),
}


async def by_key(hands: Hands, square: Square) -> None:
    board = hands.screen.board
    column, row = board.geometry.column, board.geometry.row
    across, down = (
        column(square.file) - column(board.cursor.file),
        row(square.rank) - row(board.cursor.rank),
    )
    await hands.pilot.press(*["right" if across > 0 else "left"] * abs(across))
    await hands.pilot.press(*["down" if down > 0 else "up"] * abs(down), "enter")


async def by_mouse(hands: Hands, square: Square) -> None:
    """A click on the square, once clicks on the labels have brought it into view."""
    board = hands.screen.board
    for _ in range(9):
        if board.geometry.shows(square):
            break
        geometry = board.geometry
        right = geometry.column(square.file) >= geometry.left + geometry.columns
        left = geometry.column(square.file) < geometry.left
        below = geometry.row(square.rank) >= geometry.top + geometry.rows
        end = geometry.height - 1
        at = (geometry.width - 1 if right else geometry.margin, end)
        await hands.pilot.click(board, offset=at if left or right else (0, end - 1 if below else 0))
    await hands.pilot.click(board, offset=board.geometry.corner(square))


async def by_name(hands: Hands, square: Square) -> None:
    """The square as the board labels it, after the piece to put where pieces are put."""
    screen = hands.screen
    piece = screen.piece if hasattr(screen, "draft") else ""
    screen.post_message(events.Paste(piece + screen.board.labels.name(square)))
    await hands.pilot.press("enter")


def begin(hands: Hands) -> None:
    screen = hands.screen
    if hasattr(screen, "draft"):
        screen.draft.load(VARIANT.start_fen)
        screen.piece = "Q"
    else:
        screen.entering.begin(screen.game_shown().position)
        screen.arrows_move_cursor = True
    screen.board.move_cursor(Square.parse("g4"))


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("view", SIZES)
async def test_a_square_is_the_same_by_key_mouse_and_name(name, view):
    first, effect = SCREENS[name]
    async with opened(first, SIZES[view]) as hands:
        for labels, flips in (("chess", False), ("shogi", True)):
            hands.screen.board.set_coordinates(labels)
            if flips:
                hands.screen.action_flip()
            for place in PLACES:
                square, seen = Square.parse(place), []
                for way in (by_key, by_mouse, by_name):
                    begin(hands)
                    before = effect(hands.screen)
                    await way(hands, square)
                    await hands.pilot.pause()
                    assert effect(hands.screen) != before, (way, place, labels)
                    seen.append(effect(hands.screen))
                assert seen == seen[:1] * 3, (place, labels)


async def test_the_wheel_scrolls_a_board_that_is_not_shown_whole():
    async with opened(SCREENS["game"][0], SIZES["scrolled"]) as hands:
        board = hands.screen.board
        board.move_cursor(Square.parse("m1"))
        top, left, cursor = board.geometry.top, board.geometry.left, board.cursor
        await hands.pilot._post_mouse_events([events.MouseScrollUp], board, (5, 2), button=0)
        assert (board.geometry.top, board.geometry.left, board.cursor) == (top - 2, left, cursor)
        await hands.pilot._post_mouse_events(
            [events.MouseScrollUp], board, (5, 2), button=0, control=True
        )
        assert board.geometry.top == top - 2
        assert board.geometry.left < left
