"""The program `makachess` from its first line on: Ctrl-C ends it, however far it has come."""

from __future__ import annotations

import gc
import signal

YOUNG = 10_000  # objects


def main() -> None:
    """Run the program."""
    # First of all, since loading the rest takes a while; and a long count in the kernel does not
    # look for signals later on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What is loaded stays: looking for garbage as often as Python does by default took an eighth of
    # the app's start.
    gc.set_threshold(YOUNG, 10, 10)
    from makachess.tui.cli import main

    main()
