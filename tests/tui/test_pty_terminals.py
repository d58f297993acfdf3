"""What terminals get by the TERM, COLORTERM and locale that sshd hands on: a terminal a row."""

from __future__ import annotations

import re

import pytest
from pty_harness import Terminal, environment

# What is never sent, as regular expressions.
TEXTS = rb"\x1b\]"  # commands with texts: titles, colours, the pointer's shape
RECENT = rb"\x1b\[[<>]|\x1b\[\?2026"  # keys in the way of kitty, pictures without tearing
NOTHING = rb"(?!)"
CONSOLE = TEXTS + b"|" + RECENT

COLOURS = {
    "none": (NOTHING, rb"\x1b\[(?:[0-9;]*;)?(?:[349][0-8]|10[0-7])(?:;[0-9;]*)?m"),
    "16": (rb"\x1b\[(?:[0-9;]*;)?[39][0-7](?:;[0-9;]*)?m", rb"[34]8;"),
    "256": (rb"48;5;", rb"[34]8;2;"),
    "true": (rb"48;2;", rb"48;5;(?!(?:16|231)[;m])"),  # pieces, like text, go by their numbers
}
FIGURES = "♔♕♖♗♘♙♚♛♜♝♞♟▘▝▖▞▛▗▚▜▙▟"  # pieces and quarters of blocks
SIGNS = {"ascii": r"[^\x00-\x7f]", "console": f"[{FIGURES}]|[^\x00-\u25ff]", "all": "(?!)"}
UTF_8 = {"LC_ALL": "C.UTF-8"}


def row(
    colours: str, signs: str, never: bytes = NOTHING, **looks: str
) -> tuple[str, str, bytes, dict[str, str]]:
    """What a terminal gets, and the environment by which it is known."""
    return colours, signs, never, looks


CASES = [
    row("none", "ascii", CONSOLE, TERM="vt220", **UTF_8),
    row("16", "console", CONSOLE + b"|[\x80-\x9f]", TERM="linux", LC_ALL="C"),
]


def label(case: tuple[str, str, bytes, dict[str, str]]) -> str:
    return " ".join(f"{name}={value}" for name, value in case[3].items())


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=label)
def test_a_terminal_gets_what_it_can_show(case, tmp_path):
    colours, signs, never, looks = case
    env = environment(MAKACHESS_HOME=str(tmp_path))
    for name in ("PYTHONUTF8", "LANG", "LC_ALL", "LC_CTYPE"):
        env.pop(name, None)
    if never.startswith(CONSOLE):
        del env["TEXTUAL_DISABLE_KITTY_KEY"]  # as if it were a terminal that might know it
    with Terminal("play", "veteran", "--side", "both", env=env | looks) as terminal:
        terminal.wait_for("White to move")
        terminal.find(r"\[|▛▀? +▀?▜|┏")  # the cursor: corners, or a frame without colours
        terminal.press("e2e4", "enter")
        terminal.wait_for("Black to move")
        terminal.press("e9", "enter")  # what is said then is red
        terminal.wait_for("'e9'")
        terminal.press(":")
        terminal.wait_for("Command:")
        terminal.press("escape")
        terminal.wait_gone("Command:")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
        sent = terminal.output
    some, none = COLOURS[colours]
    assert colours == "none" or re.search(some, sent)
    assert not re.search(none, sent)
    assert not re.search(SIGNS[signs], sent.decode())
    assert signs != "all" or not sent.isascii()
    assert not re.search(never, sent)


@pytest.mark.slow
def test_a_locale_of_latin_1_gets_its_letters_and_no_others(tmp_path):
    env = environment(MAKACHESS_HOME=str(tmp_path), PYTHONIOENCODING="iso8859-1")
    (tmp_path / "settings.toml").write_text('player = "Ærø ♞"\n', encoding="utf-8")
    with Terminal("play", "chess", "--side", "white", env=env) as terminal:
        terminal.wait_for("White to move|Your move|Type a move")
        terminal.drain()
        sent = terminal.output
    assert b"\xc6r\xf8" in sent
    assert not re.search(rb"[\x80-\x9f]", sent)
    assert "♞".encode() not in sent


@pytest.mark.slow
def test_clicks_and_drags_are_asked_for_and_a_moving_mouse_is_not(tmp_path):
    env = environment(MAKACHESS_HOME=str(tmp_path))
    for options, asked in (((), {b"1000", b"1002"}), (("--no-mouse",), set())):
        with Terminal(*options, "play", "veteran", "--side", "both", env=env) as terminal:
            terminal.wait_for("White to move")
            modes = set(re.findall(rb"\x1b\[\?(100[0-3])h", terminal.output))
        assert modes == asked
