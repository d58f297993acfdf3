"""The driver of an app in a browser, whose server may vanish."""

from __future__ import annotations

import signal

from makachess.tui.textual_private import loop_of
from textual.drivers.web_driver import WebDriver

NAME = f"{WebDriver.__module__}:{WebDriver.__qualname__}"
"""How a server asks for it, in TEXTUAL_DRIVER."""


class BrowserDriver(WebDriver):
    """Ends the app as SIGHUP does, once its input has ended."""

    def run_input_thread(self) -> None:
        """Read until told to stop, or until the server is gone."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            loop_of(self).call_soon_threadsafe(signal.raise_signal, signal.SIGHUP)
