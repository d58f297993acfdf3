"""What a screen needs to know of a game being played, wherever the game is owned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from makachess.core import Move
from makachess.saves import Game, TimeLeft


@dataclass(frozen=True, slots=True)
class Change:
    """The game, or something around it, has changed; `note` tells the player what."""

    note: str = ""
    alert: bool = False


class Playing(Protocol):
    """A game in which people here play some colours; what they do may be refused or deferred.

    A `Session` owns its game; a `RemoteTable` shows one that a host of tables owns, and asks.
    """

    @property
    def game(self) -> Game:
        """The game, as far as it is known here; another object once another game begins."""

    @property
    def offer(self) -> str | None:
        """The colour that has offered a draw."""

    @property
    def takeback(self) -> str | None:
        """The colour that has asked to take back."""

    @property
    def paused(self) -> bool:
        """Whether a game between engines has been stopped."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def turn(self) -> str:
        """The colour to move."""

    @property
    def people(self) -> frozenset[str]:
        """The colours whose moves are entered here."""

    @property
    def persons_turn(self) -> bool:
        """Whether somebody here is to move."""

    @property
    def person(self) -> str | None:
        """The only colour played here, None if there are two or none."""

    @property
    def vacant(self) -> str | None:
        """The first colour that nobody plays because a program is missing here."""

    @property
    def times(self) -> Mapping[str, TimeLeft]:
        """What the clock shows for each colour now; nothing without a clock."""

    @property
    def has_clock(self) -> bool:
        """Whether the game has a clock."""

    @property
    def unsaved(self) -> str:
        """Why the game is not on disk as it stands, in a few words; empty if it is."""

    def begin(self) -> None:
        """Let the clock run."""

    def play(self, color: str, move: Move, note: str = "") -> None:
        """Make a person's move; raises IllegalMoveError."""

    def undo(self, color: str) -> None:
        """Take back a colour's last move, or ask whether one may."""

    def answer_undo(self, color: str, accepted: bool) -> None:
        """Answer, as `color`, the other side's request to take back."""

    def redo(self) -> None:
        """Replay the moves taken back; raises MakachessError where that is not done."""

    def resign(self, color: str) -> None:
        """Resign for a colour."""

    def offer_draw(self, color: str) -> None:
        """Offer a draw."""

    def answer_draw(self, color: str, accepted: bool) -> None:
        """Answer, as `color`, the draw that the other side has offered."""

    def toggle_pause(self) -> None:
        """Pause or continue a game between engines."""

    def tick(self) -> None:
        """Look at the clock."""

    async def close(self) -> None:
        """Let go of the game."""
