"""The form for opening a table: the game, its clock, one's colour, and who may sit down."""

from __future__ import annotations

from collections.abc import Mapping

from makachess.core.spec import Variant
from makachess.play.session.new_game import (
    CLOCK,
    LEVELS,
    OPPONENT,
    SIDE,
    SIDES,
    NewGame,
)
from makachess.play.settings import NO_CLOCK, Settings
from makachess.play.tables.requests import OpenTable

ANYBODY = "whoever comes"
RANDOM = "random"


class TableForm(NewGame):
    """What is chosen for a table; its game is one that comes with makachess."""

    def __init__(self, usual: Settings, games: Mapping[str, Variant]) -> None:
        super().__init__(usual, games)
        self._values[OPPONENT] = (ANYBODY, *LEVELS)
        self._chosen[OPPONENT] = ANYBODY
        self._values[SIDE] = tuple(label for label, side in SIDES.items() if side != "none")
        if self._chosen[SIDE] not in self._values[SIDE]:
            self._chosen[SIDE] = RANDOM
        self.take_notes()

    def adopt(self, usual: Settings) -> None:
        """Engines of the settings play at no table."""

    @property
    def engine_level(self) -> int | None:
        """The level of the engine that is asked to sit down; None for a person."""
        opponent = self._chosen[OPPONENT]
        return LEVELS.index(opponent) + 1 if opponent in LEVELS else None

    def wish(self) -> OpenTable:
        """What is asked of the host."""
        clock, side = self._chosen[CLOCK], SIDES[self._chosen[SIDE]]
        return OpenTable(
            self.variant.name,
            self.variant.rules_options,
            "" if clock == NO_CLOCK else clock,
            "" if side == RANDOM else side,
            self.fen or "",
        )

    def settings(self) -> dict[str, object]:
        """What is to be remembered of it for the next time, by the names of the settings."""
        return {"variant": self.variant.name, "clock": self._chosen[CLOCK]}
