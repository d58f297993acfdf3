"""However the app ends: the game is on disk, the terminal as it was, the exit status says how."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from makachess.saves import Library, load_games
from processes import remove_folder
from pty_harness import COMMAND, Terminal, environment
from sampling import sampled

FAULTY = str(Path(__file__).parents[2] / "faulty.py")
MODES = b"?1049", b"?1000", b"?1002", b"?1006", b"?1004", b"?2004"


def start(home: Path, *arguments: str, fault: str = "") -> Terminal:
    env = environment(MAKACHESS_HOME=str(home))
    if fault == "leaving":
        env["TEXTUAL_DISABLE_KITTY_KEY"] = ""  # what is pushed must be popped once
    if fault:
        return Terminal(*arguments, env=env, command=(sys.executable, FAULTY, fault))
    return Terminal(*arguments, env=env)


def play_e4(terminal: Terminal) -> None:
    terminal.wait_for("move 1 White to move")
    terminal.press("e4", "enter")
    terminal.wait_for("Black to move")


def sans(home: Path) -> tuple[str, ...]:
    """The moves of the only saved game."""
    [entry] = Library(home / "games").entries()
    [game] = load_games(entry.path)
    return game.sans


def assert_given_back(terminal: Terminal, before: list[object]) -> None:
    output = terminal.output
    for mode in MODES:
        assert output.rindex(b"\x1b[" + mode + b"l") > output.rindex(mode + b"h"), mode
    assert output.rindex(b"?25h") > output.rindex(b"?25l")
    assert output.rindex(b"?7h") > output.rindex(b"?7l")
    assert terminal.line_settings == before


def go_on(terminal: Terminal, before: list[object]) -> None:
    """Let a stopped app go on, and wait until it has taken the terminal again."""
    taken = terminal.output.count(b"?1049h")
    os.kill(terminal.pid, signal.SIGCONT)
    terminal.wait_until(lambda: terminal.output.count(b"?1049h") > taken, "the screen again")
    terminal.wait_until(lambda: terminal.line_settings != before, "raw keys", quiet=True)


SIGNALS = ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"]


@pytest.mark.parametrize("name", sampled(SIGNALS, ["SIGTERM"]))
def test_a_signal_ends_the_app_in_order(tmp_path, name):
    number = getattr(signal, name)
    with start(tmp_path, "play", "veteran", "--side", "both", "--time", "5+3") as terminal:
        before = terminal.line_settings
        play_e4(terminal)
        os.kill(terminal.pid, number)
        assert terminal.wait_exit() == 128 + number
        assert_given_back(terminal, before)
        assert b"Traceback" not in terminal.output
    assert sans(tmp_path) == ("e4",)
    assert os.listdir(tmp_path / "games") == [Library(tmp_path / "games").entries()[0].path.name]


# Before and after each change of the terminal, from the first to the last.
STEPS = range(1, 31)
TRIED = sampled(STEPS, [1, 4, 9])


def last_states(output: bytes) -> dict[bytes, bytes]:
    """How each mode was left that has been changed; of kitty's keys, how many pushes are left."""
    left = dict(re.findall(rb"\x1b\[(\?\d+)([hl])", output))
    pushed = re.findall(rb"\x1b\[([<>])\d*u", output)
    return left | ({b"keys": b"%d" % (pushed.count(b">") - pushed.count(b"<"))} if pushed else {})


MODES_BEFORE = {b"?25": b"h", b"?7": b"h", b"keys": b"0"}


def assert_all_given_back(terminal: Terminal, before: list[object]) -> None:
    states = last_states(terminal.output)
    assert states == {mode: MODES_BEFORE.get(mode, b"l") for mode in states}
    assert terminal.line_settings == before


def how_it_ended(terminal: Terminal) -> int:
    """Whether the program has ended or was stopped; 0: neither."""
    how = os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT
    seen = os.waitid(os.P_PID, terminal.pid, how)
    return seen.si_code if seen else 0


def leave(terminal: Terminal, times: int = 1) -> int:
    """Leave the app once it has taken the terminal, if it has not ended or stopped; which."""
    terminal.wait_until(
        lambda: terminal.output.count(b"?2004h") >= times or how_it_ended(terminal) != 0,
        "keys or the end",
        quiet=True,
    )
    terminal.press("ctrl+q")
    terminal.wait_until(lambda: how_it_ended(terminal) != 0, "the end", quiet=True)
    terminal.drain()
    return how_it_ended(terminal)


def start_with_signal(home: Path, name: str, step: int) -> Terminal:
    env = environment(MAKACHESS_HOME=str(home)) | {"TEXTUAL_DISABLE_KITTY_KEY": ""}
    return Terminal(env=env, command=(sys.executable, FAULTY, f"signalled:{name}@{step}"))


@pytest.mark.slow
@pytest.mark.parametrize("step", TRIED)
@pytest.mark.parametrize("name", sampled([*SIGNALS, "SIGUSR1"], ["SIGTERM"]))
def test_whoever_ends_the_program_at_any_step_finds_the_terminal_restored(tmp_path, name, step):
    with start_with_signal(tmp_path, name, step) as terminal:
        before = terminal.line_settings
        leave(terminal)
        status = terminal.wait_exit()
        assert_all_given_back(terminal, before)
        assert b"Traceback" not in terminal.output
    assert status in (128 + getattr(signal, name), 0)  # 0: there are fewer steps


@pytest.mark.slow
@pytest.mark.parametrize("step", TRIED)
def test_a_program_stopped_at_any_step_leaves_the_terminal_restored(tmp_path, step):
    with start_with_signal(tmp_path, "SIGTSTP", step) as terminal:
        before = terminal.line_settings
        if leave(terminal) == os.CLD_STOPPED:
            assert_all_given_back(terminal, before)
            os.waitpid(terminal.pid, os.WUNTRACED)
            taken = terminal.output.count(b"?2004h")
            os.kill(terminal.pid, signal.SIGCONT)
            leave(terminal, taken + 1)
        assert terminal.wait_exit() == 0
        assert_all_given_back(terminal, before)


@pytest.mark.slow
def test_a_signal_while_moves_are_unsaved_ends_with_the_status_for_that(tmp_path):
    with start(tmp_path, "play", "chess", "--side", "both") as terminal:
        play_e4(terminal)
        remove_folder(tmp_path / "games")
        (tmp_path / "games").touch()
        terminal.press("e5", "enter")
        terminal.wait_for("NOT SAVED")
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.wait_exit() == 74
        assert "NOT SAVED" in terminal.output.rpartition(b"?1049l")[2].decode()


@pytest.mark.slow
def test_a_line_that_drops_does_not_interrupt_the_save(tmp_path):
    with start(tmp_path, "play", "veteran", "--side", "both", fault=f"dropped:{tmp_path}/in") as t:
        t.wait_for("move 1 White to move")
        t.press("e4", "enter")
        t.wait_until((tmp_path / "in").exists, "the save", quiet=True)
        t.hang_up()
        assert t.status == 128 + signal.SIGHUP
    assert sans(tmp_path) == ("e4",)


@pytest.mark.slow
def test_an_app_that_is_stuck_still_ends_on_a_signal(tmp_path):
    with start(tmp_path, "play", "veteran", "--side", "both", fault="stuck") as terminal:
        before = terminal.line_settings
        play_e4(terminal)
        terminal.press("ctrl+f")
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.wait_exit() == 128 + signal.SIGTERM
        assert_given_back(terminal, before)
    assert sans(tmp_path) == ("e4",)


@pytest.mark.slow
def test_a_shell_gets_the_terminal_back_and_continues_the_app(tmp_path):
    script = '"$0" play veteran --side both; stty -a; read x; fg >/dev/null; echo sta""tus $?'
    env = environment(MAKACHESS_HOME=str(tmp_path))
    with Terminal(env=env, command=("bash", "-mc", script, COMMAND)) as terminal:
        play_e4(terminal)
        terminal.press("suspend", "enter")
        terminal.wait_for(" icanon ")
        terminal.press("\n")
        # The last thing written before keys are the app's: earlier, Enter is still the line's.
        terminal.wait_until(lambda: terminal.output.count(b"?2004h") == 2, "the app again")
        terminal.press("e5", "enter")
        terminal.wait_for("1 e4 +e5")
        terminal.press("ctrl+q")
        terminal.wait_for("status 0")
    assert sans(tmp_path) == ("e4", "e5")


@pytest.mark.slow
def test_an_app_that_was_stopped_from_outside_goes_on(tmp_path):
    with start(tmp_path, "play", "veteran", "--side", "both") as terminal:
        before = terminal.line_settings
        play_e4(terminal)
        for _ in range(2):
            os.kill(terminal.pid, signal.SIGSTOP)
            os.waitpid(terminal.pid, os.WUNTRACED)
            terminal.line_settings = before  # as a shell does
            go_on(terminal, before)
        terminal.press("e5", "enter")
        terminal.wait_for("1 e4 +e5")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
        assert_given_back(terminal, before)


@pytest.mark.slow
def test_a_program_stopped_while_its_app_is_ending_has_given_the_terminal_back(tmp_path):
    with start(tmp_path, "play", "veteran", "--side", "both", fault="leaving") as terminal:
        before = terminal.line_settings
        play_e4(terminal)
        terminal.press("ctrl+q")
        assert os.WIFSTOPPED(os.waitpid(terminal.pid, os.WUNTRACED)[1])
        terminal.drain()
        assert_all_given_back(terminal, before)
        os.kill(terminal.pid, signal.SIGCONT)
        assert terminal.wait_exit() == 0
        assert_all_given_back(terminal, before)


@pytest.mark.parametrize("stream", sampled(["<&-", ">&-", "</dev/null"], ["<&-"]))
def test_without_a_terminal_the_app_says_so(tmp_path, stream):
    env = environment(MAKACHESS_HOME=str(tmp_path))
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" {stream}', COMMAND],
        env=env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("makachess: this needs a terminal")
    assert done.stderr.count("\n") == 1
