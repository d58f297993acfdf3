"""The folder of a host's games: one file each, from which the host goes on after any end."""

from __future__ import annotations

import calendar
import os
import re
import stat
import time
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.tables.host.finished import Finished, file_name, game_files
from makachess.saves import Game, GameLock, LockedError, load_game
from makachess.saves.storage import TEMPORARY, make_folder, write_atomically

PAUSE = 0.05  # seconds between attempts to have the folder
FINISHED = "finished"  # the folder within for games whose tables are closed
MUTED = "muted.jsonl"  # the file with the names of those who may say nothing
BANNED = "banned.jsonl"  # and of those who may not come in
LEFT = "left.jsonl"  # and of those who sit at tables and are away, with when they left
NEWS = "news.jsonl"  # what players who are away will be told
KNOWN = "known.jsonl"  # the names of all who have been here
LONGEST_NOTE = 1 << 20  # bytes of a file beside the games
MOVED_AT = "MovedAt"  # the tag with the time of the last move, where a clock counts days
_TALK = re.compile(r"(?P<table>\d{1,9})-chat\.jsonl")
_TIME = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Found:
    """A game found in the folder, with the numbers of its table and of the game there."""

    table: int
    round: int
    game: Game


class Records:
    """One host's folder of games; raises MakachessError if it is another's or cannot be used.

    Another host that ends is given some seconds of `patience`. Files that cannot be read stay where
    they are; `damaged` says what is wrong with them.
    """

    def __init__(
        self, folder: Path, patience: float = 0.0, today: Callable[[], float] = time.time
    ) -> None:
        self.folder = folder
        self.finished = Finished(folder / FINISHED, lambda: format_moment(today())[:10])
        self.damaged: list[str] = []
        self._handle: int | None = None  # of the folder, so that no other can be taken for it
        try:
            self._make()
        except OSError as error:
            raise MakachessError(f"{str(folder)!r} cannot be made: {error.strerror}") from None
        try:
            check_own(folder)
            self._lock = _lock(folder, patience)
        except BaseException:
            self._let_go()
            raise

    def _make(self) -> None:
        """Make the folder, for this account only, where there is none."""
        make_own_folder(self.folder)
        make_folder(self.finished.folder)
        self._let_go()
        self._handle = os.open(self.folder, os.O_RDONLY)

    def _let_go(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def renew(self) -> bool:
        """Make the folder again if it is not there any more; whether that was so, and is mended."""
        if self._is_there():
            return False
        with suppress(OSError):
            self._make()
            self._lock.renew()
            return True
        return False

    def _is_there(self) -> bool:
        if self._handle is None:
            return False
        with suppress(OSError):
            return os.path.samestat(os.fstat(self._handle), self.folder.stat())
        return False

    def close(self) -> None:
        """Let another host have the folder."""
        self._lock.release()
        self._let_go()

    def path(self, table: int, round: int) -> Path:
        """Where a game is kept."""
        return self.folder / file_name(table, round)

    def write(self, table: int, round: int, text: str) -> None:
        """Put a game on disk; may be called from any thread. Raises SaveError."""
        write_atomically(self.path(table, round), text)

    def note(self, name: str, text: str) -> None:
        """Put another file of the host on disk; may be called from any thread. Raises SaveError."""
        write_atomically(self.folder / name, text)

    def read(self, name: str) -> bytes:
        """What such a file says; nothing if there is none, or one too large to be the host's."""
        with suppress(OSError), (self.folder / name).open("rb") as file:
            found = file.read(LONGEST_NOTE + 1)
            return found if len(found) <= LONGEST_NOTE else b""
        return b""

    def forget(self, name: str) -> None:
        """Remove such a file."""
        with suppress(OSError):
            (self.folder / name).unlink()

    def put_away(self, table: int, round: int, game: Game) -> None:
        """Put a finished game among the finished ones, if a move was made in it."""
        if game.moves:
            self.finished.keep(self.path(table, round))
        else:
            self.remove(table, round)

    def remove(self, table: int, round: int) -> None:
        """Remove a game that never began."""
        with suppress(OSError):
            self.path(table, round).unlink()

    def highest(self) -> int:
        """The highest number of a table of which there are games from today, 0 if there is none."""
        tables = (table for table, _ in game_files(self.folder))
        return max(self.finished.highest(), *tables, 0)

    def load(self) -> Iterator[Found]:
        """The last game of each table; earlier ones are put away."""
        for path in self.folder.glob(f".*{TEMPORARY}"):  # left by a host that was killed
            with suppress(OSError):
                path.unlink()
        last = last_rounds(self.folder)
        for table, round in game_files(self.folder):
            if round != last[table] and (game := self._read(self.path(table, round))) is not None:
                self.put_away(table, round, game)
        self._forget_talk(last)
        for table, round in last.items():
            if (game := self._read(self.path(table, round))) is not None:
                yield Found(table, round, game)

    def _forget_talk(self, tables: Container[int]) -> None:
        """Remove what was said at tables that are no more."""
        for name in os.listdir(self.folder):
            found = _TALK.fullmatch(name)
            if found is not None and int(found["table"]) not in tables:
                self.forget(name)

    def _read(self, path: Path) -> Game | None:
        """A game that was read without loss; what is wrong with any other is noted."""
        try:
            game, fault = load_game(path)
        except (MakachessError, OSError) as error:
            fault = str(error)
        if fault:
            self.damaged.append(f"{path.name}: {fault}")
            return None
        game.goto(game.end)
        return game


def _lock(folder: Path, patience: float) -> GameLock:
    latest = time.monotonic() + patience
    while True:
        try:
            return GameLock(folder / "host")
        except LockedError:
            if time.monotonic() >= latest:
                raise MakachessError(f"another host has the games in {str(folder)!r}") from None
        time.sleep(PAUSE)


def make_own_folder(folder: Path) -> None:
    """Make a folder for this account only, where there is none; raises OSError."""
    if not folder.exists():
        make_folder(folder)
        folder.chmod(0o700)


def check_own(folder: Path, *, sticky: bool = False) -> None:
    """Raise MakachessError if everybody may write to a folder.

    They may where it is `sticky` if only what is there already matters, which nobody else can
    replace there but the folder's owner: so that has to be root or this account.
    """
    status = folder.stat()
    is_safe = sticky and status.st_mode & stat.S_ISVTX and status.st_uid in (0, os.geteuid())
    if status.st_mode & stat.S_IWOTH and not is_safe:
        raise MakachessError(
            f"everybody can write to {str(folder)!r}: take that away, as by 'chmod o-w'"
        )


def last_rounds(folder: Path) -> dict[int, int]:
    """The number of the last game of each table in a folder."""
    return dict(sorted(game_files(folder)))


def talk_name(table: int) -> str:
    """The name of the file with what is said at a table."""
    return f"{table}-chat.jsonl"


def format_moment(seconds: float) -> str:
    """A time since 1970 as the tag has it."""
    return time.strftime(_TIME, time.gmtime(seconds))


def parse_moment(text: str) -> float | None:
    """The time since 1970 that a tag says; None for anything else."""
    try:
        return float(calendar.timegm(time.strptime(text, _TIME)))
    except ValueError:
        return None
