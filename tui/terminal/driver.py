"""A driver that hears clicks and the wheel only: a moving mouse sends nothing over the line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver

CLICKS = "\x1b[?1000h\x1b[?1006h"  # presses, releases and the wheel, in the SGR form
SILENCE = "\x1b[?1006l\x1b[?1000l"


def quiet_driver() -> type[Driver] | None:
    """The driver to start the app with; None where Textual's own choice must stand."""
    if sys.platform == "win32":
        return None
    from textual import constants
    from textual.drivers.linux_driver import LinuxDriver

    if constants.DRIVER is not None:
        return None

    class QuietDriver(LinuxDriver):
        """Textual's driver without reports of mouse motion, which no part of this app needs."""

        def _enable_mouse_support(self) -> None:
            if self._mouse:
                self.write(CLICKS)
                self.flush()

        def _disable_mouse_support(self) -> None:
            if self._mouse:
                self.write(SILENCE)
                self.flush()

    return QuietDriver
