"""What the app leaves behind: games that could not be saved, told once the terminal is free."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from makachess.saves import Game, format_game
from makachess.tui.output import NOT_WRITTEN, OutputError, complain, say


@dataclass(frozen=True, slots=True)
class UnsavedGame:
    """A game as it was left, why it is not on disk, and whether its text is to be printed."""

    text: str
    reason: str
    printed: bool


class Farewell:
    """Collects what is to be said after the app, and says it."""

    def __init__(self) -> None:
        self._unsaved: list[UnsavedGame] = []

    @property
    def status(self) -> int:
        """The exit status of an app that has ended by itself."""
        return NOT_WRITTEN if self._unsaved else 0

    def leave_unsaved(self, game: Game, reason: str, *, printed: bool) -> None:
        """Note that a game was left which is not on disk."""
        self._unsaved.append(UnsavedGame(format_game(game), reason, printed))

    def tell(self) -> None:
        """Say which games are not saved, and print them to be copied."""
        with suppress(OSError, OutputError):  # nobody is there to read it
            for game in self._unsaved:
                complain(f"makachess: NOT SAVED: {game.reason}")
                if game.printed:
                    say(game.text)
