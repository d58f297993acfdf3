"""The clock of a game, and what the game's file says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from makachess.core.engine import ClockLimits
from makachess.core.spec import COLORS
from makachess.play.session.clock import Clock
from makachess.play.session.time_control import format_time_control
from makachess.saves import Game, Node, TimeLeft, mark_thought, mark_time, times_left


class Timekeeper:
    """Runs a game's clock, if it has one, and writes the times into the game.

    `[%clk]` says after each move what its side has left, `[%thought]` after the last one how long
    the other side had thought when the game was left. `now` is a time in seconds.
    """

    def __init__(self, game: Game, clock: Clock | None, now: Callable[[], float]) -> None:
        self.clock = clock
        self._game = game
        self._now = now
        self._moment = 0.0  # of the last move
        if clock is not None:
            game.tags["TimeControl"] = format_time_control(clock.control)

    @property
    def times(self) -> Mapping[str, TimeLeft]:
        """What the clock shows for each colour now; nothing without a clock."""
        clock, now = self.clock, self._now()
        return {color: clock.left(color, now) for color in COLORS} if clock else {}

    @property
    def flagged(self) -> str | None:
        """The colour whose time is up, if its clock is running."""
        clock = self.clock
        if clock is None or clock.running is None:
            return None
        return clock.running if clock.has_flagged(clock.running, self._now()) else None

    def run(self, color: str | None) -> None:
        """Let the time of one colour pass, or of none."""
        if self.clock is None:
            return
        self.clock.stop(self._now())
        if color is not None:
            self.clock.start(color, self._now())

    def start_for_engine(self, color: str) -> ClockLimits | None:
        """Start the clock of an engine, and return the times it has to know."""
        if self.clock is None:
            return None
        self.run(color)
        return self.clock.limits(color, self._now())

    def is_in_time(self, color: str) -> bool:
        """Whether a colour's move comes in time, also while the clock stands in a pause."""
        self._moment = self._now()
        if self.clock is None:
            return True
        self.clock.start(color, self._moment)
        return not self.clock.has_flagged(color, self._moment)

    def end_move(self, node: Node, color: str) -> None:
        """End a colour's time with a move that was in time."""
        mark_thought(node.parent or node, 0)
        if self.clock is not None:
            self.clock.press(self._moment)
            mark_time(node, self.clock.standing(color))

    def rewind(self) -> None:
        """Another move is the last one now: show what the clocks showed after it."""
        if self.clock is not None:
            self.clock.rewind(times_left(self._game))

    def forget_thought(self) -> None:
        """The last move is about to be taken back, and with it the time thought about a reply."""
        mark_thought(self._game.node, 0)

    def note_thought(self) -> bool:
        """Stop the clock, and write how long its side has thought; whether that says anything."""
        if self.clock is None or not self.clock.running:
            return False
        self.run(None)
        if self._game.moves:
            mark_thought(self._game.node, self.clock.used(self._game.position.turn, self._now()))
        return bool(self._game.moves)
