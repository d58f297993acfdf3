"""The file of a game being played: changes go to disk, and the player knows if they do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from makachess.core import MakachessError
from makachess.play.session.seats import Seat
from makachess.saves import Game, SaveError


class GameFile:
    """Knows whether the game has changed since it was last on disk; `commit` puts it there.

    `save` does so and returns what the player should know of it, if anything; it raises
    MakachessError. `failure` says in a few words why the game is not on disk, as long as it is not.
    """

    def __init__(self, game: Game, save: Callable[[], str | None]) -> None:
        self.changed = False
        self.failure = ""
        self._game = game
        self._save = save

    def commit(self, seats: Mapping[str, Seat]) -> str:
        """Put the game on disk if it has changed, with the players' names.

        If that fails the game goes on. Returns what the player should know: what is wrong, the
        first time, and that the game is saved again.
        """
        if not self.changed:
            return ""
        for color, seat in seats.items():
            self._game.tags[color.capitalize()] = seat.name
            self._game.tags[f"{color.capitalize()}Type"] = seat.kind
        failed = self.failure
        try:
            news = self._save() or ("The game is saved again" if failed else "")
        except MakachessError as error:
            self.failure = error.reason if isinstance(error, SaveError) else str(error)
            return "" if failed else f"Playing on unsaved: {error}"
        self.changed, self.failure = False, ""
        return news
