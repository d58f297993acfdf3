"""A session for tests, which write down what it tells and saves."""

from __future__ import annotations

import asyncio

from makachess.core import MakachessError
from makachess.core.spec import COLORS, opponent
from makachess.play.session.clock import Clock, TimeControl
from makachess.play.session.seats import EngineSeat, PersonSeat
from makachess.play.session.session import GameUpdate, Session, at_once
from makachess.saves import Game
from makachess.variants import load
from tui_harness import Scripted


class Table:
    """A session with what it told and saved written down, and with a clock that the test turns."""

    def __init__(
        self, people: str, opponent: EngineSeat | None = None, control: TimeControl | None = None
    ) -> None:
        self.game = Game(load("veteran"))
        self.told: list[GameUpdate] = []
        self.saved: list[tuple[str, ...]] = []
        self.events: list[str] = []  # in which order moves were saved and told
        self.time = 0.0
        self.disk_is_full = False
        engine = opponent or Scripted()
        self.session = Session(
            self.game,
            {color: PersonSeat() if color in people.split() else engine for color in COLORS},
            commits=at_once(self.save, self.hear),
            clock=Clock(control) if control else None,
            now=lambda: self.time,
        )
        if opponent is None:
            self.session.begin()

    def save(self) -> None:
        if self.disk_is_full:
            raise MakachessError("the disk is full")
        self.saved.append(self.game.sans)
        self.events.append("saved")

    def hear(self, change: GameUpdate) -> None:
        self.told.append(change)
        self.events.append("told")

    def play(self, *sans: str) -> None:
        for san in sans:
            self.session.play(self.session.turn, self.game.position.parse(san))

    def undo(self) -> None:
        self.session.undo(self.session.person or opponent(self.session.turn))

    async def reply(self, opponent: Scripted) -> None:
        """Let the opponent move."""
        self.session.begin()
        opponent.go_on.set()
        while self.session.thinking:
            await asyncio.sleep(0)
        opponent.go_on.clear()

    async def begin(self) -> None:
        """Begin, and let the opponent think if it is to move."""
        self.session.begin()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
