"""A file of games, each of which can be read, and written back among the others."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from makachess.saves.autosave import Autosave
from makachess.saves.builder import Reading
from makachess.saves.errors import GameFileError
from makachess.saves.game import Game
from makachess.saves.index import GameIndex
from makachess.saves.library import Library
from makachess.saves.loading import load_game
from makachess.saves.place import PlaceInFile, too_large
from makachess.saves.storage import Stamp, stamp_of

SMALL = 1 << 20
"""Bytes of a file whose games are counted at once: in a twentieth of a second."""


class Collection:
    """The games of a file; they are counted when that is first needed.

    Raises GameFileError wherever the file cannot be read, or has changed since it was opened.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._stamp: Stamp | None = stamp_of(path)

    @property
    def is_small(self) -> bool:
        """Whether the games can be counted in no time."""
        return self._stamp is not None and self._stamp.size <= SMALL

    @cached_property
    def index(self) -> GameIndex:
        """Where each game stands."""
        index = GameIndex(self.path)
        if index.stamp != self._stamp:
            raise GameFileError("the file has changed since it was opened", str(self.path))
        return index

    def __len__(self) -> int:
        return len(self.index)

    def first(self, number: int) -> tuple[Game, str]:
        """A game and the first fault that costs moves of it, without a count of the others."""
        return load_game(self.path, number)

    def read(self, number: int) -> Reading:
        """What can be read of a game."""
        return self.index.read(number)

    def autosave(self, game: Game, number: int) -> Autosave:
        """Keep a game that was read up to date in its place; that of a damaged file in a new one.

        The other games stay as they are, byte for byte. Where the game cannot be told from them,
        something in the file cannot be read, or the file is very large, it is left alone: the first
        save makes a new one and says so.
        """
        if refusal := too_large(self._stamp):
            return Autosave(game, Library().new_file, news=f"{self.path.name} {refusal}")
        try:
            place = PlaceInFile(self.index, number)
        except GameFileError as error:
            return Autosave(game, Library().new_file, news=str(error))
        return Autosave(game, Library().new_file, self.path, place=place)
