"""The folder of a host's games: one file each, from which the host goes on after any end."""

from __future__ import annotations

import asyncio
import calendar
import os
import re
import stat
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS
from makachess.play.session.commits import Commits
from makachess.play.tables.messages.codec import MessageError, parse_records
from makachess.play.tables.messages.schema import LONGEST_REASON, PROGRAM, ChatLine
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

# --- batched commits ------------------------------------------------------------------------------

T = TypeVar("T")

RETRY = 5.0  # seconds after which what could not be written is tried again


class BatchedCommits(Commits[T]):
    """Commits one file's changes, one after another; those noted meanwhile become one.

    `text` is what the file has to be; `write` puts it on disk or raises SaveError.
    """

    def __init__(
        self,
        text: Callable[[], str],
        write: Callable[[str], Awaitable[None]],
        draft: Callable[[list[T]], Callable[[str], object]],
    ) -> None:
        super().__init__(self._write_anew, draft)
        self._text = text
        self._write = write
        self._written: str | None = None  # None: not known
        self._next: asyncio.Future[None] | None = None  # the commit of what has been noted
        self._last: asyncio.Future[None] | None = None  # the commit under way
        self._task: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None  # the next attempt after a failure

    def note(self, *noted: T, in_file: bool = True) -> None:
        """Something has changed; all that is told of a table stands in its file as well."""
        super().note(*noted, in_file=in_file or bool(noted))

    async def settled(self) -> None:
        """Wait until all noted so far is announced."""
        wanted = self._next or self._last
        if wanted is not None:
            await asyncio.shield(wanted)

    async def quiet(self) -> None:
        """Wait until nothing is to be announced."""
        while self._next is not None or self._last is not None:
            await self.settled()

    async def close(self) -> None:
        """Wait until nothing is to be announced, and try nothing again."""
        await self.quiet()
        if self._again is not None:
            self._again.cancel()

    def forget(self) -> None:
        """Write all anew: what was on disk is not there any more."""
        self._written = None
        self.note()

    def _go_on(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._work())
            self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if self._next is not None and not task.cancelled():  # noted before a fault
            self._go_on()

    async def _work(self) -> None:
        try:
            while self._next is not None:
                last = self._last = self._next
                self._next = None
                try:
                    await self._commit()
                finally:
                    last.set_result(None)  # also after a fault: nothing may wait for ever
                if self.failure:
                    self._retry_later()
        finally:
            self._last = None

    def _write_anew(self) -> Awaitable[None] | None:
        text = self._text()
        return None if text == self._written else self._put(text)

    async def _put(self, text: str) -> None:
        self._written = text  # at once: it may be forgotten while it is being written
        try:
            await self._write(text)
        except BaseException:
            self._written = None
            raise

    def _retry_later(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(RETRY, self._retry)

    def _retry(self) -> None:
        if self.failure:
            self.note()


# --- finished games -------------------------------------------------------------------------------

_NAME = re.compile(r"(?P<table>\d{1,9})-(?P<round>\d{1,6})\.pgn")
_TALK = re.compile(r"\d{1,9}-chat\.jsonl")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Finished:
    """The folder of the finished games; `day` says which day it is, as in `2026-11-24`."""

    def __init__(self, folder: Path, day: Callable[[], str]) -> None:
        self.folder = folder
        self._day = day
        self._counted = ""  # the day whose games are counted
        self._counts: Counter[str] = Counter()

    @property
    def told(self) -> str:
        """The folder as clients are told of it, empty if it cannot be told."""
        path = str(self.folder.absolute())
        return path if path.isprintable() and len(path) <= LONGEST_REASON else ""

    def keep(self, path: Path, tags: Mapping[str, str]) -> None:
        """Put the file of a game with these tags among those of today."""
        folder = self.folder / self._day()
        with suppress(OSError):
            make_folder(folder)
            move_file(path, folder / path.name)
        sides = [side for side in map(str.capitalize, COLORS) if tags.get(f"{side}Type") != PROGRAM]
        self._today().update(tags[side] for side in sides if side in tags)

    def ended(self, name: str) -> int:
        """How many of today's games a player has finished, as far as the host knows."""
        return self._today()[name]

    def highest(self) -> int:
        """The highest number of a table with a game of the last day that has any."""
        days = max(self._days(), default="")
        return max((table for table, _ in game_files(self.folder / days)), default=0)

    def _days(self) -> list[str]:
        with suppress(OSError):
            return [name for name in os.listdir(self.folder) if _DAY.fullmatch(name)]
        return []

    def _today(self) -> Counter[str]:
        """How many games of today each has played."""
        if (day := self._day()) != self._counted:
            self._counted, self._counts = day, Counter()
        return self._counts


def file_name(table: int, round: int) -> str:
    """The name of a game's file."""
    return f"{table}-{round}.pgn"


def game_files(folder: Path) -> dict[tuple[int, int], Path]:
    """The files of games in a folder, by the numbers of table and game."""
    with suppress(OSError):
        found = filter(None, map(_NAME.fullmatch, os.listdir(folder)))
        return {(int(match["table"]), int(match["round"])): folder / match[0] for match in found}
    return {}


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


# --- the folder -----------------------------------------------------------------------------------

FINISHED = "finished"  # the folder within for games whose tables are closed
LONGEST_TALK = 1 << 20  # bytes of what is said at a table
MOVED_AT = "MovedAt"  # the tag with the time of the last move, where a clock counts days
_TIME = "%Y-%m-%dT%H:%M:%SZ"


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
        self._stamps: dict[str, Stamp | None] = {}  # of files as they were last read or written
        try:
            self._make()
            check_own(folder)
        except OSError as error:
            raise MakachessError(f"{str(folder)!r} cannot be made: {error.strerror}") from None
        try:
            self._lock = lock_patiently(folder / "host", patience)
        except LockedError:
            raise MakachessError(f"another host has the games in {str(folder)!r}") from None

    def _make(self) -> None:
        """Make the folder, for this account only, where there is none."""
        make_own_folder(self.folder)
        make_folder(self.finished.folder)

    def renew(self) -> bool:
        """Make the folder again if it is not there any more; whether that was so, and is mended."""
        if not self._lock.is_there:
            with suppress(OSError):
                self._make()
                self._lock.renew()
                return self._lock.is_there
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
        """Put a finished game among the finished ones, if a move was made in it."""
        if game.moves:
            self._stamps.pop(file_name(table, round), None)
            self.finished.keep(self.folder / file_name(table, round), game.tags)
        else:
            self.remove(file_name(table, round))

    def highest(self) -> int:
        """The highest number of a table of which there are games from today, 0 if there is none."""
        tables = (table for table, _ in game_files(self.folder))
        return max(self.finished.highest(), *tables, 0)

    def load(self) -> Iterator[tuple[int, int, Game]]:
        """The last game of each table, with both their numbers; earlier ones are put away."""
        for path in filter(is_unfinished, self.folder.iterdir()):  # left by a host that was killed
            _remove(path)
        last = last_rounds(self.folder)
        for (table, round), path in game_files(self.folder).items():
            if round != last[table] and (game := self._read(path)) is not None:
                self.put_away(table, round, game)
        talks = {talk_name(table) for table in last}
        for path in self.folder.iterdir():
            if _TALK.fullmatch(path.name) and path.name not in talks:  # of a table that is no more
                _remove(path)
        for table, round in last.items():
            if (game := self._read(self.folder / file_name(table, round))) is not None:
                yield table, round, game

    def _read(self, path: Path) -> Game | None:
        """A game that was read without loss; what is wrong with any other is noted."""
        self._stamps[path.name] = stamp_of(path)
        try:
            return load_played(path)
        except (MakachessError, OSError) as error:
            self.damaged.append(f"{path.name}: {error}")
            return None


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


def last_rounds(folder: Path) -> dict[int, int]:
    """The number of the last game of each table in a folder."""
    return dict(sorted(game_files(folder)))


def talk_name(table: int | str) -> str:
    """The name of the file with what is said at a table."""
    return f"{table}-chat.jsonl"


def format_moment(seconds: float) -> str:
    """A time since 1970 as the tag has it."""
    return time.strftime(_TIME, time.gmtime(seconds))


def date_tag(seconds: float) -> str:
    """The day of a time since 1970 as the tag of a game has it."""
    return time.strftime("%Y.%m.%d", time.gmtime(seconds))


def parse_moment(text: str) -> float | None:
    """The time since 1970 that a tag says; None for anything else."""
    try:
        return float(calendar.timegm(time.strptime(text, _TIME)))
    except ValueError:
        return None
