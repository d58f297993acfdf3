"""Copying to the clipboard, which terminals take in an OSC 52 sequence."""

from __future__ import annotations

import base64
import re

import pytest
from makachess.play.copying import LARGEST, text_to_copy
from makachess.saves import Game
from makachess.tui.screens.board import COPIED
from makachess.variants import load
from pty_harness import Terminal, environment
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


@pytest.mark.terminal
def test_the_terminal_gets_the_text_and_the_screen_stays_as_it_is(tmp_path):
    env = environment(MAKACHESS_HOME=str(tmp_path))
    with Terminal("play", "veteran", "--side", "both", env=env) as terminal:
        terminal.wait_for("White to move")
        terminal.press("\x1bc")  # Alt+C
        terminal.wait_for("f FEN")
        terminal.press("f")
        terminal.wait_for("clipboard: FEN, [0-9]+ characters")
        (sent,) = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07", terminal.output)
        assert base64.b64decode(sent).decode().startswith("rn")
        board = terminal.rows[1:-2]
        terminal.press("ctrl+l")
        terminal.drain()
        assert terminal.rows[1:-2] == board
