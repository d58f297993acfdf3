"""Bytes that no keyboard sends, pasted megabytes, and terminals that know only ASCII."""

from __future__ import annotations

import os

import pytest
from pty_harness import Terminal, environment
from sampling import sampled

MEGABYTE = 1 << 20


@pytest.fixture
def env(tmp_path):
    return environment(MAKACHESS_HOME=str(tmp_path))


def send(terminal: Terminal, data: bytes) -> None:
    """Write bytes while the screen is read, as a terminal does: the line holds only a few kB."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(terminal.descriptor, rest[:4096]) :]
        terminal.read(0.0001)


@pytest.mark.terminal
def test_a_byte_of_latin_1_is_no_end(env):
    with Terminal("play", "veteran", "--side", "both", env=env) as terminal:
        terminal.wait_for("White to move")
        send(terminal, b"\xff\xe9e")
        terminal.wait_for("Move: \ufffd\ufffde")
        terminal.press("escape")
        terminal.wait_gone("Move: ")
        terminal.press("e4", "enter")
        terminal.wait_for("Black to move")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


@pytest.mark.terminal
def test_a_megabyte_pasted_takes_at_most_a_line(env):
    with Terminal("play", "veteran", "--side", "both", env=env) as terminal:
        terminal.wait_for("White to move")
        send(terminal, b"x" * MEGABYTE)
        terminal.wait_for("That has 201 characters,")
        while terminal.read(0.5):  # until what was pasted has been taken in
            pass
        terminal.press("ctrl+u")
        terminal.wait_gone("That has 201 characters,")
        assert "xxx" not in terminal.text
        terminal.press("e4", "enter")
        terminal.wait_for("Black to move")


PLAIN = [{"LC_ALL": "C"}, {"TERM": "vt100"}, {"PYTHONIOENCODING": "ascii"}]


@pytest.mark.terminal
@pytest.mark.parametrize("looks", sampled(PLAIN, PLAIN[-1:]), ids=str)
def test_a_terminal_without_utf_8_is_sent_ascii(env, looks):
    del env["PYTHONUTF8"]
    settings = env["MAKACHESS_HOME"] + "/settings.toml"
    with open(settings, "w", encoding="utf-8") as file:
        file.write('pieces = "figures"\nplayer = "Ærø"\n')
    with Terminal("play", "maka", "--side", "both", env=env | looks) as terminal:
        terminal.wait_for("White to move")
        terminal.wait_for("> White")
        terminal.press("ctrl+p")
        terminal.wait_for("Pieces: ascii; this terminal can show no others")
        terminal.press("ctrl+e")
        terminal.wait_until(lambda: any(row[:1] == "#" for row in terminal.rows), "the chances")
        terminal.press("f1")
        terminal.wait_for("take back a move")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
        assert terminal.output.isascii()
        assert b"\\u" not in terminal.output
