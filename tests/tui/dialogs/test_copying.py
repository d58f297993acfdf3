"""Copying to the clipboard."""

from __future__ import annotations

import pytest
from makachess.play.copying import LARGEST, text_to_copy
from makachess.saves import Game
from makachess.tui.screens.board import COPIED
from makachess.variants import load
from tui_harness import playing, two_people

FEN = "/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/"


async def test_a_typed_command_copies_at_once():
    forms = {
        "copy fen": FEN,
        "Copy Board": "1  R N B",
        "copy moves": "1. e4 e5\n",
        "copy pgn": '[Variant "veteran"]',
    }
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter "e5" enter')
        for typed, copied in forms.items():
            await hands.pilot.press(*typed, "enter")
            await hands.sees(f"clipboard: {COPIED[typed[5:].lower()]}", "prompt")
            assert copied in hands.pilot.app.clipboard


def test_what_no_terminal_takes_is_refused():
    game = Game(load("chess"), None, {"White": "x" * LARGEST})
    with pytest.raises(Exception, match=r"56,\d+ bytes are more than a terminal takes \(56,000\)"):
        text_to_copy(game, "pgn")
    assert text_to_copy(game, "moves") == "\n"
