"""The program `makachess` from its first line on: Ctrl-C ends it, however far it has come."""

from __future__ import annotations

import gc
import os
import signal
import sys

YOUNG = 10_000  # objects


def main() -> None:
    _leave_out_current_folder()
    # First of all, since loading the rest takes a while; and a long count in the kernel does not
    # look for signals later on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What is loaded stays: looking for garbage as often as Python does by default took an eighth of
    # the app's start.
    gc.set_threshold(YOUNG, 10, 10)
    from makachess.tui.cli import main

    main()


def _leave_out_current_folder() -> None:
    """Import nothing from the current folder, here or in what is started, unless it is named.

    To Python an empty entry of PYTHONPATH means that folder, such as `$PYTHONPATH:/more` leaves it;
    `python -c` and `-m` put it first.
    """
    named = [*filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    if "PYTHONPATH" in os.environ:
        os.environ["PYTHONPATH"] = os.pathsep.join(named)
    wanted = {*map(os.path.abspath, named)}
    unnamed = {"", os.path.abspath(os.curdir)} - wanted
    library = os.path.dirname(os.__file__)
    end = sys.path.index(library) if library in sys.path else 0  # what comes later is installed
    sys.path[:end] = [entry for entry in sys.path[:end] if entry not in unnamed]


if __name__ == "__main__":
    main()
