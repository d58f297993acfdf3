"""What the driver tells the app of its terminal."""

from __future__ import annotations

import os
from unittest.mock import patch

import pytest
from makachess.tui.terminal.driver import HIGHEST, WIDEST, window_size


@pytest.mark.parametrize(
    ("size", "drawn"),
    [
        ((80, 24), (80, 24)),
        ((1, 1), (1, 1)),
        ((1, 65535), (1, HIGHEST)),
        ((65535, 1), (WIDEST, 1)),
        ((65535, 65535), (WIDEST, HIGHEST)),
    ],
)
def test_no_more_of_a_window_is_drawn_than_a_screen_can_show(size, drawn):
    with patch("shutil.get_terminal_size", lambda _: os.terminal_size(size)):
        assert window_size() == drawn
