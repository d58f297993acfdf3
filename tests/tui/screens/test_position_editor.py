"""The position editor: by typing, by cursor and by mouse, and what it says meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from makachess.core import Square
from makachess.tui.screens.new_game import NewGameScreen
from makachess.tui.screens.position_editor import PositionEditor
from makachess.variants import load
from textual import events
from tui_harness import Hands, opened

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


class Taken:
    """What the editor was left with."""

    def __init__(self) -> None:
        self.given: list[tuple[str, bool]] = []

    def __call__(self, fen: str, play: bool) -> None:
        self.given.append((fen, play))


def editor(fen: str | None = None, name: str = "chess", then: Any = None) -> Any:
    return lambda: PositionEditor(load(name), fen, then or Taken())


async def type_in(hands: Hands, *texts: str) -> None:
    for text in texts:
        await hands.pilot.press(*("space" if char == " " else char for char in text), "enter")
    await hands.pilot.pause()


def fen(hands: Hands) -> str:
    return str(hands.screen.draft.fen)


@pytest.mark.slow
async def test_from_the_form_to_a_game_of_ones_own():
    async with opened(NewGameScreen) as hands:
        await hands.press("home right")
        await hands.sees("< Chess >")
        await hands.press("down down down down down enter")
        await hands.sees("ready to be played", "status")
        await hands.press("ctrl+k")
        await hands.sees("not yet: neither side has a royal", "status")
        await type_in(hands, "Ke1", "ke8")
        await hands.sees("not yet: Draw: neither side has enough left to win", "status")
        await type_in(hands, "a7", "P")
        await hands.sees("ready to be played", "status")
        await hands.press("escape")
        await hands.sees("as set up")
        await hands.press("enter")
        await type_in(hands, "a6", "p")
        await hands.press("ctrl+s")
        await hands.sees("Chess  move 1  White to move", "status")
        assert hands.screen.game_shown().start_fen == "4k3/P7/p7/8/8/8/8/4K3 w - - 0 1"


async def test_pieces_are_put_by_cursor():
    async with opened(editor("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) as hands:
        hands.screen.board.move_cursor(Square.parse("d4"))
        await hands.press("pagedown enter right ctrl+b space")
        assert fen(hands).startswith("4k3/8/8/8/3Qq3/8/4P3/4K3")
        await hands.sees("Black Queen")
        await hands.press("space left delete")
        assert fen(hands).startswith("4k3/8/8/8/8/8/4P3/4K3")
        await hands.press("pageup pageup enter")
        assert fen(hands).startswith("4k3/8/8/8/3p4/8/4P3/4K3")


async def test_pieces_are_chosen_and_put_by_mouse_on_a_turned_board_too():
    async with opened(editor("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) as hands:
        row = next(at for at, text in enumerate(hands.rows) if "Knight" in text)
        await hands.pilot.click(offset=(hands.rows[row].index("Knight"), row))
        await hands.sees("White Knight")
        await hands.click("c3")
        await hands.press("ctrl+f")
        await hands.click("h1")
        await hands.click("c3")
        assert fen(hands).startswith("4k3/8/8/8/8/8/4P3/4K2N")
        row = next(at for at, text in enumerate(hands.rows) if "To move" in text)
        await hands.pilot.click(offset=(hands.rows[row].index("White"), row))
        await hands.sees("Black to move", "status")


async def test_castling_and_squares_passed():
    async with opened(editor(CASTLE)) as hands:
        await hands.press("ctrl+r")
        await hands.sees("Castling (KQkq)", "prompt")
        await hands.press("Q enter")
        await hands.until(lambda: fen(hands).split()[2] == "Kkq", "the right withdrawn")
        await type_in(hands, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")
        await hands.press("ctrl+n")
        assert fen(hands).split()[2:4] == ["-", "d6"]
        await hands.press("ctrl+r")
        await hands.sees("No king and rook are at home", "prompt")


async def test_what_cannot_be_read_is_told_and_changes_nothing():
    async with opened(editor(CASTLE)) as hands:
        for text, reason in (
            ("X", "'X' is not a piece of Chess"),
            ("8/8", "2 ranks instead of 8"),
            ("Ne9", "'e9' is not on the board of chess (a1 to h8)"),
        ):
            await type_in(hands, text)
            await hands.sees(reason, "prompt")
            assert fen(hands) == CASTLE
        hands.screen.post_message(events.Paste("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"))
        await hands.sees("Only the pieces were kept: castling right 'Q'", "prompt")
        assert fen(hands) == "4k3/8/8/8/8/8/8/4K2R w - - 0 1"


async def test_a_position_that_cannot_be_played_is_neither_played_nor_lost():
    taken = Taken()
    async with opened(editor(then=taken)) as hands:
        await hands.press("ctrl+k ctrl+s")
        await hands.sees("This cannot be played yet: neither side has a royal", "prompt")
        await hands.press("escape")
        await hands.sees("Leave without it?", "prompt")
        await hands.press("n")
        await hands.sees_no("Leave without it?")
        await hands.press("ctrl+a ctrl+s")
        await hands.until(lambda: taken.given, "the position")
    assert taken.given == [(load("chess").start_fen, True)]


async def test_changes_are_undone_by_key_and_typed_word_and_squares_typed_as_labelled(home):
    home.mkdir()
    (home / "settings.toml").write_text('coordinates = "shogi"\n')
    async with opened(editor("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) as hands:
        await hands.sees("(N4e)", "prompt")
        await type_in(hands, "Q4e", "n5e")
        assert fen(hands).startswith("4k3/8/8/8/3nQ3/8/4P3/4K3")
        await hands.press("ctrl+z ctrl+z ctrl+z")
        await hands.sees("There is nothing to undo", "prompt")
        assert fen(hands).startswith("4k3/8/8/8/8/8/4P3/4K3")
        await type_in(hands, "redo", "Q9i")
        assert fen(hands).startswith("4k3/8/8/8/4Q3/8/4P3/4K3")
        await hands.sees(
            "'Q9i' is not a piece, square or FEN: type N or n, a square (4e), or", "prompt"
        )
