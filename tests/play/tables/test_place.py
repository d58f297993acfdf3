"""Where the socket is, whom its folder lets in, and what cannot be one."""

from __future__ import annotations

import os
import stat
import struct
import sys

import pytest
from makachess.core import MakachessError
from makachess.play.tables.host.listener import open_listener
from makachess.play.tables.host.records import format_moment, parse_moment
from makachess.play.tables.place import (
    check_socket,
    default_socket,
    peer,
)
from makachess.variants.sources import data_folder


@pytest.mark.parametrize(
    ("runtime", "home", "wanted"),
    [
        ("/run/user/7", None, "/run/user/7/makachess/tables.sock"),
        ("/run/user/7", "/games", "/games/tables.sock"),
        (None, "/games", "/games/tables.sock"),
    ],
)
def test_the_usual_socket(monkeypatch, runtime, home, wanted):
    for name, value in (("XDG_RUNTIME_DIR", runtime), ("MAKACHESS_HOME", home)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert str(default_socket()) == wanted


def test_without_a_folder_for_sockets_it_is_with_the_games(monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.delenv("MAKACHESS_HOME", raising=False)
    assert default_socket() == data_folder() / "tables.sock"


def test_a_folder_made_for_the_socket_lets_nobody_else_in(tmp_path):
    path = tmp_path / "new" / "t.sock"
    with open_listener(path):
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(path.stat().st_mode) == 0o666


class Darwin:
    """A connection as macOS answers for it: LOCAL_PEERCRED is 1, LOCAL_PEERPID 2."""

    def getsockopt(self, level: int, option: int, size: int = 0) -> int | bytes:
        assert level == 0
        if option == 1:
            return struct.pack("=IIhxx16I", 0, 3_000_000_000, 1, *range(16))[:size]
        assert (option, size) == (2, 0)
        return 4711


def test_macos_says_who_connects(monkeypatch):
    """Simulated: no Mac has run this."""
    monkeypatch.delattr("socket.SO_PEERCRED", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert peer(Darwin()) == (4711, 3_000_000_000)


def test_a_system_that_says_not_who_connects_has_no_tables(monkeypatch, tmp_path):
    """It is said at the start, instead of to each client that comes."""
    monkeypatch.setattr(sys, "platform", "freebsd14")
    for ask in check_socket, open_listener:
        with pytest.raises(MakachessError, match=r"no tables on this system .freebsd14.*Linux"):
            ask(tmp_path / "t.sock")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_sticky_folder_of_somebody_else_is_refused(tmp_path):
    """Its owner may put another socket in the place of the host's."""
    for owner in (0, 65534):
        tmp_path.chmod(0o1777)
        os.chown(tmp_path, owner, -1)
        if owner == os.geteuid():
            open_listener(tmp_path / "t.sock").close()
        else:
            with pytest.raises(MakachessError, match="everybody can write to"):
                open_listener(tmp_path / "u.sock")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("x" * 200, "is too long for a socket"), ("file/t.sock", "no socket can be made")],
)
def test_what_cannot_be_a_socket(tmp_path, name, reason):
    (tmp_path / "file").write_text("")
    with pytest.raises(MakachessError, match=reason):
        open_listener(tmp_path / name)


@pytest.mark.parametrize("seconds", [0.0, 1.7e9, 4e9])
def test_moments_there_and_back(seconds):
    assert parse_moment(format_moment(seconds)) == seconds
