"""Games of two people in the real app, typed fast; and what is left of them on disk."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from makachess.core import Position
from makachess.saves import Library, load_readings, validate
from makachess.variants import load
from pty_harness import COMMAND, PATIENCE, Terminal, environment

SIGNALS = {
    "KILL": signal.SIGKILL,
    "TERM": signal.SIGTERM,
    "HUP": signal.SIGHUP,
    "QUIT": signal.SIGQUIT,
}
SLACK = 4.0  # times a limit in seconds that make a failure: the machine may be slow, and busy
CLOSING = "closing the terminal"
MEANS = (*SIGNALS, CLOSING)
INJECTED = (sys.executable, str(Path(__file__).with_name("injected.py")))
_STATUS = re.compile(r"move (\d+) (?:NOT SAVED: .*)?(White|Black) to move")


def random_moves(seed: int, count: int, variant: str = "chess") -> list[str]:
    """Legal moves from the start, as they can be typed: a capture never asks."""
    chance = random.Random(seed)
    position = Position(load(variant))
    texts: list[str] = []
    while len(texts) < count:
        moves = position.legal_moves()
        if not moves:  # mated early: another game
            return random_moves(seed + 1_000_000, count, variant)
        move = chance.choice(sorted(moves, key=str))
        position.push(move)
        texts.append(str(move))
    return texts


@contextmanager
def new_home() -> Iterator[Path]:
    """A data folder; gone with everything in it afterwards."""
    with TemporaryDirectory(prefix="faults-") as folder:
        yield Path(folder)


def start(home: Path, *arguments: str, faults: Sequence[str] = (), height: int = 24) -> Terminal:
    """The installed program, with its data in a folder; `faults` are for `injected.py`."""
    command = (*INJECTED, *faults, "--") if faults else (COMMAND,)
    user = home / "user"  # where the app may look for another folder
    user.mkdir(exist_ok=True)
    user.chmod(0o777)
    env = environment(MAKACHESS_HOME=str(home), HOME=str(user), TMPDIR=str(user))
    return Terminal(*arguments, env=env, command=command, height=height)


def start_game(home: Path, *, faults: Sequence[str] = (), variant: str = "chess") -> Terminal:
    """A new game of two people, ready for its first move."""
    terminal = start(home, "play", variant, "--side", "both", faults=faults)
    terminal.wait_for("move 1 White to move")
    return terminal


def type_moves(terminal: Terminal, texts: Sequence[str]) -> None:
    """Type moves in one go; the terminal keeps them until they are read."""
    terminal.press("".join(f"{text}\r" for text in texts))


def send(terminal: Terminal, data: bytes) -> None:
    """Send any bytes; what the program writes meanwhile is read, since it may wait for that."""
    os.set_blocking(terminal.descriptor, False)
    end = time.monotonic() + PATIENCE
    while data:
        assert time.monotonic() < end, f"{len(data)} bytes were never read"
        with suppress(BlockingIOError):
            data = data[os.write(terminal.descriptor, data) :]
        terminal.read(0.01)
    os.set_blocking(terminal.descriptor, True)


def plies_shown(terminal: Terminal) -> int:
    """How many moves the screen says have been made; 0 before it says anything."""
    found = _STATUS.search(terminal.prose)
    return 0 if found is None else 2 * (int(found[1]) - 1) + (found[2] == "Black")


def wait_for_plies(terminal: Terminal, count: int) -> int:
    """Wait until at least `count` moves are shown; how many are."""
    terminal.wait_until(lambda: plies_shown(terminal) >= count, f"{count} plies")
    return plies_shown(terminal)


def end(terminal: Terminal, means: str) -> None:
    """End the program by a signal or by closing its terminal."""
    if means == CLOSING:
        terminal.hang_up()
    else:
        os.kill(terminal.pid, SIGNALS[means])
        terminal.wait_exit()


def check_time(seconds: float, limit: float) -> None:
    assert seconds <= limit * SLACK, f"took {seconds:.2f} s instead of {limit} s"


def game_files(home: Path) -> list[Path]:
    """The files of games; an empty one is a name taken before the first save."""
    return [path for path in (home / "games").glob("*.pgn") if path.stat().st_size]


def moves_on_disk(home: Path) -> list[str]:
    """The moves of the only game, none if there is no file yet; it must be whole and sound."""
    files = game_files(home)
    if not files:
        return []
    (path,) = files
    assert not list(validate(path)), f"damaged: {path.read_text()!r}"
    (reading,) = load_readings(path)
    return [str(move) for move in reading.game.moves]


def check_playable(home: Path) -> None:
    """The only game, if there is one, can be played on in its own file: nobody holds it."""
    for path in game_files(home):
        autosave, reading = Library(home / "games").resume(path)
        assert autosave.path == path
        assert not reading.problems
        autosave.close()


def check_nothing_lost(home: Path, typed: Sequence[str], shown: int) -> None:
    """The file has every move shown, and nothing that was not typed."""
    found = moves_on_disk(home)
    assert found == list(typed[: len(found)]), f"{found} is not how {typed} begins"
    assert len(found) >= shown, f"{shown} plies were shown, {len(found)} are on disk: {found}"
    check_playable(home)
