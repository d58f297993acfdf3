"""Promise 6: whatever a file holds, opening it takes bounded time and memory.

Seconds are of CPU time, which other programs on the machine do not change; a program that waits
instead of working is stopped.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from faults.playing import check_time, random_moves, start
from makachess.saves import Game, format_game
from makachess.variants import load
from pty_harness import COMMAND, environment

ANSWER = 2.0  # seconds
MESSAGES = 50
MEMORY = 150 * 1024  # KiB
PATIENCE = 300.0  # seconds until a program that waits for something is stopped
LISTING = 5.0  # seconds, for 50 MB or 200,000 games
LIST = """
import sys
from makachess.saves import generate_headers
with open(sys.argv[1], "rb") as lines:
    print(sum(header.tags["White"].startswith("Anna") for header in generate_headers(lines)))
"""


def repeated(beginning: str, unit: str, count: int, end: str = "") -> Callable[[Path], None]:
    """A file written in pieces, of which `{}` is another number in each.

    A child's memory counts from what its parent has.
    """

    def write(path: Path) -> None:
        with path.open("w") as file:
            file.write(beginning)
            file.writelines(unit.replace("{}", str(number)) for number in range(count))
            file.write(end)

    return write


def device(name: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(name)


FILES: dict[str, Callable[[Path], None]] = {
    "100,000 nested variations": repeated("1. e4 ", "(1. d4 ", 100_000),
    "100,000 nested variations, closed": repeated("1. e4 ", "(1. d4 ", 100_000, ")" * 100_000),
    "100,000 open brackets": repeated("", "[", 100_000),
    "a word of 1 MB": repeated("", "x", 1_000_000),
    "2,081 results without a game": repeated("", "*", 2081),
    "1 MB of random bytes": lambda path: path.write_bytes(os.urandom(1_000_000)),
    "a FIFO": lambda path: os.mkfifo(path),
    "a folder": lambda path: path.mkdir(),
    "/dev/zero": device("/dev/zero"),
    "/dev/tty": device("/dev/tty"),
}


@pytest.mark.parametrize("what", FILES)
def test_check_answers(home: Path, what: str) -> None:
    path = home / "file.pgn"
    FILES[what](path)
    assert len(run([COMMAND, "check", str(path)], home, ANSWER)) <= MESSAGES + 1


SLOW = {
    "one word of 300,000 parts": repeated("", "a1=N,", 300_000),
    "1,000,000 open variations": repeated("1. e4 ", "(", 1_000_000),
    "nested siblings": repeated("1. e4 ", "(1. d4 d5 (1... e5 (1... c5)) ) ", 40_000, "*"),
    "a line of 20 MB": repeated("1. e4 ", "e5 ", 7_000_000),
    "a word of 20 MB": repeated("", "x", 20_000_000),
}
COMMANDS = {
    "check": ["check"],
    "convert": ["convert", "--to", "json"],
    "recover": ["recover"],
    "replay": ["replay", "--plain"],
    "review": ["review", "--nodes", "100"],
}


@pytest.mark.parametrize("what", SLOW)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_reads_games_is_bounded(home: Path, command: str, what: str) -> None:
    path = home / "file.pgn"
    SLOW[what](path)
    name, *options = COMMANDS[command]
    if command in ("recover", "review"):
        options += ["-o", str(home / "out.pgn")]
    run([COMMAND, name, str(path), *options], home, ANSWER)


EMPTY = '[Event "?"]\n\n*\n\n'
# What the games of a file may take, in millionths of a second: Python cannot do it in the time that
# other files of that size have.
MANY = {
    ("check", "1,000,000 empty games"): (EMPTY, 1_000_000, 10),
    ("check", "400,000 games of a move"): ("e4 *\n", 400_000, 32),
    ("check", "14,000 games of 100 moves"): ("Nf3 Nf6 Ng1 Ng8 " * 25 + "*\n", 14_000, 100 * 10),
    ("convert", "1,000,000 empty games"): (EMPTY, 1_000_000, 17),
    ("recover", "1,000,000 empty games"): (EMPTY, 1_000_000, 17),
}


@pytest.mark.parametrize(("command", "what"), MANY)
def test_very_many_games_take_their_time_and_no_memory(home: Path, command, what, request) -> None:
    unit, count, millionths = MANY[command, what]
    count //= 1 if request.config.getoption("--scale") == "full" else 10
    bound = 0.5 + count * millionths / 1e6
    path = home / "file.pgn"
    repeated("", unit, count)(path)
    options = ["--to", "pgn"] if command == "convert" else []
    if command != "check":
        options += ["-o", str(home / "out.pgn")]
    run([COMMAND, command, str(path), *options], home, bound)


FAULTY = {
    "unknown variants": '[Variant "Nope{}"]\n\n1. e4 *\n\n',
    "digests": '[Variant "maka"]\n[RulesDigest "0123456{}"]\n\n*\n',
    "start positions": '[FEN "8/8/8/8/8/8/8/{} w - - 0 1"]\n*\n',
    "words that are no moves, in variations": "e4 (w{}) *\n",
    "illegal moves": "e4 e4 *\n",
    "tags without an end": '[Event "{}]\n',
}


# `check` ends after 10,000 damaged games, and `convert` goes on to the end.
@pytest.mark.parametrize("what", FAULTY)
@pytest.mark.parametrize(("command", "count"), [("check", 40_000), ("convert", 4_000)])
def test_however_many_faults_there_are_they_take_no_longer(
    home: Path, command: str, count: int, what: str
) -> None:
    path = home / "file.pgn"
    repeated("", FAULTY[what], count)(path)
    lines = run([COMMAND, command, str(path), *COMMANDS[command][1:]], home, ANSWER)
    if command == "check":
        assert 0 < len(lines) <= MESSAGES + 2


def run(command: list[str], home: Path, limit: float) -> list[str]:
    """The lines that a command writes, which must keep to a limit in seconds of CPU, and MEMORY."""
    env = environment(MAKACHESS_HOME=str(home))
    with subprocess.Popen(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as running:
        alarm = threading.Timer(PATIENCE, running.kill)
        alarm.start()
        assert running.stdout is not None
        lines = running.stdout.read().decode().splitlines()
        _, status, spent = os.wait4(running.pid, 0)
        alarm.cancel()
        running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode in (0, 2), f"exit status {running.returncode}: {lines[-3:]}"
    assert spent.ru_maxrss <= MEMORY, f"{spent.ru_maxrss} KiB"
    check_time(spent.ru_utime + spent.ru_stime, limit)
    return lines


@pytest.mark.parametrize(("games", "plies"), [(200_000, 6), (70_000, 100)])
def test_a_large_file_is_listed(home: Path, games: int, plies: int, request) -> None:
    """All headers of a file of 50 MB or 200,000 games are read."""
    share = 1 if request.config.getoption("--scale") == "full" else 20
    games //= share
    path = home / "large.pgn"
    write_games(path, games, plies)
    assert run([sys.executable, "-c", LIST, str(path)], home, LISTING) == [str(games)]


def write_games(path: Path, count: int, plies: int) -> None:
    """A file of games, of which no two that follow each other are the same."""
    texts = []
    for seed in range(50):
        game = Game(load("chess"), None, {"White": f"Anna {seed}", "Black": "Zoe", "Round": "1.2"})
        for move in random_moves(seed, plies):
            game.play(game.position.parse(move))
        texts.append(format_game(game) + "\n")
    with path.open("w") as file:  # in pieces: a child's memory counts from what its parent has
        for _ in range(count // 50):
            file.writelines(texts)


def test_the_app_lists_all_of_them(home: Path) -> None:
    """The home screen and the list of saved games, with all the files in the folder of games."""
    (home / "games").mkdir()
    for number, what in enumerate(FILES):
        FILES[what](home / "games" / f"{number}.pgn")
    with start(home) as terminal:
        terminal.wait_for("New game")
        terminal.press("s", "enter")
        terminal.wait_for("Saved games.*|No saved games")
        terminal.wait_gone("Rules and pieces")
        taken, memory = usage(terminal.pid)
        terminal.press("ctrl+q", "ctrl+q")
        assert terminal.wait_exit() == 0
        assert memory <= MEMORY, f"{memory} KiB"
        check_time(taken, ANSWER)


def usage(pid: int) -> tuple[float, int]:
    """The seconds of CPU and the most memory, in KiB, that a running process has had."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    memory = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), memory
