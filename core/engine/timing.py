"""How long to think about a move under the time controls of XBoard's protocol."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.errors import MakachessError

MOVES_AHEAD = 30  # for how many moves the rest of a game's time is made to last
LEAST = 0.01
OVERHEAD = 0.05  # seconds for the way of a move to the other program, at most a tenth of the time


@dataclass(slots=True)
class TimeControl:
    """Moves in so many seconds again and again, a game's time with increment, or time a move.

    `left` is what the engine's clock shows; None for a control of its own that never ends.
    """

    moves: int = 0  # in a session; 0: the whole game
    base: float = 0.0
    increment: float = 0.0
    per_move: float | None = None
    left: float | None = None

    def reset(self) -> None:
        """Begin a new game with the same control."""
        self.left = self.base or None

    def budget(self, moves_made: int) -> float | None:
        """Seconds for the next move when the engine has made so many; None: as it likes."""
        if self.per_move is not None:
            seconds = min(self.per_move, self.per_move if self.left is None else self.left)
        elif self.left is not None:
            ahead = self.moves - moves_made % self.moves + 1 if self.moves else MOVES_AHEAD
            share = max(self.left - self.increment, 0.0) / ahead + self.increment
            seconds = min(share, self.left / 2)
        else:
            return None
        return max(seconds - min(OVERHEAD, seconds / 10), LEAST)

    def spend(self, seconds: float, moves_made: int) -> None:
        """Note a move that took so long, the engine's `moves_made`-th (counted from 1)."""
        if self.left is None or self.per_move is not None:
            return
        self.left += self.increment - seconds
        if self.moves and moves_made % self.moves == 0:
            self.left += self.base
        self.left = max(self.left, LEAST)


def parse_level(text: str) -> TimeControl:
    """The control of `level MOVES BASE INCREMENT`, BASE in minutes or min:sec.

    What follows the time in BASE is left for later versions of the protocol and passed over.
    Raises MakachessError.
    """
    try:
        moves, base, increment = text.split()[:3]
        minutes, _, seconds = base.partition(":")
        digits = seconds[:2] if seconds[:2].isdigit() else "0"
        total = 60.0 * float(minutes.partition("+")[0]) + float(digits)
        control = TimeControl(int(moves), total, float(increment))
    except ValueError:
        raise MakachessError(f"{text!r} is no time control (moves, minutes, increment)") from None
    if not (control.moves >= 0 and 0 <= control.base < 1e9 and 0 <= control.increment < 1e9):
        raise MakachessError(f"{text!r} is no time control (moves, minutes, increment)")
    control.reset()
    return control
