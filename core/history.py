"""What a position remembers of the plies that led to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from makachess.core.move import Move


@dataclass(slots=True)
class History:
    """The moves made, and the key of every position on the way."""

    moves: list[Move] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)

    def begin(self, key: int) -> None:
        """Note the key of the first position."""
        self.keys.append(key)

    def add(self, move: Move, key: int) -> None:
        """Note a move that has been made, and the key of the position after it."""
        self.moves.append(move)
        self.keys.append(key)

    def pop(self) -> Move:
        """Forget the last move and return it; raises IndexError if there is none."""
        if not self.moves:
            raise IndexError("no move has been pushed, so none can be taken back")
        move = self.moves.pop()
        self.keys.pop()
        return move

    def repetitions(self) -> int:
        """How many times the last position has occurred."""
        return self.keys.count(self.keys[-1])

    def plies_since_first(self) -> int:
        """How many plies ago the last position first occurred."""
        return len(self.keys) - 1 - self.keys.index(self.keys[-1])

    def copy(self) -> History:
        """An independent copy."""
        return History(self.moves.copy(), self.keys.copy())
