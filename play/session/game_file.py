"""The file of a game being played: changes go to disk, and failures are reported once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from makachess.core import MakachessError
from makachess.play.session.seats import Seat
from makachess.saves import Game


class GameFile:
    """Knows whether the game has changed since it was last on disk; `save` puts it there."""

    def __init__(self, game: Game, save: Callable[[], object]) -> None:
        self.changed = False
        self._game = game
        self._save = save
        self._failed = False

    def commit(self, seats: Mapping[str, Seat]) -> str:
        """Put the game on disk if it has changed, with the players' names.

        If that fails the game goes on; returns what to tell the player, the first time.
        """
        if not self.changed:
            return ""
        for color, seat in seats.items():
            self._game.tags[color.capitalize()] = seat.name
            self._game.tags[f"{color.capitalize()}Type"] = seat.kind
        try:
            self._save()
        except MakachessError as error:
            told, self._failed = self._failed, True
            return "" if told else f"Playing on unsaved: {error}"
        self.changed = self._failed = False
        return ""
