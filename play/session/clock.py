"""A chess clock for any time control; the time of day is passed in, in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from makachess.core.engine import ClockLimits
from makachess.core.spec import COLORS
from makachess.play.session.time_control import TimeControl
from makachess.saves import TimeLeft


@dataclass(slots=True)
class _Side:
    """One side's time at the start of its move, and what it used of it before a stop."""

    main: float
    periods: int
    used: float = 0.0


class Clock:
    """Both sides' time; `since` is when the time of the side `running` began to run."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.running: str | None = None
        self.since = 0.0
        self._sides: dict[str, _Side] = {color: self._full() for color in COLORS}

    # --- running --------------------------------------------------------------------------------

    def start(self, side: str, now: float) -> None:
        """Start a side's clock and stop the other's, whose used time is deducted."""
        self.stop(now)
        for color in COLORS:
            if color != side:
                self._settle(color)
        self.running, self.since = side, now

    def stop(self, now: float) -> None:
        """Stop both clocks; the running side continues where it was if started again."""
        if self.running is not None:
            self._sides[self.running].used += now - self.since
        self.running = None

    def press(self, now: float) -> None:
        """End the running side's move: add its increment, or restart its period or day."""
        side = self.running
        self.stop(now)
        if side is not None:
            self._settle(side)
            self._sides[side].main += self.control.increment

    def set(self, side: str, left: TimeLeft) -> None:
        """Set what a side has at the beginning of its move, as `standing` told it once.

        As long as there is main time no period is lost, whether or not periods are told of.
        """
        if not self.control.per_move:
            periods = self.control.periods
            kept = periods if left.seconds > 0 else min(left.periods, periods)
            self._sides[side] = _Side(left.seconds, kept)

    def rewind(self, told: Mapping[str, TimeLeft]) -> None:
        """Go back to where each side had what is told, or all its time where nothing is."""
        self.running = None
        for color in COLORS:
            self._sides[color] = self._full()
            if color in told:
                self.set(color, told[color])

    def _full(self) -> _Side:
        return _Side(self.control.per_move or self.control.base, self.control.periods)

    def spend(self, side: str, seconds: float) -> None:
        """Count time a side spent on its move before the game was left."""
        self._sides[side].used += seconds

    # --- reading --------------------------------------------------------------------------------

    def standing(self, side: str) -> TimeLeft:
        """What a side has at the start of its move: no seconds once it is in byo-yomi."""
        return TimeLeft(self._sides[side].main, self._sides[side].periods)

    def used(self, side: str, now: float) -> float:
        """Seconds that a side has thought about its move so far."""
        running = now - self.since if side == self.running else 0.0
        return self._sides[side].used + running

    def left(self, side: str, now: float) -> TimeLeft:
        """What a side's clock shows: seconds of its time, or of the first of its periods.

        Its flag is down when there are no seconds.
        """
        control, at = self.control, self._sides[side]
        rest = at.main - max(self.used(side, now) - control.delay, 0.0)
        if rest > 0 or not at.periods:
            return TimeLeft(rest, at.periods)
        lost = int(-rest // control.period)
        if lost >= at.periods:
            return TimeLeft(0.0)
        return TimeLeft(control.period + rest + lost * control.period, at.periods - lost)

    def has_flagged(self, side: str, now: float) -> bool:
        """Whether a side's flag has fallen."""
        return self.left(side, now).seconds <= 0

    def shown(self, now: float) -> Mapping[str, float]:
        """Seconds left by side."""
        return {side: self.left(side, now).seconds for side in self._sides}

    def limits(self, side: str, now: float) -> ClockLimits | None:
        """The clocks as engines see them before a side's move; None with days a move.

        They know neither delay nor byo-yomi: a delay counts as an increment, and so does a period
        until the main time is used up; then the next move ends a time control.
        """
        control = self.control
        if control.per_move:
            return None
        gained = control.increment + control.delay + control.period
        in_period = control.periods > 0 and self._sides[side].main <= 0
        left = self.shown(now)
        return ClockLimits(left["white"], left["black"], gained, gained, 1 if in_period else 0)

    def _settle(self, side: str) -> None:
        """Deduct what a side has used from its time."""
        at = self._sides[side]
        if at.used <= 0:
            return
        rest = at.main - max(at.used - self.control.delay, 0.0)
        at.used = 0.0
        if self.control.per_move:
            return
        if rest <= 0 and at.periods:
            at.periods = max(at.periods - int(-rest // self.control.period), 0)
            rest = 0.0
        at.main = rest
