"""The line to the terminal: write only what differs, ask for no more than is used."""

from makachess.tui.terminal.driver import quiet_driver
from makachess.tui.terminal.painter import Painter

__all__ = ["Painter", "quiet_driver"]
