"""The folder of a host's games: one file each, from which the host goes on after any end."""

from __future__ import annotations

import calendar
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.tables.messages.codec import MessageError, parse_records
from makachess.play.tables.messages.schema import ChatLine
from makachess.saves import Game, LockedError, load_game
from makachess.saves.locks import lock_patiently
from makachess.saves.storage import (
    Stamp,
    is_unfinished,
    make_folder,
    move_file,
    remove_own,
    stamp_of,
    under_free_name,
    write_atomically,
)
from makachess.variants.files import read_bytes

FINISHED = "finished"  # the folder within for games whose tables are closed, by their days
LONGEST_TALK = 1 << 20  # bytes of what is said at a table
MOVED_AT = "MovedAt"  # the tag with the time of the last move, where a clock counts days
_TIME = "%Y-%m-%dT%H:%M:%SZ"
_NAME = re.compile(r"(?P<table>\d{1,9})-(?P<round>\d{1,6})\.pgn")
_TALK = re.compile(r"(?P<table>\d{1,9})-chat\.jsonl")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Records:
    """One host's folder of games; raises MakachessError if it is another's or cannot be used.

    Another host that ends is given some seconds of `patience`. Files that cannot be read stay where
    they are; `damaged` says what is wrong with them.
    """

    def __init__(
        self, folder: Path, patience: float = 0.0, today: Callable[[], float] = time.time
    ) -> None:
        self.folder = folder
        self.finished = folder / FINISHED
        self.damaged: list[str] = []
        self._today = today
        self._stamps: dict[str, Stamp | None] = {}  # of files as they were last read or written
        try:
            make_own_folder(folder)
            make_folder(self.finished)
            check_own(folder)
            self._place = _place_of(folder)
        except OSError as error:
            raise MakachessError(f"{str(folder)!r} cannot be made: {error.strerror}") from None
        try:
            self._lock = lock_patiently(folder / "host", patience)
        except LockedError:
            raise MakachessError(f"another host has the games in {str(folder)!r}") from None

    @property
    def is_there(self) -> bool:
        with suppress(OSError):
            return _place_of(self.folder) == self._place
        return False

    def close(self) -> None:
        """Let another host have the folder."""
        self._lock.release()

    def write(self, name: str, text: str) -> None:
        """Put a file on disk; may be called from any thread. Raises SaveError.

        What another program has written there is kept beside it.
        """
        if stamp_of(self.folder / name) not in (None, self._stamps.get(name)):
            self._set_aside(name)
        self._stamps[name] = write_atomically(self.folder / name, text)

    def remove(self, name: str) -> None:
        """Remove a file; what another program has written there is kept beside it."""
        stamp = self._stamps.pop(name, None)
        if not remove_own(self.folder / name, lambda file: stamp_of(file) == stamp):
            self._set_aside(name)

    def _set_aside(self, name: str) -> None:
        """Give a file that was changed by another program a name that is none of ours."""
        path = self.folder / name
        if path.exists():
            with suppress(OSError):
                changed = path.with_name(f"{path.stem}-changed{path.suffix}")
                under_free_name(changed, partial(move_file, path))

    def put_away(self, table: int, round: int, game: Game) -> None:
        """Put a finished game among those of today, if a move was made in it."""
        name = file_name(table, round)
        if not game.moves:
            self.remove(name)
            return
        self._stamps.pop(name, None)
        day = self.finished / format_moment(self._today())[:10]
        with suppress(OSError):
            make_folder(day)
            move_file(self.folder / name, day / name)

    def highest(self) -> int:
        """The highest number of a table of which there are games from today, 0 if there is none."""
        days = filter(_DAY.fullmatch, os.listdir(self.finished))
        played = game_files(self.folder) | game_files(self.finished / max(days, default=""))
        return max((table for table, _ in played), default=0)

    def load(self) -> Iterator[tuple[int, int, Game]]:
        """The last game of each table, with both their numbers; earlier ones are put away."""
        last = last_rounds(self.folder)
        for path in list(self.folder.iterdir()):
            talk = _TALK.fullmatch(path.name)
            if is_unfinished(path) or (talk and int(talk["table"]) not in last):
                with suppress(OSError):  # left by a host that was killed, or of no table any more
                    path.unlink()
        for (table, round), path in game_files(self.folder).items():
            self._stamps[path.name] = stamp_of(path)
            try:
                game = load_played(path)
            except (MakachessError, OSError) as error:
                self.damaged.append(f"{path.name}: {error}")
                continue
            if round == last[table]:
                yield table, round, game
            else:
                self.put_away(table, round, game)

    def said(self, table: int) -> list[ChatLine]:
        """What was said at a table; nothing if the file is damaged."""
        name = talk_name(table)
        stamp = stamp_of(self.folder / name)
        try:
            data = read_bytes(self.folder / name, LONGEST_TALK)
            found = parse_records(ChatLine, data if len(data) <= LONGEST_TALK else b"")
            self._stamps[name] = stamp
            return found
        except FileNotFoundError:
            pass
        except (MessageError, OSError) as error:
            self.damaged.append(f"{name}: {error}")
        return []


def _place_of(folder: Path) -> tuple[int, int]:
    status = folder.stat()
    return status.st_dev, status.st_ino


def file_name(table: int, round: int) -> str:
    return f"{table}-{round}.pgn"


def talk_name(table: int) -> str:
    """The name of the file with what is said at a table."""
    return f"{table}-chat.jsonl"


def game_files(folder: Path) -> dict[tuple[int, int], Path]:
    """The files of games in a folder, by the numbers of table and game, in their order."""
    with suppress(OSError):
        found = filter(None, map(_NAME.fullmatch, os.listdir(folder)))
        games = ((int(one["table"]), int(one["round"]), folder / one[0]) for one in found)
        return {(table, round): path for table, round, path in sorted(games)}
    return {}


def last_rounds(folder: Path) -> dict[int, int]:
    return dict(iter(game_files(folder)))


def load_played(path: Path) -> Game:
    """The game of a table at its end; raises MakachessError or OSError where anything is lost."""
    game, fault = load_game(path)
    if fault:
        raise MakachessError(fault)
    game.goto(game.end)
    if any(move.is_null for move in game.moves):
        raise MakachessError("it has a null move, which nobody can have played")
    return game


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


def format_moment(seconds: float) -> str:
    return time.strftime(_TIME, time.gmtime(seconds))


def parse_moment(text: str) -> float | None:
    """The time since 1970 that a tag says; None for anything else."""
    try:
        return float(calendar.timegm(time.strptime(text, _TIME)))
    except ValueError:
        return None


def date_tag(seconds: float) -> str:
    """The day of a time since 1970 as the tag of a game has it."""
    return time.strftime("%Y.%m.%d", time.gmtime(seconds))
