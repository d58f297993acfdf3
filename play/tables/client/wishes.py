"""The form for opening a table: the game, its clock, one's colour, and who may sit down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from makachess.core.spec import Variant
from makachess.play.session.new_game import (
    CLOCK,
    LEVELS,
    OPPONENT,
    SIDE,
    FormField,
    NewGame,
)
from makachess.play.settings import CLOCKS, NO_CLOCK, SIDE_LABELS, Settings
from makachess.play.tables.messages.schema import OpenTable

ANYONE, ONE_PERSON = "anyone", "one person"
RANDOM = "random"


class TableForm(NewGame):
    """What is chosen for a table; its game is one that comes with makachess.

    A `guest` is the one who is invited at first.
    """

    def __init__(self, usual: Settings, games: Mapping[str, Variant], guest: str = "") -> None:
        super().__init__(usual, games)
        self._guest = {f"only {guest}": guest} if guest else {}
        self._values[OPPONENT] = (*self._guest, ANYONE, *LEVELS, ONE_PERSON)
        self._chosen[OPPONENT] = self._values[OPPONENT][0]
        self._values[SIDE] = tuple(label for label, side in SIDE_LABELS.items() if side != "none")
        if self._chosen[SIDE] not in self._values[SIDE]:
            self._chosen[SIDE] = RANDOM
        self._values[CLOCK] = tuple(dict.fromkeys((*CLOCKS, usual.table_clock)))
        self._chosen[CLOCK] = usual.table_clock
        self.take_notes()

    def adopt(self, usual: Settings) -> None:
        """Engines of the settings play at no table."""

    @property
    def engine_level(self) -> int | None:
        """The level of the engine that is asked to sit down; None for a person."""
        opponent = self._chosen[OPPONENT]
        return LEVELS.index(opponent) + 1 if opponent in LEVELS else None

    @property
    def invites(self) -> bool:
        """Whether the other seat is for a person who has to be named."""
        return self._chosen[OPPONENT] == ONE_PERSON

    @property
    def guest(self) -> str:
        """Who is invited without being named any more; empty for nobody."""
        return self._guest.get(self._chosen[OPPONENT], "")

    def rows(self) -> Iterator[FormField]:
        for row in super().rows():
            is_named = row.name == OPPONENT and self.invites
            yield replace(row, help="asks for the name when you start") if is_named else row

    def wish(self, invited: str = "") -> OpenTable:
        """What is asked of the host; the other seat is for who is `invited`, or anybody."""
        clock, side = self._chosen[CLOCK], SIDE_LABELS[self._chosen[SIDE]]
        return OpenTable(
            self.variant.name,
            self.variant.rules_options,
            "" if clock == NO_CLOCK else clock,
            "" if side == RANDOM else side,
            self.fen or "",
            invited,
        )

    def settings(self) -> dict[str, object]:
        return {"variant": self.variant.name, "table_clock": self._chosen[CLOCK]}
