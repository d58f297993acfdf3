"""A driver for a terminal at the other end of a slow line, which may drop.

It asks for clicks and the wheel only, so that a moving mouse sends nothing, and it ends the program
when the terminal is gone: nobody is left to see it, and every move is saved already.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver

CLICKS = "\x1b[?1000h\x1b[?1006h"  # presses, releases and the wheel, in the SGR form
SILENCE = "\x1b[?1006l\x1b[?1000l"
LOOK_EVERY = 2.0  # seconds between looks at whether the terminal is still there
HUNG_UP = 128 + 1  # exit status of a program that SIGHUP has ended


def leave_at_once() -> None:
    """End the program without writing to a terminal that is gone."""
    os._exit(HUNG_UP)


def is_hung_up(descriptor: int) -> bool:
    """Whether the other end of a terminal has been closed."""
    poll = select.poll()
    poll.register(descriptor, 0)  # an end that was closed is reported unasked
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))


def quiet_driver() -> type[Driver] | None:
    """The driver to start the app with; None where Textual's own choice must stand."""
    if sys.platform == "win32":
        return None
    from textual import constants
    from textual.drivers.linux_driver import LinuxDriver

    if constants.DRIVER is not None:
        return None

    class QuietDriver(LinuxDriver):
        """Textual's driver without reports of mouse motion, and with an eye on the line."""

        def start_application_mode(self) -> None:
            start: Callable[[], None] = super().start_application_mode  # Textual gives it no types
            start()
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, leave_at_once)
            self._look_at_line()

        def _look_at_line(self) -> None:
            """SIGHUP may be blocked, as under nohup; the end of input would be read for ever."""
            if is_hung_up(self.fileno):
                leave_at_once()
            asyncio.get_running_loop().call_later(LOOK_EVERY, self._look_at_line)

        def _enable_mouse_support(self) -> None:
            if self._mouse:
                self.write(CLICKS)
                self.flush()

        def _disable_mouse_support(self) -> None:
            if self._mouse:
                self.write(SILENCE)
                self.flush()

    return QuietDriver
