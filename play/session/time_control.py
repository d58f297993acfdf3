"""Time controls, as people write them and as game files do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from makachess.core.errors import MakachessError
from makachess.saves import TimeLeft

DAY = 86_400

_SPOKEN = re.compile(
    r"(?P<days>\d{1,2})days?"
    r"|(?P<minutes>\d{1,3})(?:\+(?P<increment>\d{1,3})|d(?P<delay>\d{1,3})"
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

    @property
    def gives_time(self) -> bool:
        """Whether the control gives time and its parts make sense."""
        some = self.base or self.per_move or self.periods
        return bool(some) and bool(self.periods) == bool(self.period)


def parse_clock(text: str) -> TimeControl:
    """The time control that a person writes; raises MakachessError.

    `5+3` is 5 minutes and 3 seconds more for each move, `5d3` 5 minutes with a delay of 3 seconds,
    `30+3x40` 30 minutes and then three periods of 40 seconds, `2days` two days for each move.
    """
    found = _SPOKEN.fullmatch(text)
    if found is not None:
        number = {name: int(digits or 0) for name, digits in found.groupdict().items()}
        increment, delay = float(number["increment"]), float(number["delay"])
        control = TimeControl(
            base=number["minutes"] * 60.0 or increment or delay,
            increment=increment,
            delay=delay,
            periods=number["periods"],
            period=float(number["period"]),
            per_move=float(number["days"] * DAY),
        )
        if control.gives_time:
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
        period = _count(control.period, "second")
        extra = f", then {_count(control.periods, 'byo-yomi period')} of {period}"
    if 0 < control.base < 60:
        return f"{_count(control.base, 'second')}{extra}"
    return f"{_count(control.base / 60, 'minute')}{extra}"


def _count(number: float, unit: str) -> str:
    return f"{_seconds(number)} {unit}{'s' * (number != 1)}"


def parse_time_control(text: str) -> TimeControl | None:
    """The time control of a game file's tag; None for `-` and `?`. Raises MakachessError.

    PGN's own forms where it has one: `300` and `300+5` (seconds), and `1/172800` for so many
    seconds a move. Ours are `300d5` with a delay and `1800+3x40` with byo-yomi.
    """
    if text in ("", "-", "?"):
        return None
    found = _TAG.fullmatch(text)
    if found is not None:
        number = {name: float(digits or 0) for name, digits in found.groupdict().items()}
        periods = int(number.pop("periods"))
        control = TimeControl(**number, periods=periods)
        if control.gives_time:
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
