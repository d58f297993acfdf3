"""Whole sessions: the app in a pseudo-terminal, and a person who does anything there.

That is: presses random keys, pastes, resizes the window, and stops the app as Ctrl-Z does. A
session dies if the app ends with any status but 0 or that of a signal sent to it, does not end when
it is told to, does not read what is sent, or leaves its terminal to a shell otherwise than it was.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import termios
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pty_harness import Terminal, environment

from fuzz.files import game_samples
from fuzz.mutator import AWKWARD
from fuzz.running import MOST_CRASHES, Run

STARTS: tuple[Sequence[str], ...] = (
    (),
    ("play", "veteran", "--side", "both"),
    ("play", "devingt", "--side", "both"),
    ("play", "maka", "--side", "both"),
    ("play", "chess", "--level", "1"),
    ("play", "decimaka", "--level", "1", "--time", "1+1"),
    ("replay", "games/0.pgn"),
)
SIZES = ((80, 24), (120, 40), (40, 10), (20, 5), (200, 60))
# Those too small for the app are for what it shows no list, board or text in.
ODD_SIZES = ((30, 9), (39, 24), (80, 9), (65535, 1), (1, 65535), (1, 1))
KEYS = (
    *(b"\r", b"\x1b", b"\t", b" ", b"\x7f", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1bOP"),
    *b"\x1b[5~ \x1b[6~ \x1b[H \x1b[F ? y n 1 \x1b[200~ \x1b[201~".split(),
    *(b"e4\r", b"e2e4\r", b"Nf3\r", b"help\r", b"undo\r", b"resign\r", b"a1=N,a2a3K\r", b"(", b")"),
    *(bytes([control]) for control in range(1, 32)),
    *(b"\x1b[<0;9;9M\x1b[<0;9;9m", b"\x1b[<64;9;9M", b"\x1b[<65;9;9M", b"\x1b[I", b"\x1b[O"),
)
READY = b"\x1b[?2004h"  # the last thing written before keys are the app's
QUIT = b"\x11"
# A name with a folder in it can be typed where the game is to be saved: nothing outside is touched.
FORBIDDEN = b"/~"
# We end the app by SIGTERM; while it leaves by itself, Ctrl-C and Ctrl-\\ are signals again.
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
ENDS = (0, *(128 + number for number in SIGNALS), *(-number for number in SIGNALS))
STILL = 0.02  # seconds without output after which the next keys are sent
PATIENCE = 30.0  # seconds to begin, to read, to stop, to end
LONGEST_PASTE = 100_000  # bytes
KEPT = 4000  # bytes of output kept for the report of a death


@dataclass(frozen=True)
class Resize:
    """The window has another size."""

    width: int
    height: int


@dataclass(frozen=True)
class Suspend:
    """The app is stopped, and continued."""


Act = bytes | Resize | Suspend  # bytes are typed


def run_sessions(name: str, sessions: int, sequences: int, seed: int) -> Run:
    """Sessions, each of a number of sequences of keys."""
    run = Run(name)
    began = time.monotonic()
    for number in range(sessions):
        rng = Random(f"{seed} {number}")
        home = Path(tempfile.mkdtemp(prefix="makachess-fuzz-"))
        try:
            _furnish(home)
            death = _play(home, rng, [act(rng) for _ in range(sequences)])
        finally:
            shutil.rmtree(home, ignore_errors=True)
        run.inputs += sequences
        if death and len(run.crashes) < MOST_CRASHES:
            run.crashes[f"session {number}: {death[0]}"] = death[1]
    run.seconds = time.monotonic() - began
    return run


def _furnish(home: Path) -> None:
    """Saved games, a good variant of one's own and a broken one."""
    (home / "games").mkdir()
    (home / "variants").mkdir()
    samples = game_samples()
    for number, text in enumerate(samples[:: len(samples) // 6]):
        (home / "games" / f"{number}.pgn").write_bytes(text)
    (home / "games" / "odd.pgn").write_bytes(b'[White "\x1b[2J\xff"]\n\n1. a1=N,a2a3K *\n')
    (home / "variants" / "mini.toml").write_text('extends = "veteran"\ntitle = "Mini"\n')
    (home / "variants" / "broken.toml").write_text("files = 'many'\n")


def act(rng: Random) -> Act:
    """What that person does next."""
    kind = rng.random()
    if kind < 0.1:
        return Resize(*rng.choice(ODD_SIZES + SIZES))
    if kind < 0.15:
        return Resize(rng.randrange(1, 60), rng.randrange(1, 20))
    if kind < 0.18:
        return Suspend()
    return _paste(rng) if kind < 0.22 else _sequence(rng)


def _paste(rng: Random) -> bytes:
    """A text of any length, whose end may be lost."""
    text = rng.choice((b"e4\n", b"x", *AWKWARD)).replace(b"\x1b", b"")
    times = rng.choice((1, 100, LONGEST_PASTE)) // max(len(text), 1)
    return b"\x1b[200~" + text * max(times, 1) + b"\x1b[201~" * (rng.random() < 0.7)


def _sequence(rng: Random) -> bytes:
    """A few keys, known ones and bytes that no keyboard sends."""
    parts = []
    for _ in range(rng.randrange(1, 6)):
        kind = rng.random()
        if kind < 0.7:
            parts.append(rng.choice(KEYS))
        elif kind < 0.85:
            parts.append(rng.randbytes(rng.randrange(1, 8)))
        else:
            parts.append(rng.choice(AWKWARD)[:64])
    keys = b"".join(parts).translate(None, FORBIDDEN)
    return keys if rng.random() < 0.1 else keys.replace(QUIT, b"").replace(b"\x03", b"")


def _play(home: Path, rng: Random, acts: Sequence[Act]) -> tuple[str, bytes] | None:
    """Do all that, in a new app whenever one has quit; why one has died, and after what."""
    ahead = list(reversed(acts))
    while ahead:
        player = Player(home, rng.choice(STARTS), rng.choice(SIZES + ODD_SIZES))
        done: list[Act] = []
        while ahead and player.status is None and not player.fault:
            done.append(ahead.pop())
            player.do(done[-1])
        status = player.end()
        if player.fault or status not in ENDS:
            last = player.output.decode(errors="replace")
            what = player.fault or f"ended with {status}"
            why = f"{player.arguments} at {player.size} {what}: {last!r}{_reports(home)}"
            return why, b"\n".join(a if isinstance(a, bytes) else repr(a).encode() for a in done)
    return None


def _reports(home: Path) -> str:
    """What the app has reported of faults of its own."""
    return "".join(f"\n{path.read_text()}" for path in sorted(home.glob("state/fault-*.txt")))


class Player:
    """One app in a terminal; `fault` says what else than its end is wrong with it."""

    def __init__(self, home: Path, arguments: Sequence[str], size: tuple[int, int]) -> None:
        self.arguments = arguments
        self.size = size
        self.fault = ""
        width, height = size
        env = environment(MAKACHESS_HOME=str(home), HOME=str(home))
        self._terminal = Terminal(*arguments, width=width, height=height, env=env, cwd=str(home))
        settings = self._terminal.line_settings
        settings[0] &= ~termios.IXON  # ^S would stop all output once the line is the shell's again
        self._terminal.line_settings = settings
        os.set_blocking(self._terminal.descriptor, False)
        self._wait_until_ready(0)

    @property
    def output(self) -> bytes:
        """The last bytes that the app has written."""
        return self._terminal.output[-KEPT:]

    @property
    def status(self) -> int | None:
        return self._terminal.status

    def _wait_until_ready(self, since: int) -> None:
        """Until then the keys are the line's: Ctrl-C and Ctrl-Z would be signals."""
        end = time.monotonic() + PATIENCE
        while READY not in self._terminal.output[since:] and time.monotonic() < end:
            self._terminal.read(STILL)
            self._look()
            if self.status is not None:
                return

    def do(self, deed: Act) -> None:
        """Do something, and read until the app is still."""
        if isinstance(deed, bytes):
            self._send(deed)
        elif isinstance(deed, Resize):
            self.size = deed.width, deed.height
            self._terminal.resize(*self.size)
        else:
            self._suspend()
        self._drain()

    def _send(self, keys: bytes) -> None:
        """Write and read at once, since either end waits for the other when it is full."""
        rest, end = memoryview(keys), time.monotonic() + PATIENCE
        while rest and self.status is None:
            try:
                rest = rest[os.write(self._terminal.descriptor, rest) :]
            except OSError:
                self._drain()
            if time.monotonic() > end:
                self.fault = f"has not read {len(rest)} of {len(keys)} bytes"
                return

    def _suspend(self) -> None:
        """Stop the app as a shell does, look at what it has left to the shell, and continue it."""
        os.kill(self._terminal.pid, signal.SIGTSTP)
        end = time.monotonic() + PATIENCE
        while not self._look() and self.status is None:
            self._terminal.read(STILL)
            if time.monotonic() > end:
                self.fault = "has not stopped"
                return
        if self.status is not None:
            return
        local = self._terminal.line_settings[3]
        if not (local & termios.ECHO and local & termios.ICANON):
            self.fault = "has left a terminal that shows nothing of what is typed"
        while self._terminal.read(STILL):
            pass
        since = self._terminal.received
        os.kill(self._terminal.pid, signal.SIGCONT)
        if not self.fault:
            self._wait_until_ready(since)

    def _look(self) -> bool:
        """Whether the app has stopped; its status is noted if it has ended."""
        if self.status is not None:
            return False
        pid, status = os.waitpid(self._terminal.pid, os.WNOHANG | os.WUNTRACED)
        if pid and not os.WIFSTOPPED(status):
            self._terminal.status = os.waitstatus_to_exitcode(status)
        return bool(pid) and os.WIFSTOPPED(status)

    def _drain(self) -> None:
        """Read all; continue an app that keys have stopped, as they do while it leaves."""
        while self._terminal.read(STILL):
            pass
        if self._look():
            os.kill(self._terminal.pid, signal.SIGCONT)

    def end(self) -> int | str:
        """Tell the app to end, as a system that shuts down does; its status."""
        self._look()
        if self.status is None:
            os.kill(self._terminal.pid, signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while self.status is None and time.monotonic() < end:
            self._drain()
        status = self.status
        self._terminal.__exit__()
        return "nothing: it hangs" if status is None else status
