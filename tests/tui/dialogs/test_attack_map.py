"""The attack map on the board: what it marks and says, and that it follows cursor and game."""

from __future__ import annotations

from makachess.core import Square
from makachess.play.session.setup import new_setup
from makachess.tui.app import MakachessApp
from makachess.tui.screens.game import GameScreen
from makachess.variants import load

FORK = "4k3/8/8/3p4/4N3/8/8/4RK2 w - - 0 1"


def marked(screen, role, value=True):
    board = screen.board
    return {str(at) for at, look in board._looks.items() if getattr(look, role) == value}


async def test_it_follows_the_cursor_and_the_game():
    app = MakachessApp(lambda: GameScreen(new_setup(load("chess"), "both", fen=FORK)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        screen.board.move_cursor(Square.parse("e4"))
        await pilot.press("f4")
        assert marked(screen, "danger", "won") == {"e4"}
        assert marked(screen, "danger", "worth") == set()
        assert marked(screen, "danger", "bears") == {"d5", "e1"}
        assert marked(screen, "attacks", (1, 1)) >= {"e4"}
        assert screen.prompt.message.endswith("It can be won.")
        await pilot.press("left")
        assert marked(screen, "danger", "bears") == set()
        assert screen.prompt.message == "Nothing attacks d4."
        await pilot.press(*"Nf6+", "enter")
        await pilot.pause()
        assert marked(screen, "check") >= {"e8"}
        await pilot.press(*"Kd8", "enter")
        await pilot.pause()
        theirs = marked(screen, "danger", "worth")
        assert "d5" in theirs
        screen.action_flip()
        await pilot.press("f4", "f4")
        assert marked(screen, "danger", "won") == theirs
        await pilot.press("f4")
        assert marked(screen, "check") == set()
        assert marked(screen, "attacks", (0, 0)) == {str(at) for at in screen.board._looks}
        assert marked(screen, "danger", "bears") == set()
