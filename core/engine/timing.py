"""How long to think about a move: on a chess clock, and under XBoard's time controls."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.errors import MakachessError

MOVES_AHEAD = 30  # moves among which the remaining time of a game is divided
OVERHEAD = 0.01  # seconds that a move is on its way to the other program, as a rule
LEAST = 0.001  # seconds to think about a move, even where none are left
LATEST = 1.0  # seconds that count as overhead; what costs more has another reason
MOVES_MEASURED = 8  # over which overhead is averaged, the last ones counting most
LATE_MOVE = 5  # times as long: what a move of its own time may be late, at most a tenth of that
LATE_GAME = 10  # times as long: what is kept on a clock, so that one late move does not lose


@dataclass(frozen=True, slots=True)
class ClockLimits:
    """Both clocks before a move: seconds left, seconds added a move, moves to the next control.

    `moves_to_go` is 0 where the time is for the whole game; `overhead` are the seconds of a move
    that pass on its way.
    """

    white: float
    black: float
    white_increment: float = 0.0
    black_increment: float = 0.0
    moves_to_go: int = 0
    overhead: float = OVERHEAD

    def left(self, color: str) -> float:
        """Seconds a colour has left."""
        return self.white if color == "white" else self.black

    def increment(self, color: str) -> float:
        """Seconds a colour gains by a move."""
        return self.white_increment if color == "white" else self.black_increment

    def budget(self, color: str, overhead: float = 0.0) -> float:
        """Seconds a colour should think about its next move: at most half of those left, or none.

        A move costs the larger of both overheads besides.
        """
        left, increment = self.left(color), self.increment(color)
        overhead = max(overhead, self.overhead)
        ahead = self.moves_to_go + 1 if self.moves_to_go else MOVES_AHEAD
        kept = min(LATE_GAME * overhead, left / 2)
        share = max(left - increment - kept, 0.0) / ahead + increment
        return max(min(share, left / 2) - overhead, 0.0)


class Overhead:
    """What moves cost on a clock beyond the time allotted to them, as the clock itself shows.

    That is how long they are on their way, and how late a busy machine lets a search end.
    """

    def __init__(self) -> None:
        self.seconds = 0.0  # on average of the last moves
        self._expected: tuple[int, float] | None = None

    def hear(self, ply: int, clock: ClockLimits, color: str) -> None:
        """Take in the clock before a move, so many plies after the game's beginning."""
        if self._expected is not None and self._expected[0] == ply:
            late = self._expected[1] + clock.increment(color) - clock.left(color)
            if 0 <= late <= LATEST:  # else there was a new control, or somebody set the clock
                self.seconds += (late - self.seconds) / MOVES_MEASURED
        self._expected = None

    def note(self, ply: int, left: float) -> None:
        """Keep what the clock should show after a move, but for an increment and overhead."""
        self._expected = ply + 2, left


def with_overhead(seconds: float, overhead: float = OVERHEAD) -> float:
    """The part of a move's own time that is for thinking, so that it is not late."""
    return seconds - min(LATE_MOVE * overhead, seconds / 10)


@dataclass(slots=True)
class EngineClock:
    """A control of a number of moves a session, of a whole game with increment, or of each move.

    `left` is what the engine's clock shows; None without a limit.
    """

    moves: int = 0  # in a session; 0: the whole game
    base: float | None = None
    increment: float = 0.0
    per_move: float | None = None
    left: float | None = None

    def reset(self) -> None:
        self.left = self.base

    def seconds(self) -> float | None:
        """Seconds for each move; None if they are not limited one by one."""
        if self.per_move is None:
            return None
        left = self.per_move if self.left is None else self.left
        return max(with_overhead(min(self.per_move, left)), LEAST)

    def limits(self, moves_made: int) -> ClockLimits | None:
        """The clock before the next move, by how many the engine has made; None if there is none.

        Of the opponent's it knows nothing, and takes it to show the same.
        """
        if self.left is None or self.per_move is not None:
            return None
        to_go = self.moves - moves_made % self.moves if self.moves else 0
        return ClockLimits(self.left, self.left, self.increment, self.increment, to_go)

    def spend(self, seconds: float, moves_made: int) -> None:
        """Note a move that took so long, the engine's `moves_made`-th (counted from 1)."""
        if self.left is None or self.per_move is not None:
            return
        self.left += self.increment - seconds
        if self.moves and moves_made % self.moves == 0:
            self.left += self.base or 0.0
        self.left = max(self.left, 0.0)


def parse_level(text: str) -> EngineClock:
    """The control of `level MOVES BASE INCREMENT`, BASE in minutes or min:sec.

    Anything after the time in BASE is ignored, for later versions of the protocol.
    Raises MakachessError.
    """
    try:
        moves, base, increment = text.split()[:3]
        minutes, _, seconds = base.partition(":")
        digits = seconds[:2] if seconds[:2].isdigit() else "0"
        total = 60.0 * float(minutes.partition("+")[0]) + float(digits)
        control = EngineClock(int(moves), total, float(increment))
    except ValueError:
        raise MakachessError(
            f"{text!r} is not a time control (moves, minutes, increment)"
        ) from None
    if not (0 <= control.moves < 1e9 and 0 <= total < 1e9 and 0 <= control.increment < 1e9):
        raise MakachessError(f"{text!r} is not a time control (moves, minutes, increment)")
    control.reset()
    return control
