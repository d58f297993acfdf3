"""The terminal is asked for its background, and what it answers never passes for keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.tui.board import BoardWidget
from makachess.tui.colors import (
    LAST_WAIT,
    LONGEST_ANSWER,
    PATIENCE,
    Answers,
    can_be_asked,
)
from makachess.tui.terminal.keyboard import Keyboard
from makachess.tui.themes import palette_for
from pty_harness import ATTRIBUTES, PICTURES, QUESTION, Terminal, environment
from tui_harness import game, opened

WHITE = b"\x1b]11;rgb:ffff/ffff/ffff\x07"
WHITE_BY_ST = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
WHOLE = WHITE_BY_ST + PICTURES + ATTRIBUTES
READY = "Type a move"


def asked() -> Answers:
    return Answers(0.0)


@pytest.mark.parametrize(
    ("environ", "safe"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, True),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "screen-256color", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/tmux", "STY": "1.pts"}, True),  # within screen
        ({"TERM": "screen-256color"}, False),
        ({"TERM": "screen.xterm-256color", "STY": "1.pts"}, False),
        ({"TERM": "screen-256color", "TMUX": "/tmp/tmux", "STY": "1.pts"}, False),  # within tmux
        ({"TERM": "xterm-256color", "STY": "1.pts"}, False),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, False),
        ({"TERM": "vt220", "COLORTERM": "truecolor"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm"}, True),
        ({"TERM": "screen", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "ansi"}, False),  # may show the question as text
        ({}, False),
    ],
)
def test_only_terminals_that_can_take_it_are_asked(environ, safe):
    assert can_be_asked(environ) is safe


@pytest.mark.parametrize(
    ("answer", "color", "shows"),
    [
        (WHITE, "#ffffff", False),
        (b"\x1b]11;rgb:28/2C/34\x07" + PICTURES, "#282c34", True),
        (b"\x1b]11;rgba:0000/0000/0000/ffff\x07", "#000000", False),
        (b"\x1b]11;?\x07", "", False),  # sent back as it was asked
        (b"\x1b]11;\x07", "", False),
        (b"\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\", "", False),
        (b"", "", False),
    ],
)
def test_an_answer_is_understood_and_none_of_it_is_a_key(answer, color, shows):
    answers = asked()
    assert answers.admit(b"e" + answer + b"4" + ATTRIBUTES + b"\x1b[A", 0.1) == b"e4\x1b[A"
    assert (answers.color, answers.has_pictures) == (color, shows)
    assert not answers.is_expected(0.2)


@pytest.mark.parametrize("pause", [0.0, 0.15])
@pytest.mark.parametrize("at", range(1, len(WHOLE)))
def test_an_answer_in_two_pieces_leaks_no_key_that_types(at, pause):
    answers, whole = asked(), WHOLE
    keys = answers.admit(whole[:at], 1.0)
    if pause:
        keys += answers.tick(1.0 + pause)
    keys += answers.admit(whole[at:] + b"e4", 1.0 + pause)
    assert keys in (b"e4", b"\x1be4")
    assert keys == b"e4" or whole[at - 1 :].startswith(b"\x1b")  # a pause right after Esc
    assert answers.color == "#ffffff"


@pytest.mark.parametrize("answers", [Answers(), asked()], ids=["never asked", "long ago"])
def test_esc_is_held_back_only_while_an_answer_is_expected(answers):
    assert answers.admit(b"\x1b", PATIENCE + 1) == b"\x1b"
    assert answers.last_wait(PATIENCE + 1) == 0


def test_an_app_that_ends_waits_for_an_answer_on_its_way_and_not_for_long():
    answers = asked()
    assert 0 < answers.last_wait(0.1) < LAST_WAIT
    assert answers.last_wait(LAST_WAIT) == 0
    answers.admit(ATTRIBUTES, 0.2)
    assert answers.last_wait(0.3) == 0


async def test_an_answer_that_comes_late_counts_from_the_next_screen_on(monkeypatch):
    monkeypatch.delenv("COLORFGBG", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    async with opened(game) as hands:
        app = hands.pilot.app
        app.terminal.answers = Answers(0.0)
        app.terminal.answers.admit(WHITE, 0.1)
        await hands.press("up")
        assert app.palette.text == palette_for("walnut", "256").text
        await hands.press("f3")
        light = palette_for("walnut", "256", ground="light").text
        assert app.palette.text == app.shogi_palette.text == light
        await hands.until(lambda: app.theme_variables["accent"] == light.accent, "its accent")
        await hands.press("ctrl+q")
        await hands.until(lambda: hands.screen.query(BoardWidget), "the game")
        assert app.palette.text == light


@pytest.mark.slow
def test_a_light_terminal_gets_text_for_it_at_once(tmp_path: Path):
    env = environment(MAKACHESS_HOME=str(tmp_path))
    env.pop("COLORFGBG", None)
    args = ("play", "chess", "--side", "both")
    with Terminal(*args, env=env, answer=None) as terminal:
        shell = terminal.line_settings
        terminal.press((WHITE + ATTRIBUTES).decode())  # sooner than anything is drawn
        terminal.wait_for(READY)
        assert b"38;5;94" in terminal.output  # the accent on light grounds,
        assert b"38;5;63" not in terminal.output  # and never that on unknown ones
        assert terminal.output.count(QUESTION) == 1
        terminal.press("Nc3")
        terminal.wait_for("Move: Nc3")
        terminal.press("escape")
        terminal.wait_gone("Move: ")  # or else, read at once, both are one key with Alt
        terminal.press("ctrl+q")
        terminal.wait_exit()
        assert terminal.line_settings == shell


def test_a_late_answer_is_not_typed():
    keyboard, whole = Keyboard("utf-8", asked()), WHITE_BY_ST + ATTRIBUTES
    pieces = (b"N" + whole[:9], whole[9:30], whole[30:] + b"c3")
    found = [event for data in pieces for event in keyboard.receive(data, 0.1)]
    assert [event.character for event in found] == ["N", "c", "3"]


def test_half_an_answer_is_dropped_and_keys_go_on():
    answers = asked()
    assert answers.admit(b"\x1b]11;rgb:ff", 0.1) == b""
    assert answers.tick(0.3) + answers.tick(0.3 + LONGEST_ANSWER) == b""
    assert answers.admit(b"Nc3", 5.0) == b"Nc3"
