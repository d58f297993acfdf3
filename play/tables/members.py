"""The members of a host that is reached by SSH: names, public keys and bans, in one file.

A person can read and edit it. A heading in brackets has a name, the lines below it have that
player's keys, and a line `banned` keeps the player out. All other lines are left as they are.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from unicodedata import combining, normalize

from makachess.core.errors import MakachessError
from makachess.play.settings import check_name
from makachess.saves.locks import waiting_for
from makachess.saves.storage import Stamp, make_folder, stamp_of, write_atomically
from makachess.variants.files import read_bytes

FILE = "members"  # beside the games of the host
LARGEST = 1 << 22  # bytes
BANNED = "banned"
WATCHER = "watch"  # who looks on without a key
RESERVED = {
    WATCHER,
    "admin",
    "guest",
    "help",
    "host",
    "keeper",
    "makachess",
    "owner",
    "root",
    "system",
}
BEGINNING = (
    "# Who may come in: [NAME], and below it the player's public keys; 'banned' keeps one out.\n"
)

_TYPE = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+")
# What looks like other letters, most of all in Cyrillic and Greek; pairs that look like one letter.
_LOOKS = str.maketrans(
    "аеорсухіјѕһԁԛԝьвнкмтгαβγδεηικνορτυχωı|0135",
    "aeopcyxijshdqwbbhkmtrabydenikvoptuxwiloizs",
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("l", "i"))


def look(name: str) -> str:
    """A name without what people overlook: capitals, accents, blanks, which of similar letters."""
    text = normalize("NFKD", normalize("NFKC", name).casefold())
    text = "".join(sign for sign in text if sign.isalnum() and not combining(sign)).translate(
        _LOOKS
    )
    for pair, sign in _PAIRS:
        text = text.replace(pair, sign)
    return text


_RESERVED_LOOKS = frozenset(map(look, RESERVED))


@dataclass(frozen=True, slots=True)
class Key:
    """A public key; `blob` is its data in base64."""

    kind: str
    blob: str
    comment: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.blob, self.comment)))

    @property
    def fingerprint(self) -> str:
        """The key as `ssh-keygen -l` names it."""
        digest = hashlib.sha256(base64.b64decode(self.blob)).digest()
        return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")


def parse_key(line: str) -> Key:
    """The key of a line as in `id_ed25519.pub`; raises MakachessError."""
    kind, _, rest = line.strip().partition(" ")
    blob, _, comment = rest.strip().partition(" ")
    with suppress(binascii.Error, ValueError):
        data = base64.b64decode(blob, validate=True)
        size = int.from_bytes(data[:4], "big")
        if _TYPE.fullmatch(kind) and data[4 : 4 + size] == kind.encode() and len(data) > 4 + size:
            return Key(kind, blob, "".join(filter(str.isprintable, comment))[:100])
    if any(map(_TYPE.fullmatch, line.split()[1:])):
        raise MakachessError(f"{line[:60]!r} begins with options: give the key alone")
    raise MakachessError(f"{line[:60]!r} is not a public key: 'ssh-ed25519 AAAA...' would be one")


def parse_keys(text: str) -> list[Key]:
    """The public keys that somebody has sent; raises MakachessError."""
    if "PRIVATE KEY" in text:
        raise MakachessError(
            "this is a private key, which nobody should send: the public one ends in .pub"
        )
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise MakachessError("there is no key in it: 'ssh-ed25519 AAAA...' would be one")
    return [parse_key(line) for line in lines]


@dataclass(slots=True)
class Member:
    """A player: the keys that open for that name, and whether they do."""

    keys: list[Key] = field(default_factory=list)
    banned: bool = False


class Members:
    """The members as a file has them; raises MakachessError for a file that cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[str] = []
        self.players: dict[str, Member] = {}
        self._owners: dict[str, str] = {}
        self._looks: dict[str, str] = {}
        self.stamp = stamp_of(path)
        try:
            data = read_bytes(path, LARGEST) if path.exists() else b""
            self.lines = data.decode().splitlines()
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is not text in UTF-8"
            raise MakachessError(f"{str(path)!r} cannot be read: {why}") from None
        if len(data) > LARGEST:
            raise MakachessError(f"{str(path)!r} is larger than {LARGEST >> 20} MiB")
        member = None
        for number, line in enumerate(map(str.strip, self.lines), 1):
            try:
                if line.startswith("["):
                    member = self._begin(line)
                elif line and not line.startswith("#"):
                    self._read(line, member)
            except MakachessError as error:
                raise MakachessError(f"{path}:{number}: {error}") from None

    def _begin(self, line: str) -> str:
        name = check_member(line[1:-1]) if line.endswith("]") else ""
        if not name:
            raise MakachessError(f"{line!r} is not a heading: '[anna]' would be one")
        if (other := self.alike(name)) is not None:
            raise MakachessError(
                f"{name!r} stands here already"
                if other == name
                else f"{name!r} looks like {other!r}"
            )
        self.players[name], self._looks[look(name)] = Member(), name
        return name

    def _read(self, line: str, name: str | None) -> None:
        if name is None:
            raise MakachessError("a heading such as '[anna]' comes first")
        if line == BANNED:
            self.players[name].banned = True
            return
        key = parse_key(line)
        if key.blob in self._owners:
            raise MakachessError(f"{self._owners[key.blob]!r} has this key already")
        self._owners[key.blob] = name
        self.players[name].keys.append(key)

    def owner(self, key: Key) -> str | None:
        """The player for whom a key opens, banned or not."""
        return self._owners.get(key.blob)

    def alike(self, name: str) -> str | None:
        """The member whose name is this one, or looks so."""
        return self._looks.get(look(name))

    def is_banned(self, name: str) -> bool:
        return name in self.players and self.players[name].banned

    @property
    def banned(self) -> list[str]:
        return [name for name, member in self.players.items() if member.banned]

    def check_free(self, name: str) -> None:
        seen = look(check_member(name))
        if seen in _RESERVED_LOOKS or seen.startswith(look(WATCHER)):
            raise MakachessError(f"{name!r} is not a name to play under")
        if (other := self.alike(name)) is not None:
            taken = "is taken" if other == name else f"looks like {other!r}"
            raise MakachessError(f"{name!r} {taken}: choose another name")

    def add(self, name: str, key: Key | None = None) -> None:
        """Let a key open for a player, who may be new."""
        if name not in self.players:
            self.lines += ["", f"[{name}]"] if self.lines else [BEGINNING.strip(), "", f"[{name}]"]
            self.players[name], self._looks[look(name)] = Member(), name
        if key is not None:
            if (owner := self.owner(key)) is not None:
                raise MakachessError(f"{owner!r} has this key already")
            self._insert(name, str(key))
            self._read(str(key), name)

    def ban(self, name: str) -> None:
        self.add(name)
        if not self.is_banned(name):
            self._insert(name, BANNED)
            self.players[name].banned = True

    def unban(self, name: str) -> None:
        """Let a player in again; raises MakachessError if the player is not banned."""
        if not self.is_banned(name):
            raise MakachessError(f"{name!r} is not banned")
        start, end = self._part(name)
        kept = [line for line in self.lines[start:end] if line.strip() != BANNED]
        self.lines[start:end] = kept
        self.players[name].banned = False

    def rename(self, old: str, new: str) -> None:
        if old in self.players:
            self.lines[self._part(old)[0]] = f"[{new}]"
            self.players[new] = self.players.pop(old)

    def _part(self, name: str) -> tuple[int, int]:
        """The first line of a player's part of the file, and the line after it."""
        start = next(at for at, line in enumerate(self.lines) if line.strip() == f"[{name}]")
        rest = range(start + 1, len(self.lines))
        return start, next((at for at in rest if self.lines[at].startswith("[")), len(self.lines))

    def _insert(self, name: str, line: str) -> None:
        """Put a line behind the last one of a player's that is not blank."""
        start, end = self._part(name)
        while end > start + 1 and not self.lines[end - 1].strip():
            end -= 1
        self.lines.insert(end, line)


def check_member(name: str) -> str:
    try:
        if check_name(name) == name and look(name):
            return name
    except ValueError as error:
        raise MakachessError(f"{name!r} {error}") from None
    raise MakachessError(f"{name!r} is not a name to play under")


_changes = Lock()  # the one of the file is between processes


@contextmanager
def changing(path: Path) -> Iterator[Members]:
    """The members, to be changed and written: nobody else changes them meanwhile.

    Raises MakachessError.
    """
    if not path.parent.exists():
        make_folder(path.parent)
        path.parent.chmod(0o700)
    with _changes, waiting_for(path):
        members = Members(path)
        before = list(members.lines)
        yield members
        if members.lines != before:
            write_atomically(path, "".join(f"{line}\n" for line in members.lines))
            path.chmod(0o600)


class Followed:
    """The members of a running host, which follows its file; a broken file changes nothing."""

    def __init__(self, path: Path) -> None:
        self.now = Members(path)
        self._seen: Stamp | None = self.now.stamp

    def follow(self) -> str | None:
        """Read the file again if it has changed; what is wrong with it, empty for nothing.

        None if it has not changed.
        """
        path = self.now.path
        if (stamp := stamp_of(path)) == self._seen:
            return None
        self._seen = stamp
        try:
            self.now = Members(path)
        except MakachessError as error:
            return f"{error}; what was read before still holds"
        return ""
