"""The door with OpenSSH's client: two people play to mate, a third looks on, a keeper keeps."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from door_host import HOST, DoorHost
from makachess.saves import load_game
from pty_harness import COMMAND, Terminal, environment

PEOPLE = ("anna", "bert", "carl")
PATIENCE = 60.0  # seconds until a wait is given up as failed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="no ssh"),
]


class Club(DoorHost):
    """A host with a door, and people who have their keys in files."""

    def options(self, name: str) -> list[str]:
        """What every client of a player is told."""
        key = self.home / f"{name}.key"
        if not key.exists():
            key.touch(0o600)
            key.write_bytes(self.key(name).export_private_key())
            key.with_suffix(".pub").write_bytes(self.key(name).export_public_key())
        return [
            *("-F", "none", "-i", str(key), "-o", "BatchMode=yes"),
            *("-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no"),
            *("-o", f"UserKnownHostsFile={os.devnull}", "-o", "LogLevel=ERROR"),
        ]

    def ssh(self, name: str, *more: str) -> list[str]:
        """A command line of ssh, up to what is to be run."""
        return ["ssh", *self.options(name), *more, "-p", str(self.port), HOST]

    def terminal(self, name: str, *more: str) -> Terminal:
        """A player's terminal."""
        return Terminal(command=self.ssh(name, "-t", *more), env=environment())

    def come(self, name: str, *more: str) -> Terminal:
        """A player's terminal, which is about to show the tables."""
        (self.home / "players" / name).mkdir(parents=True, exist_ok=True)
        (self.home / "players" / name / "welcome").touch()
        settings = self.home / "players" / name / "settings.toml"
        settings.write_text('variant = "chess"\nside = "white"\n')
        return self.terminal(name, *more)

    def call(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A call of a program without a terminal, to its end."""
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
        )

    def keep(self, *arguments: str) -> str:
        """What a call of `makachess host` prints, by a keeper."""
        where = ("--socket", str(self.home / "t.sock"), "--folder", str(self.home / "tables"))
        called = self.call(COMMAND, "host", *where, *arguments)
        assert called.returncode == 0, called.stderr
        return called.stdout


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    running = Club(tmp_path, *PEOPLE)
    yield running
    running.end()


def to_tables(terminal: Terminal) -> None:
    """Go from the home screen to the tables."""
    terminal.wait_for("Rules and pieces")
    terminal.press("t", "enter")


def sit_down(anna: Terminal, bert: Terminal) -> None:
    """Go to the tables, where Anna opens one as White, and Bert takes the other seat."""
    to_tables(anna)
    anna.wait_for("You are anna here")
    anna.press("enter")
    anna.wait_for("anyone")
    anna.press("enter")
    anna.wait_for("(?i)waiting for a player")
    to_tables(bert)
    bert.wait_for(r"anna +- \(free\)")
    bert.press("home", "enter")
    bert.wait_for("sit down as Black")
    bert.press("enter")
    anna.wait_for("bert plays Black")


def test_a_game(club):
    with club.come("anna") as anna, club.come("bert") as bert:
        sit_down(anna, bert)
        bad = "SetEnv=TEXTUAL_DRIVER=nowhere:Driver MAKACHESS_HOME=/nowhere"
        with club.come("carl", "-o", bad) as carl:
            to_tables(carl)
            carl.wait_for("anna - bert")
            carl.press("home", "enter")
            carl.wait_for("You are watching")
            anna.wait_for("1 watching")
            anna.press("f2f3", "enter")
            for terminal in (anna, bert, carl):
                terminal.wait_for(r"1 f3")
            bert.hang_up()
            anna.wait_for(r"bert \(away\)")
            with club.come("bert") as back:
                to_tables(back)
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


def test_a_game_against_the_computer_is_kept(club):
    with club.come("anna") as anna:
        anna.wait_for("Rules and pieces")
        anna.press("n", "enter")
        anna.wait_for("Opponent")
        anna.press("enter")
        anna.wait_for("Type a move")
        anna.press("e4", "enter")
        anna.wait_for(r"1 e4 +[a-hNBRQK]")
    assert list((club.home / "players" / "anna" / "games").glob("*.pgn"))


def test_a_keeper_adds_a_player_changes_the_name_and_shuts_the_player_out(club):
    club.options("dora")
    with club.come("bert") as bert:
        bert.wait_for("Rules and pieces")
        told = club.keep("add", "dora", "--key", str(club.home / "dora.pub"))
        assert told.endswith(" added; 1 key\n")
        with club.come("dora") as dora:
            dora.wait_for("Rules and pieces")
            assert "dora is now Doña Elvira" in club.keep("rename", "dora", "Doña Elvira")
            dora.wait_exit()
        with club.terminal("dora") as elvira:
            to_tables(elvira)
            elvira.wait_for("You are Doña Elvira here")
            assert club.keep("ban", "Doña Elvira") == "Doña Elvira: banned\n"
            elvira.wait_exit()
        refused = club.call(*club.ssh("dora"))
        assert refused.returncode == 255
        assert "Permission denied" in refused.stderr
        to_tables(bert)
        bert.wait_for("You are bert here")
        club.keep("unban", "Doña Elvira")
        assert club.call(*club.ssh("dora"), "help").returncode == 0


def test_nothing_else(club):
    out = club.home / "out"
    told = club.call(*club.ssh("anna"), f"touch {out}")
    assert told.returncode == 1
    assert "only the app, 'help' and 'status' are here" in told.stderr
    batch = club.home / "batch"
    batch.write_text(f"put {batch} {out}\n")
    port = ("-P", str(club.port), "-b", str(batch))
    assert club.call("sftp", *club.options("anna"), *port, HOST).returncode != 0
    copied = club.call("scp", *club.options("anna"), *port[:2], str(batch), f"{HOST}:{out}")
    assert copied.returncode != 0
    assert not out.exists()
    forwarded = club.call(*club.ssh("anna", "-W", f"127.0.0.1:{club.port}"))
    assert forwarded.returncode != 0
    assert "SSH-2.0" not in forwarded.stdout
    back = club.ssh("anna", "-N", "-R", "0:127.0.0.1:9", "-o", "ExitOnForwardFailure=yes")
    assert club.call(*back).returncode != 0


def test_one_connection_for_several_sessions(club):
    control = ("-o", f"ControlPath={club.home / 'c'}")
    with club.terminal("anna", "-o", "ControlMaster=yes", *control) as anna:
        anna.wait_for("Welcome")
        told = club.call(*club.ssh("anna", *control), "status")
        assert told.returncode == 0


def test_a_host_that_is_killed_leaves_nobody_behind_and_loses_no_move(club):
    with club.come("anna") as anna, club.come("bert") as bert:
        sit_down(anna, bert)
        anna.press("f2f3", "enter")
        for terminal in (anna, bert):
            terminal.wait_for("1 f3")
        (helper,) = children_of(club.process.pid)
        visitors = children_of(helper)
        assert len(visitors) == 2
        club.process.kill()
        club.process.wait()
        for terminal in (anna, bert):
            terminal.wait_exit()
        latest = time.monotonic() + PATIENCE
        while any(Path("/proc", one).exists() for one in (helper, *visitors)):
            assert time.monotonic() < latest
            time.sleep(0.02)
    assert load_game(club.home / "tables" / "1-1.pgn")[0].sans == ("f3",)
    club.start()
    with club.come("bert") as back:
        to_tables(back)
        back.wait_for("your move")
        back.press("home", "enter")
        back.wait_for("1 f3")


def children_of(process: int | str) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()
