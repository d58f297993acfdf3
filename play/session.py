"""The one owner of the running game: its players, its clock, its file.

Everything that changes the game goes through here and is told by one message, `Change`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from makachess.core import MakachessError, Move
from makachess.play.clock import Clock
from makachess.play.engines import Opponent
from makachess.saves import Game

OTHER = {"white": "black", "black": "white"}
WATCH_PAUSE = 0.4  # seconds between moves when nobody plays, so that they can be followed


@dataclass(frozen=True, slots=True)
class Change:
    """The game or what goes on around it has changed; `note` says what, for a person to read."""

    note: str = ""
    alert: bool = False


class Session:
    """A game between people, or a person and an opponent, or the opponent alone.

    `people` are the colours that people play; `save` puts the game on disk and raises
    MakachessError; `tell` receives every Change.
    """

    def __init__(
        self,
        game: Game,
        people: frozenset[str],
        opponent: Opponent | None,
        *,
        save: Callable[[], object],
        tell: Callable[[Change], object],
        clock: Clock | None = None,
    ) -> None:
        self.game = game
        self.people = people
        self.opponent = opponent
        self.clock = clock
        self.offer: str | None = None  # the colour that has offered a draw
        self.paused = False
        self._save = save
        self._tell = tell
        self._unsaved = self._save_failed = False
        self._thinking: asyncio.Task[None] | None = None

    # --- what is so -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome is not None

    @property
    def turn(self) -> str:
        """The colour to move."""
        return self.game.position.turn

    @property
    def persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.over and self.turn in self.people

    @property
    def thinking(self) -> bool:
        """Whether the opponent is thinking."""
        return self._thinking is not None

    @property
    def person(self) -> str | None:
        """The colour of the only person, None if there are two or none."""
        return next(iter(self.people)) if len(self.people) == 1 else None

    def _is_opponents(self, color: str) -> bool:
        """Whether the opponent plays a colour against a person."""
        return bool(self.people) and color not in self.people

    # --- what people do -------------------------------------------------------------------------

    def play(self, move: Move, note: str = "") -> None:
        """Make a person's move."""
        if self.persons_turn:
            self.offer = None
            self.paused = False
            self._make(move, note)

    def undo(self) -> None:
        """Take back a person's last move, and the reply to it; also while the opponent thinks."""
        self.halt()
        count = self._plies_to_undo()
        for _ in range(count):
            self.game.undo()
        self.offer = None
        self.paused = not self.people  # else the move would be made again at once
        self._settle("Taken back" if count else "There is nothing to take back", kept=not count)

    def redo(self) -> None:
        """Make the moves again that were taken back, up to a person's turn."""
        self.halt()
        count = 0
        while self.game.future and (not count or self._is_opponents(self.turn)):
            self.game.redo()
            count += 1
        self._settle("Made again" if count else "There is nothing to make again", kept=not count)

    def resign(self) -> None:
        """Give up for the person to move, or for the only person."""
        loser = self.person or self.turn
        self.halt()
        self._finish(OTHER[loser], "resignation")

    def offer_draw(self) -> None:
        """Offer a draw: the opponent answers at once, another person is asked."""
        if self.over:
            return
        if self.person is None:
            self.offer = self.turn
            self._tell(Change())
        elif self.opponent is not None and self.opponent.accepts_draw(self.game.position):
            self.halt()
            self._finish("draw", "agreement")
        else:
            self._tell(Change("The draw is declined"))

    def answer_draw(self, accepted: bool) -> None:
        """Accept or decline the draw that is on offer."""
        self.offer = None
        if accepted:
            self.halt()
            self._finish("draw", "agreement")
        else:
            self._tell(Change("The draw is declined"))

    def toggle_pause(self) -> None:
        """Stop or continue a game that nobody plays, or ask an opponent again that has failed."""
        self.paused = not self.paused
        if self.paused:
            self.halt()
        self._settle("Stopped: Enter continues" if self.paused else "", kept=True)

    def tick(self) -> None:
        """Look at the clock; a side without time has lost."""
        if self.clock is None or self.clock.running is None or self.over:
            return
        side = self.clock.running
        if self.clock.remaining(side, time.monotonic()) <= 0:
            self.halt()
            self._finish(OTHER[side], "time")

    # --- the opponent ---------------------------------------------------------------------------

    def wake(self) -> None:
        """Save, then let the opponent think if it is to move; for when the change is on screen."""
        self.commit()
        if self.opponent is None or self.over or self.paused or self.thinking:
            return
        if self.turn not in self.people:
            self._thinking = asyncio.create_task(self._think(self.opponent))

    def halt(self) -> None:
        """Make the opponent stop thinking, without a move."""
        if self._thinking is not None and self.opponent is not None:
            self._thinking.cancel()
            self._thinking = None
            self.opponent.stop()

    async def close(self) -> None:
        """Stop everything and end the opponent."""
        self.halt()
        self.commit()
        if self.opponent is not None:
            await self.opponent.close()

    async def _think(self, opponent: Opponent) -> None:
        """Choose and make one move of the opponent."""
        task = asyncio.current_task()
        if not self.people:
            await asyncio.sleep(WATCH_PAUSE)
        seconds = self.clock.budget(self.turn, time.monotonic()) if self.clock else None
        try:
            best = await opponent.choose(self.game.position.copy(), seconds)
        except Exception as error:  # whatever fails in an opponent must not take the game along
            self._give_up(task, error)
            return
        if self._stopped_thinking(task) and best.move is not None:
            if self.people and opponent.offers_draw(self.game.position):
                self.offer = self.turn
            note, opponent.notice = opponent.notice, ""
            self._make(best.move, note)

    def _give_up(self, task: asyncio.Task[None] | None, error: Exception) -> None:
        """Stop after a failure, for a person to decide whether to ask the opponent again."""
        if self._stopped_thinking(task):
            self.paused = True
            text = str(error) if isinstance(error, MakachessError) else repr(error)
            self._tell(Change(f"No move (Enter tries again): {text}", alert=True))

    def _stopped_thinking(self, task: asyncio.Task[None] | None) -> bool:
        """Note that a thought has ended; False if it was given up before."""
        if self._thinking is not task:
            return False
        self._thinking = None
        return True

    # --- changes --------------------------------------------------------------------------------

    def _make(self, move: Move, note: str) -> None:
        self.commit()  # no move is made before the one before it is on disk
        self.game.play(move)
        if self.clock is not None:
            self.clock.press(time.monotonic())
        self._settle(note)

    def _finish(self, winner: str, reason: str) -> None:
        if not self.over:
            self.game.finish(winner, reason)
            self._settle("")

    def _settle(self, note: str, *, kept: bool = False) -> None:
        """After every change: the clock and the message; the file follows when that is shown."""
        if self.clock is not None:
            self.clock.stop(time.monotonic())
            if not self.over and not self.paused:
                self.clock.start(self.turn, time.monotonic())
        self._unsaved = self._unsaved or not kept
        self._tell(Change(note))

    def commit(self) -> None:
        """Put the game on disk if it has changed; when that fails it goes on all the same."""
        if not self._unsaved:
            return
        try:
            self._save()
        except MakachessError as error:
            if not self._save_failed:
                self._tell(Change(f"Playing on unsaved: {error}", alert=True))
            self._save_failed = True
        else:
            self._unsaved = self._save_failed = False

    def _plies_to_undo(self) -> int:
        """How many plies lead back to a person's last move: as a rule one or two."""
        played = len(self.game.moves)
        if len(self.people) != 1:
            return min(played, 1)
        mover = self.turn
        for count in range(1, played + 1):
            mover = OTHER[mover]
            if mover in self.people:
                return count
        return 0
