"""makachess with a fault: `faulty.py FAULT ARGUMENT...`, for tests of what it does then.

The faults are made in this process; the program itself knows nothing of them. `faults/injected.py`
has those of disks.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

from makachess.tui.program import main
from makachess.tui.terminal.driver import is_hung_up

FAULTS: dict[str, Callable[[str], object]] = {}


def fault(function: Callable[[str], object]) -> Callable[[str], object]:
    FAULTS[function.__name__] = function
    return function


@fault
def dropped(file: str) -> None:
    """The line drops while a game is being written; a file is made once that is waited for."""
    real = os.fsync

    def fsync(handle: int) -> None:
        if not is_hung_up(0):
            Path(file).touch()
        while not is_hung_up(0):
            time.sleep(0.01)
        for _ in range(100):  # so that handlers of signals have their turn
            time.sleep(0.001)
        real(handle)

    os.fsync = fsync


@fault
def flip(_: str) -> None:
    """Turning the board fails."""
    instead_of_turning(divide)


@fault
def thread(_: str) -> None:
    """Turning the board starts a thread that fails."""
    instead_of_turning(lambda: Thread(target=divide).start())


@fault
def stuck(_: str) -> None:
    """Turning the board never ends."""
    from makachess.tui.terminal import holding

    holding.DEADLINE = 0.1

    def wait() -> None:
        while True:
            time.sleep(0.01)

    instead_of_turning(wait)


@fault
def leaving(_: str) -> None:
    """While the app is ending, before it has given the terminal back, the program is stopped."""
    from textual._animator import Animator

    end = Animator.stop  # the last thing that an app does before

    async def stop_and_end(animator: Animator) -> None:
        signal.raise_signal(signal.SIGTSTP)
        await asyncio.sleep(0)  # the signal's handler leaves it to the event loop
        await end(animator)

    patch.object(Animator, "stop", stop_and_end).start()


@fault
def signalled(text: str) -> None:
    """A signal arrives, as in `SIGTERM@3`, at a step: before or after the terminal is changed.

    That is wherever it is written to, or its line settings are.
    """
    name, _, at = text.partition("@")
    number, steps = getattr(signal, name), count(1)

    def step() -> None:
        if next(steps) == int(at):
            os.kill(os.getpid(), number)

    def with_steps(real: Callable[..., Any]) -> Callable[..., Any]:
        def change(descriptor: int, *rest: Any) -> Any:
            if not os.isatty(descriptor):
                return real(descriptor, *rest)
            step()
            try:
                return real(descriptor, *rest)
            finally:
                step()

        return change

    os.write, termios.tcsetattr = with_steps(os.write), with_steps(termios.tcsetattr)


def divide() -> None:
    raise ZeroDivisionError("division by zero")


def instead_of_turning(do: Callable[[], object]) -> None:
    from makachess.tui.screens.board import BoardScreen

    patch.object(BoardScreen, "action_flip", lambda _: do()).start()


if __name__ == "__main__":
    name, _, argument = sys.argv.pop(1).partition(":")
    FAULTS[name](argument)
    main()
