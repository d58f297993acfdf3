"""What a visitor's process is: the app at the visitor's terminal, in the visitor's own folder."""

from __future__ import annotations

import fcntl
import json
import os
import random
import signal
import sys
import termios
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.core.text import sentence, visible
from makachess.tui.door.confinement import confine
from makachess.tui.door.line import Line

LINE = 3  # the descriptor of the line to the host; those below are the terminal's
NOWHERE = "/dev/null/watch"  # the folder of who looks on: nothing can be written there
UNKNOWN_SIGN = "\ufffd"  # what stands for bytes that are no UTF-8
QUESTION = "You are new here. Under which name do you want to play?"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who comes in: a player, a newcomer who has to choose a name, or somebody who looks on.

    `suggested` is the name that a newcomer has come by. `home` is the folder above the players',
    and `readable` what else may be read of the host's.
    """

    name: str
    home: str
    readable: str
    terminal: str = ""
    colors: str = ""
    origin: str = ""
    suggested: str = ""
    is_watcher: bool = False


def visit(visitor: Visitor, terminal: int, line: int) -> int:
    """Run the app for a visitor; its exit status. Nothing of the host's but the line is left."""
    _take(terminal, line)
    _set_environment(visitor)
    from makachess.saves.restriction import restrict
    from makachess.tui.output import complain, guard_output
    from makachess.tui.report import FAULT, tell_fault

    restrict()
    random.seed()
    guard_output()
    try:
        return _run(visitor, Line(LINE))
    except MakachessError as error:
        complain(f"makachess: {error}")
        return 2
    except Exception as error:
        complain(f"makachess: {tell_fault(error)}")
        return FAULT


def _take(terminal: int, line: int) -> None:
    """Lead a session at the terminal, with no descriptor but that and the line."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    line = os.dup(line) if line <= LINE else line
    for descriptor in (0, 1, 2):
        os.dup2(terminal, descriptor)
    os.dup2(line, LINE, inheritable=False)
    os.closerange(LINE + 1, os.sysconf("SC_OPEN_MAX"))
    streams = (
        *(("stdin", "r", "replace"), ("stdout", "w", "strict")),
        ("stderr", "w", "backslashreplace"),
    )
    for descriptor, (name, mode, errors) in enumerate(streams):
        stream = os.fdopen(descriptor, mode, encoding="utf-8", errors=errors, closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _set_environment(visitor: Visitor) -> None:
    """Set what the app asks of the environment, and nothing of the host's."""
    kept = {name: os.environ[name] for name in ("PATH", "TZ") if name in os.environ}
    os.environ.clear()
    # PYTHONUTF8: the terminal speaks UTF-8 because we say so, not for want of a locale.
    os.environ.update(kept, LC_ALL="C.UTF-8", PYTHONUTF8="1")
    os.environ.update(TERM=visitor.terminal, SSH_CONNECTION=visitor.origin)
    if visitor.colors:
        os.environ["COLORTERM"] = visitor.colors


def _run(visitor: Visitor, line: Line) -> int:
    from makachess.saves.restriction import PLAYERS, player_folder
    from makachess.tui.app import run_app
    from makachess.tui.host_address import HostAddress
    from makachess.tui.screens.home import HomeScreen, is_newcomer
    from makachess.tui.screens.tables import TablesScreen
    from makachess.tui.terminal.holding import open_terminal
    from makachess.variants.sources import HOME_VARIABLE

    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # there is no shell to go back to
    name = visitor.name or _ask_name(visitor.suggested, line)
    folder = Path(visitor.home, PLAYERS, player_folder(name))
    if not visitor.is_watcher:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
    confine(None if visitor.is_watcher else folder, Path(visitor.readable))
    os.environ[HOME_VARIABLE] = NOWHERE if visitor.is_watcher else str(folder)
    terminal = open_terminal()
    address = HostAddress(name=name, begins=False, dial=line.dial)
    welcomes = is_newcomer()
    first = TablesScreen if visitor.is_watcher else partial(HomeScreen, welcomes=welcomes)
    return run_app(terminal, first, mouse=True, host_address=address)


def _ask_name(suggested: str, line: Line) -> str:
    """The name that a newcomer has chosen, and been given."""
    print(QUESTION)
    while True:
        print(f"Name [{visible(suggested)}]: " if suggested else "Name: ", end="", flush=True)
        answer = sys.stdin.readline()
        if not answer:
            raise MakachessError("no name was chosen")
        if name := answer.strip() or suggested:
            try:
                if UNKNOWN_SIGN in name:
                    raise MakachessError("your terminal does not send UTF-8: use plain letters")
                line.register(name)
            except MakachessError as error:
                print(f"{sentence(str(error))}.")
            else:
                return name


if __name__ == "__main__":
    _, said, *handles = sys.argv
    sys.exit(visit(Visitor(**json.loads(said)), *map(int, handles)))
