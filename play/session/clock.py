"""Chess clocks for any time control: how people write it, how it runs, what a game file tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from makachess.core.engine import ClockLimits
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS
from makachess.saves import Game, Node, TimeLeft, mark_thought, mark_time, times_left

DAY = 86_400

_SPOKEN = re.compile(
    r"(?P<per_move>\d{1,2})days?"
    r"|(?P<base>\d{1,3})(?:\+(?P<increment>\d{1,3})|d(?P<delay>\d{1,3})"
    r"|\+(?P<periods>\d{1,2})x(?P<period>\d{1,3}))"
)
_NUMBER = r"\d{1,9}(?:\.\d{1,3})?"
_TAG = re.compile(
    rf"1/(?P<per_move>{_NUMBER})"
    rf"|(?P<base>{_NUMBER})(?:\+(?P<periods>\d{{1,3}})x(?P<period>{_NUMBER})"
    rf"|\+(?P<increment>{_NUMBER})|d(?P<delay>{_NUMBER}))?"
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time both sides have, in seconds.

    `base` is for the whole game. `increment` is added after each move; `delay` passes at each move
    before the clock begins to run (US delay); after `base` come `periods` of byo-yomi, `period`
    long each, one of which is lost whenever it runs out. `per_move` stands
    alone: so much for every move, as in correspondence chess.
    """

    base: float = 0.0
    increment: float = 0.0
    delay: float = 0.0
    periods: int = 0
    period: float = 0.0
    per_move: float = 0.0


def _read(pattern: re.Pattern[str], text: str, *, spoken: bool) -> TimeControl | None:
    """The time control that a text means, if its parts make sense; else None."""
    found = pattern.fullmatch(text)
    if found is None:
        return None
    number = {name: float(digits or 0) for name, digits in found.groupdict().items()}
    increment, delay = number["increment"], number["delay"]
    base, per_move, periods = number["base"], number["per_move"], int(number["periods"])
    if spoken:
        base, per_move = base * 60 or increment or delay, per_move * DAY
    if not (base or per_move or periods) or bool(periods) != bool(number["period"]):
        return None
    return TimeControl(base, increment, delay, periods, number["period"], per_move)


def parse_clock(text: str) -> TimeControl:
    """The time control that a person writes; raises MakachessError.

    `5+3` is 5 minutes and 3 seconds more for each move, `5d3` 5 minutes with a delay of 3 seconds,
    `30+3x40` 30 minutes and then three periods of 40 seconds, `2days` two days for each move.
    """
    if control := _read(_SPOKEN, text, spoken=True):
        return control
    raise MakachessError(
        f"{text!r} is not a clock (minutes+seconds a move, such as '5+3'; "
        "or '5d3' with a delay, '30+3x40' with byo-yomi, '2days' a move)"
    )


def format_clock(control: TimeControl) -> str:
    """A time control as a person writes it, shortly; `parse_clock` reads whole minutes and days."""
    if control.per_move:
        days = control.per_move / DAY
        return f"{_seconds(days)}day{'s' * (days != 1)}"
    minutes = _seconds(control.base // 60)
    if control.periods:
        return f"{minutes}+{control.periods}x{_seconds(control.period)}"
    if control.delay:
        return f"{minutes}d{_seconds(control.delay)}"
    return f"{minutes}+{_seconds(control.increment)}"


def describe_clock(control: TimeControl) -> str:
    """A time control in words, as in `5 minutes, and 3 seconds more for each move`."""
    if control.per_move:
        return f"{_count(control.per_move / DAY, 'day')} for each move"
    extra = ""
    if control.increment:
        extra = f", and {_count(control.increment, 'second')} more for each move"
    elif control.delay:
        extra = f"; at each move, the clock starts after {_count(control.delay, 'second')}"
    elif control.periods:
        extra = f", then {_count(control.period, 'second')} a move"
        if spared := control.periods - 1:  # all but the last, whose end is the player's
            extra += f", which may run out {_count(spared, 'time')}"
        extra += " (byo-yomi)"
    if control.periods and not control.base:
        return extra.removeprefix(", then ")
    if 0 < control.base < 60:
        return f"{_count(control.base, 'second')}{extra}"
    return f"{_count(control.base / 60, 'minute')}{extra}"


def _count(number: float, unit: str) -> str:
    return f"{_seconds(number)} {unit}{'s' * (number != 1)}"


def parse_time_control(text: str) -> TimeControl | None:
    """The time control of a game file's tag; None for `-` and `?`. Raises MakachessError.

    PGN's own forms where it has one: `300` and `300+5` (seconds), and `1/172800` for that many
    seconds a move. Ours are `300d5` with a delay and `1800+3x40` with byo-yomi.
    """
    if text in ("", "-", "?"):
        return None
    if control := _read(_TAG, text, spoken=False):
        return control
    raise MakachessError(f"{text!r} is not a known time control (such as '300+5')")


def format_time_control(control: TimeControl) -> str:
    """A time control as game files name it; `parse_time_control` reads it back."""
    if control.per_move:
        return f"1/{_seconds(control.per_move)}"
    text = _seconds(control.base)
    if control.periods:
        return f"{text}+{control.periods}x{_seconds(control.period)}"
    if control.delay:
        return f"{text}d{_seconds(control.delay)}"
    return f"{text}+{_seconds(control.increment)}" if control.increment else text


def _seconds(number: float) -> str:
    """A number of seconds without needless zeros."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


def clock_text(seconds: float) -> str:
    """Time left as `4:07`, as `1:04:07`, or in days, hours and minutes as `1d 23:34`."""
    whole = max(int(seconds + 0.999), 0)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24}d {hours % 24}:{minutes:02}"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def describe_time(left: TimeLeft) -> str:
    """Time left, and how many periods of byo-yomi follow: `4:07`, `0:30 x2`."""
    return clock_text(left.seconds) + (f" x{left.periods}" if left.periods else "")


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
        return self.left(side, now).seconds <= 0

    def shown(self, now: float) -> Mapping[str, float]:
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
