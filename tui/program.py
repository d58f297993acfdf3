"""The program `makachess` from its first line on: Ctrl-C ends it, however far it has come."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the program."""
    # First of all, since loading the rest takes a while; and a long count in the kernel does not
    # look for signals later on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from makachess.tui.cli import main

    main()
