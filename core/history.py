"""What a position remembers of the plies that led to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from makachess.core.move import Move

REMEMBERED = 4  # recent positions whose legal moves are kept, for take-backs


@dataclass(slots=True)
class History:
    """The moves made, and the key and legal moves of every position on the way.

    Legal moves (with their packed form) are None where not yet needed, or too old to be kept.
    """

    moves: list[Move] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)
    legal: list[dict[Move, int] | None] = field(default_factory=lambda: [None])

    def add(self, move: Move) -> None:
        """Note a move that has been made; the caller adds the key of the new position."""
        self.moves.append(move)
        self.legal.append(None)
        if len(self.legal) > REMEMBERED:
            self.legal[-1 - REMEMBERED] = None

    def pop(self) -> Move:
        """Forget the last move and return it; raises IndexError if there is none."""
        move = self.moves.pop()
        self.legal.pop()
        self.keys.pop()
        return move

    def repetitions(self) -> int:
        """How many times the last position has occurred."""
        return self.keys.count(self.keys[-1])

    def plies_since_first(self) -> int:
        """How many plies ago the last position first occurred."""
        return len(self.keys) - 1 - self.keys.index(self.keys[-1])

    def copy(self) -> History:
        """An independent copy, without the legal moves found so far."""
        return History(self.moves.copy(), self.keys.copy(), [None] * len(self.legal))
