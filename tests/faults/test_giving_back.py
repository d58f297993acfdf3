"""Promise 8: the terminal is given back as it was, however the program ends."""

from __future__ import annotations

import os
import re
import shlex
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from faults.playing import start_game, type_moves, wait_for_plies
from pty_harness import COMMAND, Terminal, environment

_SWITCH = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_KITTY = re.compile(rb"\x1b\[([<>])\d*u")
ON_BEFORE = {b"25", b"7"}  # cursor and wrapping: the modes that are on in a terminal left alone


def modes_left(output: bytes) -> set[bytes]:
    """The terminal's modes that the output leaves otherwise than they were."""
    state: dict[bytes, bool] = {}
    for modes, switch in _SWITCH.findall(output):
        state |= dict.fromkeys(modes.split(b";"), switch == b"h")
    left = {mode for mode, is_on in state.items() if is_on != (mode in ON_BEFORE)}
    pushes = _KITTY.findall(output)
    return left | ({b"kitty"} if pushes.count(b">") > pushes.count(b"<") else set())


def play_a_move(home: Path, *faults: str) -> Terminal:
    terminal = start_game(home, faults=faults)
    type_moves(terminal, ["e2e4"])
    wait_for_plies(terminal, 1)
    return terminal


def quit_a_game(terminal: Terminal) -> int:
    terminal.press("ctrl+q")
    return 0


def signalled(number: signal.Signals) -> Callable[[Terminal], int]:
    def send(terminal: Terminal) -> int:
        os.kill(terminal.pid, number)
        return 128 + number

    return send


WAYS = {
    "leaving a game": quit_a_game,
    **{
        name: signalled(getattr(signal, name))
        for name in ("SIGTERM", "SIGQUIT", "SIGHUP", "SIGINT")
    },
}


@pytest.mark.cases(20, 1)
@pytest.mark.parametrize("way", WAYS)
def test_the_terminal_is_given_back(home: Path, way: str, seed: int) -> None:
    with play_a_move(home) as terminal:
        before = fresh_settings()
        assert terminal.line_settings != before
        check_given_back(terminal, WAYS[way], before)


def fresh_settings() -> list[object]:
    """The settings of a new terminal whose program does nothing."""
    with Terminal("2", command=("sleep",)) as terminal:
        return terminal.line_settings


def check_given_back(
    terminal: Terminal, way: Callable[[Terminal], int], before: list[object]
) -> None:
    assert b"\x1b[?1049h" in terminal.output
    assert modes_left(terminal.output)
    expected = way(terminal)
    status = terminal.wait_exit()
    assert status in (expected, 128 - expected), f"exit status {status}"
    assert not modes_left(terminal.output)
    assert terminal.line_settings == before


@pytest.mark.cases(20, 1)
def test_the_terminal_is_given_back_while_stopped(home: Path, seed: int) -> None:
    """A shell with job control runs the program, which is stopped and continued."""
    run = shlex.join([COMMAND, "play", "chess", "--side", "both"])
    script = f"stty -a; {run}; stty -a; echo sto''pped; read x; fg >/dev/null; echo en''ded"
    command = ("bash", "-mc", script)
    env = environment(MAKACHESS_HOME=str(home))
    with Terminal(env=env, command=command) as terminal:
        terminal.wait_for("move 1 White to move")
        type_moves(terminal, ["e2e4"])
        wait_for_plies(terminal, 1)
        os.kill(program_in(terminal.pid), signal.SIGTSTP)
        terminal.wait_until(lambda: b"stopped" in terminal.output, "stopped")
        assert not modes_left(terminal.output)
        first, second = re.findall(rb"speed .*?-extproc", terminal.output, re.DOTALL)
        assert first == second
        seen = terminal.received
        terminal.press("\n")
        drawn = terminal.wait_until
        drawn(lambda seen=seen: b"Black" in terminal.output[seen:], "the game again")
        type_moves(terminal, ["e7e5"])
        wait_for_plies(terminal, 2)
        terminal.press("ctrl+q")
        terminal.wait_until(lambda: b"ended" in terminal.output, "the end")
        assert not modes_left(terminal.output)


def program_in(shell: int) -> int:
    """The only child of a shell."""
    (child,) = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    return int(child)
