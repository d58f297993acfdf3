"""The line to the terminal: only what differs is written, only what is used comes in."""

from makachess.tui.terminal.driver import quiet_driver
from makachess.tui.terminal.input_order import InputInOrderApp
from makachess.tui.terminal.painter import PaintedApp, Painter
from makachess.tui.terminal.signals import EndingSignals, under_job_control

__all__ = [
    "EndingSignals",
    "InputInOrderApp",
    "PaintedApp",
    "Painter",
    "quiet_driver",
    "under_job_control",
]
