"""The second wall: what a visitor's process cannot do even if it runs somebody else's code."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from makachess.tui.door.confinement import landlock_version
from sampling import mostly_slow

pytestmark = pytest.mark.skipif(landlock_version() < 6, reason="no Landlock, or an older one")

TRIES = {
    "read the host's key": "open(place / 'tables/host_key').read()",
    "read the secret beside the socket": "open(place / '.t.sock.key').read()",
    "read the members": "open(place / 'tables/members').read()",
    "read a game that is being played": "open(place / 'tables/1-1.pgn').read()",
    "read another player's game": "open(place / 'players/bert/game.pgn').read()",
    "list the players": "os.listdir(place / 'players')",
    "write beside its folder": "open(place / 'players/x', 'w')",
    "write to a finished game": "open(place / 'tables/finished/game.pgn', 'a')",
    "write to the folder for all": "open('/tmp/makachess-out', 'w')",
    "read a home": "os.listdir(os.path.expanduser('~'))",
    "follow a link out of its folder": "open(own / 'way/tables/members').read()",
    "make a link to what is outside": "os.link(place / 'tables/members', own / 'copy')",
    "move a file in": "os.rename(place / 'tables/members', own / 'members')",
    "move a file out": "os.rename(own / 'mine', place / 'mine')",
    "end the host": "os.kill(host, signal.SIGTERM)",
    "stop the host": "os.kill(host, signal.SIGSTOP)",
    "look into the host's memory": "open(f'/proc/{host}/mem', 'rb').read(1)",
    "look into the host's descriptors": "os.readlink(f'/proc/{host}/fd/0')",
    "look into the host's environment": "open(f'/proc/{host}/environ', 'rb').read(1)",
    "attach to the host": "check(library.ptrace(16, host, 0, 0))",
    "take the host's descriptors": "check(library.syscall(438, fd, 0, 0))",
    "connect to another machine": "socket.create_connection(('127.0.0.1', port), 5)",
    "listen for others": "socket.create_server(('127.0.0.1', 0))",
    "use a socket without a name": "socket.socket(socket.AF_UNIX).connect(f'\\0{os.getppid()}')",
    "keep more files open than it may": "[open('/dev/null') for _ in range(1000)]",
    "fill the disk with one file": "os.truncate(own / 'mine', 1 << 30)",
    "take all memory": "bytearray(8 << 30)",
}

PROGRAM = """
import ctypes, json, os, signal, socket, sys
from pathlib import Path
import makachess.saves
from makachess.tui.door.confinement import confine

place, host, port = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
library = ctypes.CDLL(None, use_errno=True)
own, tries = place / "players/anna", json.loads(sys.argv[4])
fd = os.pidfd_open(host)

def check(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

(own / "mine").write_text("mine")
confine(own, place / "tables/finished")
done = {}
for name, code in tries.items():
    try:
        eval(code)
        done[name] = "done"
    except BaseException as error:
        done[name] = type(error).__name__
(own / "mine").write_text("still mine")
assert (place / "tables/finished/game.pgn").read_text() == "finished"
import makachess.saves.export
import subprocess  # a worker of our own, as an engine without the compiled kernel has
subprocess.run([sys.executable, "-P", "-c", "import makachess.core"], check=True)
print(json.dumps(done))
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A host's folder with two players."""
    for name in ("tables/finished", "players/anna", "players/bert"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("tables/host_key", "tables/members", "tables/1-1.pgn", ".t.sock.key"):
        (tmp_path / name).write_text("secret")
    (tmp_path / "players/bert/game.pgn").write_text("his")
    (tmp_path / "tables/finished/game.pgn").write_text("finished")
    (tmp_path / "players/anna/way").symlink_to(tmp_path)
    return tmp_path


# Where Python looks for modules may be the folder of the host, or one above it.
@pytest.mark.parametrize("path", mostly_slow(["", "{place}", "{place}/.."], ["{place}"]))
def test_nothing_is_within_reach_but_ones_own(place, path):
    hidden = "import sys, time; from makachess.tui.door.confinement import hide; hide()"
    host = [sys.executable, "-c", hidden + "; print(1, flush=True); time.sleep(600)"]
    abstract = socket.socket(socket.AF_UNIX)
    abstract.bind(f"\0{os.getpid()}")  # of this run of the tests
    abstract.listen()
    with (
        subprocess.Popen(host, stdout=subprocess.PIPE) as running,
        socket.create_server(("127.0.0.1", 0)) as server,
        abstract,
    ):
        assert running.stdout is not None
        running.stdout.readline()
        try:
            said = subprocess.run(
                [
                    *(sys.executable, "-c", PROGRAM, str(place), str(running.pid)),
                    *(str(server.getsockname()[1]), json.dumps(TRIES)),
                ],
                capture_output=True,
                text=True,
                env={**os.environ, "PYTHONPATH": path.format(place=place)},
            )
            assert said.returncode == 0, said.stderr
            assert running.poll() is None
        finally:
            running.kill()
    through = {name for name, what in json.loads(said.stdout).items() if what == "done"}
    assert through == set()
