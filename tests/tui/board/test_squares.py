"""Squares and labels in the running app: the same ones by key, mouse and name, in any view."""

from __future__ import annotations

import re
from typing import Any

import pytest
from makachess.core import Position, Square
from makachess.play.attacks import AttackMarks
from makachess.play.settings import change_settings
from makachess.saves import Game
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.position_editor import PositionEditor
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from sampling import mostly_slow
from textual import events
from tui_harness import Hands, opened, playing, two_people

VARIANT = load("macadamia")  # of which a small window shows a part
SCROLLED = (40, 12)
PLACES = ("c3", "m1", "b13", "g7")  # one in view and others that are not, with White's pieces


def position() -> Position:
    """A position with a piece to pick up on each of these."""
    made = Position(VARIANT)
    made.rearrange({"b13": "Q", "g7": "Q"})
    return made


def picked(screen: Any) -> object:
    """What picking a square has come to: a move begun, or what is said against it."""
    return screen.entering.state.path, screen.entering.error


def put(screen: Any) -> object:
    return screen.draft.fen


SCREENS = {
    "game": (lambda: GameScreen(two_people(position().fen(), "macadamia")), picked),
    "replay": (lambda: ReplayScreen(Game(VARIANT, position().fen())), picked),
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


@pytest.mark.parametrize("name", mostly_slow(SCREENS, ["position"]))
async def test_a_square_is_the_same_by_key_mouse_and_name(name):
    first, effect = SCREENS[name]
    async with opened(first, SCROLLED) as hands:
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
    async with opened(SCREENS["game"][0], SCROLLED) as hands:
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


async def test_the_labels_can_be_those_of_shogi():
    def files() -> str:
        return re.sub(r"\W", "", hands.board[-1])

    change_settings(coordinates="shogi")
    async with playing(two_people(), size=(80, 23)) as hands:
        assert files() == "87654321"
        assert [row[0] for row in hands.board[:-1:2]] == list("abcdefgh")
        await hands.press("ctrl+f")
        await hands.until(lambda: files() == "12345678", "a flipped board")
        await hands.press('"e2e4" enter')
        await hands.has_played("e4")
        hands.screen.preferences.remember(coordinates="chess")
        await hands.press("f9 escape")
        await hands.until(lambda: files() == "hgfedcba", "chess labels")


async def test_only_squares_that_look_different_are_painted_again(monkeypatch):
    async with playing(two_people(), size=(80, 24)) as hands:
        board, painted = hands.screen.board, []
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: painted.extend(regions))
        old, new = Square.parse("e2"), Square.parse("e3")
        board.move_cursor(old)
        painted.clear()
        board.move_cursor(new)
        corners = [board.geometry.corner(square) for square in (old, new)]
        assert {at.offset for at in painted if at.x} == set(corners)
        painted.clear()
        board.show_cursor(False)
        assert [at.offset for at in painted if at.x] == corners[1:]
        assert "cursor" not in {name for look in board._looks.values() for name in marks_of(look)}
        painted.clear()
        board.mark(AttackMarks(won={new}, worth={old}))
        assert {at.offset for at in painted} == set(corners)


def marks_of(look):
    return [name for name in ("cursor", "danger") if getattr(look, name)]
