"""The socket at which a host listens, in a place that nobody else can write to."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.tables.host.records import check_own, make_own_folder
from makachess.play.tables.place import check_socket, peer, write_secret
from makachess.saves.storage import remove_own, stamp_of

BACKLOG = 256  # clients that wait to be let in


def open_listener(path: Path) -> socket.socket:
    """A socket that listens at a path, in the place of one that a dead host has left.

    Beside it there is a new secret. The folder decides who may come in; one made here is the
    account's own. Raises MakachessError, also if a host listens there already.
    """
    check_socket(path)
    try:
        make_own_folder(path.parent)
        check_own(path.parent, sticky=True)
        _remove_stale(path)
        return _listen(path)
    except OSError as error:
        raise MakachessError(f"no socket can be made at {str(path)!r}: {error.strerror}") from None


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o111)  # a later chmod could be led elsewhere by a link
    try:
        listener.bind(os.fspath(path))
        write_secret(path)  # before anybody can connect, and ask to be known by it
        listener.listen(BACKLOG)
    except BaseException:
        listener.close()
        raise
    finally:
        os.umask(mask)
    return listener


def _remove_stale(path: Path) -> None:
    """Remove the socket of a host that has ended; raises MakachessError for anything else."""
    found = stamp_of(path)
    try:
        is_socket = stat.S_ISSOCK(path.lstat().st_mode)
    except FileNotFoundError:
        return
    if not is_socket:
        raise MakachessError(f"{str(path)!r} is in the way: it is not a socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fspath(path))
        except ConnectionRefusedError:
            remove_own(path, lambda file: stamp_of(file) == found)
            return
        process, _ = peer(probe)
    raise MakachessError(f"a host listens at {str(path)!r} already: process {process}")
