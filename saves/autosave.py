"""A game's own file: kept up to date, locked, and never written over what others put there."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import takewhile
from pathlib import Path

from makachess.saves.errors import GameFileError, LockedError, SaveError
from makachess.saves.game import Game
from makachess.saves.index import GameIndex, HeaderVisitor
from makachess.saves.locks import GameLock
from makachess.saves.parser import visit_games
from makachess.saves.storage import (
    Stamp,
    make_folder,
    remove_own,
    stamp_of,
    under_free_name,
    write_atomically,
    write_new,
)
from makachess.saves.text import FileLines, as_utf8, utf16_of
from makachess.saves.writer import format_game
from makachess.variants.files import open_file, read_bytes

LARGEST = 10 << 20
"""Bytes of a file in which a game may be rewritten.

Of ten megabytes the games are found in half a second, once; each save then takes a twentieth, and
the time of the disk. With fifty it would be two and a half seconds and a third.
"""

ORIGINAL = ".orig"  # behind the name of a file that was in another encoding

NOT_KEPT = "The game is not kept, since not even both sides had moved"


class Autosave:
    """Keeps a game's file up to date: call `save` after every change, `close` at the end.

    Each save writes the whole game and replaces the file at once, so that the file is a complete
    game at any moment, and one save makes up for an earlier one that failed. Until `close` no other
    program plays the file. Without a `path` the first save asks `new_file` for one, and so does a
    save that finds the file changed, or taken, by another program, or damaged; `slot` says what
    the game has of the file, and knows what that was like when it was read. `news` says why there
    is no path, if the player should know.
    """

    def __init__(
        self,
        game: Game,
        new_file: Callable[[Game], Path],
        path: Path | None = None,
        lock: GameLock | None = None,
        slot: FileSlot | None = None,
        news: str = "",
    ) -> None:
        self.game = game
        self.path = path
        self._new_file = new_file
        self._game_lock = lock
        self._slot = slot or FileSlot()
        self._saved = ""  # the last text on disk
        self._news = news
        self._is_lent = False  # to a copy of the game
        self._is_wanted = path is not None  # the file: others made it, or it was asked for
        self._one_at_a_time = threading.Lock()

    def save(self) -> Path:
        """Bring the file up to date and return its path; when this returns, the game is on disk.

        May be called from any thread. Raises SaveError; the game itself is not touched.
        """
        with self._one_at_a_time:
            text = format_game(self.game)
            if self.path is not None:
                self._save_in_own_file(self.path, text)
            if self.path is None:
                self._save_in_new_file(text)
            assert self.path is not None
            self._saved = text
            return self.path

    def commit(self) -> str:
        """Save, and return what the player should know of it, if anything; raises SaveError."""
        self.save()
        news, self._news = self._news, ""
        return news

    def move(self, new_file: Callable[[Game], Path]) -> None:
        """Let the next save make a new file somewhere else."""
        self._is_wanted = True
        self._new_file = new_file
        self._let_go()

    def close(self) -> None:
        """Let others play the file; a later save takes it back if no one has it by then."""
        if self._game_lock is not None:
            self._game_lock.give_back()
            self._game_lock = None

    def leave(self) -> str:
        """Close, and remove a file that was made here if the game has hardly begun.

        What the player should know of it, if anything. What others have written stays.
        """
        with self._one_at_a_time:
            news = ""
            if self._may_be_dropped and self.path is not None:
                stays = f"{self.path.name} was changed by another program and stays as it is"
                news = NOT_KEPT if self._slot.remove(self.path) else stays
            self.close()
            return news

    @property
    def _may_be_dropped(self) -> bool:
        is_locked = self._game_lock is not None and self._game_lock.is_held
        return is_locked and not self._is_wanted and _has_hardly_begun(self.game)

    def for_copy(self, game: Game) -> Autosave:
        """The same file for a copy of the game, which is saved there until this one is again.

        What is saved there counts for this one as changed from outside.
        """
        self._is_lent = True
        return Autosave(game, self._new_file, self.path, slot=FileSlot(self._slot.stamp))

    def _save_in_own_file(self, path: Path, text: str) -> None:
        """Save where the game was saved before, or leave the file to others."""
        with suppress(OSError):  # if a vanished folder cannot be made, the save says so
            make_folder(path.parent)
        try:
            self._lock(path)
        except LockedError:
            self._leave_to_others("is played in another program")
            return
        if text == self._saved:
            return
        if self._slot.is_changed(path):
            why = "has been annotated" if self._is_lent else "was changed by another program"
            self._leave_to_others(why)
        elif refusal := self._slot.refusal(path):
            self._leave_to_others(refusal)
        else:
            self._write(path, text)

    def _write(self, path: Path, text: str) -> None:
        self._slot.write(path, text)
        self._news = "; ".join(filter(None, (self._news, self._slot.kept)))
        self._slot.kept = ""

    def _save_in_new_file(self, text: str) -> None:
        path = self._new_file(self.game)
        try:
            self._lock(path)
            self._write(path, text)
        except SaveError:
            self._slot.give_up(path)
            self.close()
            raise
        self.path = path
        if self._news:
            self._news += f"; your game is saved as {path.name} now"

    def _lock(self, path: Path) -> None:
        """Lock the file; raises SaveError if another program has it by now."""
        if self._game_lock is None:
            self._game_lock = GameLock(path)
        elif not self._game_lock.is_held:
            raise SaveError(f"{path.name!r} has been opened again elsewhere in this program")
        else:
            self._game_lock.renew()

    def _leave_to_others(self, why: str) -> None:
        assert self.path is not None
        self._news = f"{self.path.name} {why}"
        self._let_go()

    def _let_go(self) -> None:
        self.close()
        self.path, self._slot, self._is_lent = None, FileSlot(), False
        self._saved = ""


class FileSlot:
    """The whole of a file. It knows what the file was like when it was last read or written."""

    def __init__(self, stamp: Stamp | None = None) -> None:
        self._stamp = stamp
        self._ours: tuple[tuple[int, bytes], ...] = ()  # what was last written, or was to be
        self.kept = ""  # what the player should know of the original

    @property
    def stamp(self) -> Stamp | None:
        return self._stamp

    def refusal(self, path: Path) -> str:
        """Why the file must stay as it is, such as `is damaged`; empty if it may be rewritten."""
        return ""

    def is_changed(self, path: Path) -> bool:
        """Whether another program has written the file since it was last read or written here.

        One that was only removed is not: there is nothing to be kept.
        """
        now = stamp_of(path)
        if self.stamp is None or now is None or now == self.stamp:
            return False
        with suppress(OSError):
            return not self._holds_ours(path)
        return True

    def _holds_ours(self, path: Path) -> bool:
        """Whether what is in the file was written here; raises OSError."""
        now = stamp_of(path)
        if now is None or now.size not in dict(self._ours):  # it may be anything, such as a pipe
            return False
        return _mark(read_bytes(path, now.size)) in self._ours

    def remove(self, path: Path) -> bool:
        """Remove the file if it is as it was written here; whether it is gone."""
        return not os.path.exists(path) or remove_own(
            path, lambda file: stamp_of(file) == self.stamp and self._holds_ours(file)
        )

    def give_up(self, path: Path) -> None:
        """Remove a file that was made for the game and could not be written."""
        remove_own(path, lambda file: not file.stat().st_size or self._holds_ours(file))

    def write(self, path: Path, text: str) -> None:
        """Write the game's text; raises SaveError."""
        if not self._ours:
            old = _contents(path)
            self._keep_original(path, old, as_utf8(old, utf16_of(old)))
        self._write(path, text.encode("utf-8"))

    def _keep_original(self, path: Path, old: bytes, same: bytes) -> bool:
        """Keep a copy beside a file that is not the same in UTF-8; raises SaveError."""
        if old == same:
            return False
        try:
            copy = under_free_name(
                path.with_name(path.name + ORIGINAL), partial(write_new, text=old)
            )
        except OSError as error:
            raise SaveError(f"{path.name!r} cannot be copied first: {error.strerror}") from None
        self.kept = f"{path.name} is in UTF-8 now; what it was before is kept as {copy.name}"
        return True

    def _write(self, path: Path, contents: bytes) -> None:
        self._ours = (*self._ours[-1:], _mark(contents))
        self._stamp = write_atomically(path, contents)


class GameSlot(FileSlot):
    """The lines of one game among others; their bytes stay what they are."""

    def __init__(self, index: GameIndex, number: int) -> None:
        super().__init__()
        self._index = index
        self._number = number
        self._refusal: str | None = None  # not looked for yet

    @property
    def stamp(self) -> Stamp | None:
        """What the file was like when its games were counted, or one of them was written."""
        return self._index.stamp

    def is_changed(self, path: Path) -> bool:
        """Whether another program has written the file, or removed it with its other games."""
        if len(self._index) > 1 and not os.path.exists(path):
            return True
        return super().is_changed(path)

    def refusal(self, path: Path) -> str:
        """Why the file must stay as it is: the game is damaged, or not to be told from others."""
        if self._refusal is None:
            self._refusal = self._look(path)
        return self._refusal

    def _look(self, path: Path) -> str:
        if not os.path.exists(path):
            return ""
        if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
            return "is read-only and stays as it is"
        if refusal := too_large(stamp_of(path)):
            return refusal
        if self._index.read(self._number).damage is not None:
            return "is damaged and stays as it is"
        span = self._index.span(self._number)
        if span is None or not _is_one_game(_lines(path, *span)):
            return "has something else in a line with this game and stays as it is"
        return ""

    def contents(self, path: Path) -> bytes:
        """The game's lines in UTF-8; raises SaveError."""
        return self._parts(_contents(path))[1]

    def write(self, path: Path, text: str) -> None:
        """Put the game's text in the place of its lines; raises SaveError."""
        old = _contents(path)
        before, lines, after = self._parts(old)
        new = text.encode("utf-8")
        if b"\r\n" in lines:
            new = new.replace(b"\n", b"\r\n")
        was_foreign = self._keep_original(path, old, before + lines + after)
        self._write(path, before + new + after)
        if was_foreign:
            self._index.count_anew()
        else:
            added = new.count(b"\n") - lines.count(b"\n")
            self._index.note_rewritten(self._number, len(new) - len(lines), added, self._stamp)

    def _parts(self, contents: bytes) -> tuple[bytes, bytes, bytes]:
        """What stands before the game, the game, and what stands behind it, in UTF-8."""
        start, end = self._index.span(self._number) or (0, 0)
        utf16 = utf16_of(contents)
        parts = contents[:start], contents[start:end], contents[end:]
        before, lines, after = (as_utf8(part, utf16) for part in parts)
        return before, lines, after


def _has_hardly_begun(game: Game) -> bool:
    """Whether not even both sides have moved, and nothing else has happened."""
    return game.outcome is None and not any(move.children for move in game.root.children)


def too_large(stamp: Stamp | None) -> str:
    """Why a file is too large for a game in it to be rewritten; empty if it is not."""
    if stamp is None or stamp.size <= LARGEST:
        return ""
    return f"is larger than {LARGEST >> 20} MB and stays as it is"


def _mark(contents: bytes) -> tuple[int, bytes]:
    """What tells contents from others: their size and digest."""
    return len(contents), hashlib.blake2b(contents).digest()


def _contents(path: Path) -> bytes:
    """All bytes of a file, none if it was removed; raises SaveError."""
    try:
        with open_file(path) as file:
            return file.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise SaveError(f"{path.name!r} cannot be read: {error.strerror}") from None


def _lines(path: Path, start: int, end: int) -> Iterator[bytes]:
    lines = FileLines(path, start)
    return takewhile(lambda _: lines.start < end, lines)


def _is_one_game(lines: Iterable[bytes]) -> bool:
    """Whether lines hold one game, and nothing behind its result, such as a comment."""
    visitor = HeaderVisitor()
    with suppress(GameFileError):
        for _ in visit_games(lines, visitor):
            pass
    return visitor.count == 1
