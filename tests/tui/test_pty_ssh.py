"""Through a real sshd: two people play to mate, a third looks on, and nothing else can be done."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from makachess.play.tables.place import host_process
from pty_harness import COMMAND, Terminal, environment

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
PEOPLE = ("anna", "bert", "carl")
PATIENCE = 30.0  # seconds until a wait is given up as failed

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(SSHD is None or shutil.which("ssh") is None, reason="no sshd, or no ssh"),
    pytest.mark.skipif(
        os.geteuid() == 0 and not Path("/run/sshd").is_dir(),
        reason="root's sshd needs /run/sshd, which the system makes when it starts the service",
    ),
]


class Server:
    """An sshd of this account on the loopback, with a key for each player."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "h"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        for name in ("host", *PEOPLE, "dora"):
            make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
            subprocess.run(make, check=True)
        (folder / "keys").write_text("".join(map(self._line, PEOPLE)))
        (folder / "config").write_text(
            f"ListenAddress 127.0.0.1\nPort {self.port}\nHostKey {folder / 'host'}\n"
            f"AuthorizedKeysFile {folder / 'keys'}\nStrictModes no\nUsePAM no\nPidFile none\n"
            "PermitRootLogin forced-commands-only\nPasswordAuthentication no\n"
            f"Subsystem sftp internal-sftp\nSetEnv MAKACHESS_HOME={self.home}\n"
        )
        command = [str(SSHD), "-D", "-e", "-f", str(folder / "config")]
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=log)
        self._wait()

    def _line(self, name: str) -> str:
        own = self.home / "players" / name
        own.mkdir(parents=True)
        (own / "settings.toml").write_text('variant = "chess"\nside = "white"\n')
        key = (self.folder / f"{name}.pub").read_text()
        join = f"{COMMAND} join --socket {self.home / 'tables.sock'} --restricted --as {name}"
        return f'restrict,pty,command="{join}" {key}'

    def _wait(self) -> None:
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest and self._process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port)):
                    return
            except OSError:
                time.sleep(0.02)
        raise AssertionError((self.folder / "log").read_text())

    def options(self, name: str) -> list[str]:
        """What every client of a player is told."""
        return [
            *("-F", "none", "-i", str(self.folder / name), "-o", "BatchMode=yes"),
            *("-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no"),
            *("-o", f"UserKnownHostsFile={os.devnull}", "-o", "LogLevel=ERROR"),
        ]

    def ssh(self, name: str, *more: str) -> list[str]:
        """A command line of ssh, up to what is to be run."""
        user = f"{getpass.getuser()}@127.0.0.1"
        return ["ssh", *self.options(name), *more, "-p", str(self.port), user]

    def terminal(self, name: str, *more: str) -> Terminal:
        """A player's terminal."""
        return Terminal(command=self.ssh(name, "-t", *more), env=environment())

    def call(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A call of a program without a terminal, to its end."""
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
        )

    def keep(self, *arguments: str) -> str:
        """What a call of `makachess host` prints, by a keeper."""
        where = ("--socket", str(self.home / "tables.sock"), "--keys", str(self.folder / "keys"))
        called = self.call(COMMAND, "host", *where, *arguments)
        assert called.returncode == 0, called.stderr
        return called.stdout

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        if (found := host_process(self.home / "tables.sock")) is not None:
            os.kill(found[0], signal.SIGTERM)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.end()


def test_a_game(server):
    with server.terminal("anna") as anna, server.terminal("bert") as bert:
        anna.wait_for("You are anna here")
        anna.press("enter")
        anna.wait_for("anyone")
        anna.press("enter")
        anna.wait_for("waits for a player")
        bert.wait_for("Black free")
        bert.press("home", "enter")
        bert.wait_for("sit down as Black")
        bert.press("enter")
        anna.wait_for("bert plays Black")
        bad = "SetEnv=TEXTUAL_DRIVER=nowhere:Driver MAKACHESS_HOME=/nowhere"
        with server.terminal("carl", "-o", bad) as carl:
            carl.wait_for("anna - bert")
            carl.press("home", "enter")
            carl.wait_for("You are watching")
            anna.wait_for("1 watching")
            anna.press("f2f3", "enter")
            for terminal in (anna, bert, carl):
                terminal.wait_for(r"1 f3")
            bert.hang_up()
            anna.wait_for(r"bert \(away\)")
            with server.terminal("bert") as back:
                back.wait_for("your move")
                back.press("home", "enter")
                back.wait_for("1 f3")
                back.press("e5", "enter")
                anna.wait_for(r"1 f3 +e5")
                anna.press("g4", "enter")
                back.wait_for(r"2 g4")
                back.press("Qh4", "enter")
                for terminal in (anna, back, carl):
                    terminal.wait_for("Checkmate: Black wins")


def test_a_keeper_adds_a_player_changes_the_name_and_shuts_the_player_out(server):
    """A ban ends the session, and the key no longer opens."""
    with server.terminal("bert") as bert:
        bert.wait_for("You are bert here")
        assert "1 key in" in server.keep("--add", "dora", "--key", f"{server.folder}/dora.pub")
        with server.terminal("dora") as dora:
            dora.wait_for("You are dora here")
            told = server.keep("--rename", "dora", "Doña Elvira")
            assert "dora is now Doña Elvira" in told
            assert "1 session ended" in told
            dora.wait_exit()
        with server.terminal("dora") as elvira:
            elvira.wait_for("You are Doña Elvira here")
            told = server.keep("--ban", "Doña Elvira")
            assert "Doña Elvira: 1 key disabled" in told
            assert "Doña Elvira: 1 session ended" in told
            elvira.wait_exit()
        refused = server.call(*server.ssh("dora"))
        assert refused.returncode == 255
        assert "Permission denied" in refused.stderr
        bert.wait_for("You are bert here")
        server.keep("--unban", "Doña Elvira")
        with server.terminal("dora") as back:
            back.wait_for("You are Doña Elvira here")


def test_nothing_else(server):
    out = server.folder / "out"
    told = server.call(*server.ssh("anna"), f"touch {out}")
    assert told.returncode == 2
    assert "this needs a terminal" in told.stderr
    assert not out.exists()
    batch = server.folder / "batch"
    batch.write_text(f"put {server.folder / 'config'} {out}\n")
    port = ("-P", str(server.port), "-b", str(batch))
    user = f"{getpass.getuser()}@127.0.0.1"
    assert server.call("sftp", *server.options("anna"), *port, user).returncode != 0
    assert not out.exists()
    forwarded = server.call(*server.ssh("anna", "-W", f"127.0.0.1:{server.port}"))
    assert forwarded.returncode != 0
    assert "SSH-2.0" not in forwarded.stdout
    back = server.ssh("anna", "-N", "-R", "0:127.0.0.1:9", "-o", "ExitOnForwardFailure=yes")
    assert server.call(*back).returncode != 0
