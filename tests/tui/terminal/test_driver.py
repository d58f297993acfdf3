"""The driver: output to a terminal that nobody reads or that is gone, and windows of any size."""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Iterator
from threading import Thread
from unittest.mock import patch

import pytest
from makachess.tui.terminal.driver import (
    HIGHEST,
    MOST_QUEUED,
    WIDEST,
    TerminalWriter,
    window_size,
)


@pytest.fixture
def line() -> Iterator[list[int]]:
    """The two ends of a terminal: a person's, and the program's."""
    ends = list(pty.openpty())
    tty.setraw(ends[1])
    yield ends
    for end in ends:
        os.close(end)


@pytest.fixture
def writer(line: list[int]) -> TerminalWriter:
    writer = TerminalWriter(line[1], "ascii")
    writer.start()
    return writer


def test_all_texts_arrive_in_order_in_the_terminals_encoding(line, writer):
    for text in ("one ", "two ", "\N{BLACK CHESS KNIGHT}"):
        writer.write(text)
    writer.stop()
    assert not writer.is_alive()
    expected, found = b"one two \\u265e", b""
    while len(found) < len(expected):  # a terminal passes them on when it likes
        found += os.read(line[0], 100)
    assert found == expected


def test_a_terminal_that_is_gone_stops_nobody(line, writer):
    os.close(line[0])
    line[0] = os.open(os.devnull, os.O_RDONLY)
    for _ in range(3 * MOST_QUEUED):
        writer.write("text " * 1000)
    writer.stop()
    assert not writer.is_alive()


@pytest.mark.slow
def test_a_terminal_that_takes_nothing_stops_nobody_once_hurried(line, writer):
    def write() -> None:
        for _ in range(3 * MOST_QUEUED):
            writer.write("text " * 1000)

    writing = Thread(target=write, daemon=True)
    writing.start()
    while writer._texts.qsize() <= MOST_QUEUED:  # the writer is stuck, and `write` waits for it
        assert writing.is_alive()
    writer.hurry()
    writing.join()
    writer.stop()
    assert writer.is_alive()
    os.close(line[0])  # lets it go
    line[0] = os.open(os.devnull, os.O_RDONLY)
    writer.join()


@pytest.mark.parametrize(
    ("size", "drawn"), [((80, 24), (80, 24)), ((1, 65535), (1, HIGHEST)), ((65535, 1), (WIDEST, 1))]
)
def test_no_more_of_a_window_is_drawn_than_a_screen_can_show(size, drawn):
    with patch("shutil.get_terminal_size", lambda _: os.terminal_size(size)):
        assert window_size() == drawn
