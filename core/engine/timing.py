"""How long to think about a move: on a chess clock, and under XBoard's time controls."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.errors import MakachessError

MOVES_AHEAD = 30  # moves among which the remaining time of a game is divided
OVERHEAD = 0.05  # seconds for sending a move to the other program, at most a tenth of the time


@dataclass(frozen=True, slots=True)
class ClockLimits:
    """Both clocks before a move: seconds left, seconds added a move, moves to the next control.

    `moves_to_go` is 0 where the time is for the whole game.
    """

    white: float
    black: float
    white_increment: float = 0.0
    black_increment: float = 0.0
    moves_to_go: int = 0

    def left(self, color: str) -> float:
        """Seconds a colour has left."""
        return self.white if color == "white" else self.black

    def increment(self, color: str) -> float:
        """Seconds a colour gains by a move."""
        return self.white_increment if color == "white" else self.black_increment

    def budget(self, color: str) -> float:
        """Seconds a colour should think about its next move."""
        return seconds_for_move(self.left(color), self.increment(color), self.moves_to_go)


def seconds_for_move(left: float, increment: float = 0.0, moves_to_go: int = 0) -> float:
    """Seconds to think, of those left; at most half of them."""
    ahead = moves_to_go + 1 if moves_to_go else MOVES_AHEAD
    share = max(left - increment, 0.0) / ahead + increment
    return with_overhead(min(share, left / 2))


def with_overhead(seconds: float) -> float:
    """The time left for thinking after allowing for the move to reach the other program."""
    return seconds - min(OVERHEAD, seconds / 10)


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

    def budget(self, moves_made: int) -> float | None:
        """Seconds for the next move, by how many the engine has made; None: as it likes."""
        if self.per_move is not None:
            return with_overhead(
                min(self.per_move, self.per_move if self.left is None else self.left)
            )
        if self.left is None:
            return None
        to_go = self.moves - moves_made % self.moves if self.moves else 0
        return seconds_for_move(self.left, self.increment, to_go)

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
