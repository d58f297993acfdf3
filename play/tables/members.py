"""The players of a server account: each has a key there that runs nothing but `makachess join`."""

from __future__ import annotations

import base64
import binascii
import errno
import hashlib
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.saves.storage import replace_text, stamp_of
from makachess.variants.files import read_bytes

KEYS = Path("/etc/ssh/makachess_keys")  # what sshd is told to look into
LARGEST = 1 << 22  # bytes of a file of keys
BANNED = "#banned "  # how the line of a player begins who is shut out; a comment to sshd

_TYPE = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+")
# Options may have blanks and commas within quotes, and quotes there behind a backslash.
_QUOTED = r'"(?:\\"|[^"])*+"'
_OPTIONS = re.compile(rf'(?:[^\s"]|{_QUOTED})+')
_OPTION = re.compile(rf'(?:[^,"]|{_QUOTED})+')
COMMAND = 'command="'
NAME, SOCKET = "--as", "--socket"  # options of `join`
# A word after `--as`, as the shell reads it.
_NAMED = re.compile(r"""(?<= --as[ =])(?:[^\s'"\\]|\\.|'[^']*'|"(?:\\.|[^"\\])*")+""")


@dataclass(frozen=True, slots=True)
class Key:
    """A public key; `blob` is what it is to sshd, in base64."""

    kind: str
    blob: str
    comment: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.blob, self.comment)))

    @property
    def fingerprint(self) -> str:
        """The key as sshd's log names it."""
        digest = hashlib.sha256(base64.b64decode(self.blob)).digest()
        return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")


def parse_keys(data: bytes, where: str) -> list[Key]:
    """The public keys of a file that a player has sent; raises MakachessError."""
    if b"PRIVATE KEY" in data:
        raise MakachessError(
            f"{where!r} is a private key, which nobody should send: the public one ends in .pub"
        )
    text = data[:LARGEST].decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines()]
    keys = [_parse_key(line, where) for line in lines if line and not line.startswith("#")]
    if not keys:
        raise MakachessError(f"{where!r} has no key in it: 'ssh-ed25519 AAAA...' would be one")
    return keys


def _parse_key(line: str, where: str) -> Key:
    kind, _, rest = line.partition(" ")
    blob, _, comment = rest.strip().partition(" ")
    with suppress(binascii.Error, ValueError):
        data = base64.b64decode(blob, validate=True)
        size = int.from_bytes(data[:4], "big")
        if _TYPE.fullmatch(kind) and data[4 : 4 + size] == kind.encode() and len(data) > 4 + size:
            return Key(kind, blob, "".join(filter(str.isprintable, comment))[:100])
    raise MakachessError(
        f"{line[:60]!r} in {where!r} is not a public key: 'ssh-ed25519 AAAA...' would be one"
    )


def join_command(program: Sequence[str], socket: Path, name: str) -> str:
    """What the key of a player runs."""
    join = ["join", SOCKET, str(socket), "--restricted", NAME, name]
    return "LC_ALL=C.UTF-8 " + shlex.join([*program, *join])


# --- the file of keys -----------------------------------------------------------------------------


class KeysFile:
    """An authorized_keys file of sshd's, whose other lines stay as they are."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp = stamp_of(path)
        self.lines = _read_lines(path)
        self._before = list(self.lines)

    def keys_of(self, name: str) -> int:
        """How many keys open for a player."""
        return sum(name_in(line) == name for line in self.lines)

    def add(self, name: str, key: Key, command: str) -> bool:
        """Let a key run a command for a player; False if it does already.

        Raises MakachessError if it is another's, or the player is shut out.
        """
        if any(line.startswith(BANNED) and _owner(line) == name for line in self.lines):
            raise MakachessError(f"{name!r} is banned in {str(self.path)!r}: --unban comes first")
        for number, line in enumerate(self.lines, 1):
            if key.blob not in line.split():
                continue
            owner = _owner(line)
            if owner == name:
                return False
            whose = f"{owner!r} has this key" if owner else "this key is there"
            raise MakachessError(f"{whose} already, in line {number} of {str(self.path)!r}")
        self.lines.append(f'restrict,pty,command="{_quoted(command)}" {key}')
        return True

    def ban(self, name: str) -> int:
        """Shut a player's keys out; how many there were."""
        return self._change(name, lambda line: BANNED + line.removeprefix(BANNED))

    def unban(self, name: str) -> int:
        """Let a player's keys in again; how many there were."""
        return self._change(name, lambda line: line.removeprefix(BANNED))

    def rename(self, old: str, new: str) -> int:
        """Let the keys of a player, also those shut out, be another's; how many there were.

        Raises MakachessError for a line that cannot be changed, and if the new name has keys.
        """
        for number, line in enumerate(self.lines, 1):
            if _owner(line) == new:
                there = f"line {number} of {str(self.path)!r}"
                raise MakachessError(f"{new!r} has a key already, in {there}")

        def renamed(line: str) -> str:
            bare = line.removeprefix(BANNED)
            start, end = _command_in(bare) or (0, 0)
            command = _NAMED.sub(lambda _: shlex.quote(new), _unquoted(bare[start:end]))
            found = bare[:start] + _quoted(command) + bare[end:]
            if name_in(found) != new:
                raise MakachessError(f"{bare!r} has to be changed by hand, in {str(self.path)!r}")
            return line.removesuffix(bare) + found

        return self._change(old, renamed)

    def _change(self, name: str, change: Callable[[str], str]) -> int:
        """Change a player's lines; how many have become others."""
        before = self.lines
        self.lines = [change(line) if _owner(line) == name else line for line in before]
        return sum(line != was for line, was in zip(self.lines, before, strict=True))

    def save(self) -> None:
        """Write the file if it has changed, all or nothing; raises OSError, MakachessError."""
        if self.lines != self._before:
            if stamp_of(self.path) != self._stamp:
                raise MakachessError(
                    f"{str(self.path)!r} was changed by another program meanwhile; try again"
                )
            is_new = not self.path.exists()
            text = "".join(f"{line}\n" for line in self.lines)
            replace_text(self.path, text.encode("utf-8", "surrogateescape"))
            if is_new:
                self.path.chmod(0o644)  # sshd reads it as the account whose keys they are


@contextmanager
def keys_file(path: Path) -> Iterator[KeysFile]:
    """The file of keys, which is written at the end; no other keeper changes it meanwhile.

    Raises MakachessError if it cannot be read or written.
    """
    import fcntl  # which systems without sshd do not have

    with _as_ours(path):
        folder = path.resolve().parent
        lock = os.open(folder, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        with _as_ours(path):
            found = KeysFile(path)
            if not os.access(folder, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        yield found
        with _as_ours(path):
            found.save()
    finally:
        os.close(lock)


@contextmanager
def _as_ours(path: Path) -> Iterator[None]:
    """Tell errors of the system as errors of a file of keys."""
    try:
        yield
    except OSError as error:
        raise MakachessError(f"{str(path)!r} cannot be changed: {error.strerror}") from None


def _read_lines(path: Path) -> list[str]:
    """The lines of a file, none if there is none; raises MakachessError, OSError."""
    try:
        data = read_bytes(path, LARGEST)
    except FileNotFoundError:
        return []
    if len(data) > LARGEST:
        raise MakachessError(f"{str(path)!r} is larger than {LARGEST >> 20} MiB")
    text = data.decode("utf-8", "surrogateescape")
    return text.removesuffix("\n").split("\n") if text else []


def name_in(line: str) -> str | None:
    """The player for whom a line of the file opens; None if it does for no one by name."""
    if (place := _command_in(line)) is None:
        return None
    start, end = place
    try:
        return _given(shlex.split(_unquoted(line[start:end])), NAME)
    except ValueError:
        return None


def _owner(line: str) -> str | None:
    """The player of a line, who may be shut out."""
    return name_in(line.removeprefix(BANNED))


def _command_in(line: str) -> tuple[int, int] | None:
    """Where what a key runs stands in a line, within its quotes."""
    options = _OPTIONS.match(line)
    if options is None or line.startswith("#"):
        return None
    for option in _OPTION.finditer(options[0]):
        if option[0].lower().startswith(COMMAND) and option[0].endswith('"'):
            return option.start() + len(COMMAND), option.end() - 1
    return None


def _quoted(command: str) -> str:
    return command.replace('"', r"\"")


def _unquoted(text: str) -> str:
    return text.replace(r"\"", '"')


def _given(words: Sequence[str], option: str) -> str | None:
    """What the words of a command give `join` for an option; the last one, as for the program."""
    if "join" not in words:
        return None
    found, words = None, words[words.index("join") + 1 :]
    for at, word in enumerate(words):
        if word == option and at + 1 < len(words):
            found = words[at + 1]
        elif word.startswith(f"{option}="):
            found = word.removeprefix(f"{option}=")
    return found


def unsafe_part(path: Path) -> Path | None:
    """The part of a path for which sshd takes no key from a file, None if there is none.

    Nobody but root may be able to write to the file, its folder and those above.
    """
    whole = path.resolve()
    for part in (whole, *whole.parents):
        status = part.stat()
        if status.st_mode & 0o022 or status.st_uid not in (0, os.geteuid()):
            return part
    return None


# --- sessions -------------------------------------------------------------------------------------


def end_sessions(name: str, socket: Path) -> int:
    """End a player's sessions that go to a socket, as keys say; how many were told to end.

    They save and end by themselves. On systems without /proc none is found.
    """
    if sys.platform != "linux":
        return 0
    ended = 0
    for process in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            handle = os.pidfd_open(int(process))  # so that no other is ended in its place
            try:
                ended += _is_session(Path("/proc", process), name, socket) and _end(handle)
            finally:
                os.close(handle)
    return ended


def _is_session(process: Path, name: str, socket: Path) -> bool:
    """Whether a process is a player's, and no shell or sshd that has begun it."""
    *words, _ = (process / "cmdline").read_bytes().split(b"\0")
    texts = [word.decode("utf-8", "surrogateescape") for word in words]
    wanted = (name, str(socket))
    return "--restricted" in texts and (_given(texts, NAME), _given(texts, SOCKET)) == wanted


def _end(handle: int) -> bool:
    signal.pidfd_send_signal(handle, signal.SIGTERM)
    return True
