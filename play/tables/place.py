"""Where host and clients meet: a socket in a folder, and the secret beside it."""

from __future__ import annotations

import os
import secrets
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.variants.sources import HOME_VARIABLE, data_folder

SOCKET = "tables.sock"
LONGEST_PATH = 100  # bytes; the system has room for 108
XUCRED = struct.calcsize("2Ih16I")  # version, user, number of groups, groups


def default_socket() -> Path:
    """The socket of this account's own host: in the folder for such things, or the data folder."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and not os.environ.get(HOME_VARIABLE):
        return Path(runtime) / "makachess" / SOCKET
    return data_folder() / SOCKET


def check_socket(path: Path) -> Path:
    """The path, if the system can have tables at a socket there; raises MakachessError."""
    if sys.platform not in ("linux", "darwin"):
        raise MakachessError(
            f"there are no tables on this system ({sys.platform}): a host knows who connects to it"
            " on Linux and macOS only"
        )
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise MakachessError(f"{str(path)!r} is too long for a socket ({LONGEST_PATH} bytes)")
    return path


def secret_file(path: Path) -> Path:
    """The file beside a socket that only the host's own account can read."""
    return path.with_name(f".{path.name}.key")


def write_secret(path: Path) -> str:
    """A new secret of the host at a socket, in its file; raises MakachessError."""
    file, secret = secret_file(path), secrets.token_hex(16)
    try:
        file.unlink(missing_ok=True)
        with open(file, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as out:
            out.write(secret)
    except OSError as error:
        raise MakachessError(f"{str(file)!r} cannot be written: {error.strerror}") from None
    return secret


def read_secret(path: Path) -> str:
    """What the host at a socket knows its owner by, empty for those who cannot read it."""
    with suppress(OSError, UnicodeDecodeError):
        return secret_file(path).read_text()[:100]
    return ""


def peer(connection: socket.socket) -> tuple[int, int]:
    """The process and the user at the other end of a connection, as the system says."""
    if sys.platform == "darwin":
        # SOL_LOCAL, LOCAL_PEERCRED (a struct xucred) and LOCAL_PEERPID of <sys/un.h>
        _, uid = struct.unpack_from("2I", connection.getsockopt(0, 1, XUCRED))
        return connection.getsockopt(0, 2), uid
    found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    process, uid, _ = struct.unpack("3i", found)
    return process, uid
