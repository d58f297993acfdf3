"""Boards larger than the window, and their labels, in the running app."""

from __future__ import annotations

import re

from makachess.core import Square
from makachess.play.attacks import AttackMarks
from makachess.play.settings import load_settings
from tui_harness import opened, playing, replay, two_people


async def test_a_board_that_does_not_fit_is_shown_around_the_cursor():
    async with playing(two_people(variant="maka"), size=(60, 20)) as hands:
        await hands.sees("White to move")
        assert hands.board[-1].split() == list("abcdefghijklmnopqr")
        assert hands.board[0].split()[0] == "16"
        await hands.press("up " * 14)
        assert hands.board[0].split()[0] == "19"
        assert "[" in "".join(hands.board)
        await hands.press("right " * 9)
        assert hands.board[-1].split() == list("bcdefghijklmnopqrs")


async def test_the_labels_can_be_those_of_shogi_and_are_remembered(home):
    def files() -> str:
        return re.sub(r"\W", "", hands.board[-1])

    async with playing(two_people(), size=(80, 23)) as hands:
        await hands.press("f12")
        await hands.sees("Coordinates: shogi", "prompt")
        assert files() == "87654321"
        assert [row[0] for row in hands.board[:-1:2]] == list("abcdefgh")
        await hands.press("ctrl+f")
        await hands.until(lambda: files() == "12345678", "a flipped board")
        await hands.press('"e2e4" enter')
        await hands.has_played("e4")
    assert load_settings().settings.coordinates == "shogi"
    async with opened(replay) as hands:
        assert files() == "87654321"
        await hands.press("f12")
        await hands.until(lambda: files() == "abcdefgh", "chess labels")


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
