"""What can be won by capturing, counted out for explanations rather than for the search.

A captor may end as another type, as everywhere here.
"""

from __future__ import annotations

from collections.abc import Mapping

from makachess.core.engine.evaluation import average_man
from makachess.core.errors import InvalidFenError
from makachess.core.move import Move
from makachess.core.position import Position
from makachess.core.promotion import matrix
from makachess.core.spec import Rule, Variant, opponent
from makachess.core.squares import Square

CROWN = 100_000  # of a royal whose loss ends the game
EXCHANGES = 8  # captures considered on one square


def notable(variant: Variant) -> int:
    """The least gain, in centipawns, worth mentioning."""
    return average_man(variant) // 4


def kind_at(position: Position, square: Square) -> str:
    """The id of the man on a square in upper case, empty if there is none."""
    return (position.piece_at(square) or "").upper()


class Exchanges:
    """Captures of one position, as it is at each call, by the centipawns that each type counts."""

    def __init__(self, position: Position, values: Mapping[str, int]) -> None:
        self._position = position
        self._values = values

    def value_of(self, kind: str, color: str) -> int:
        """Centipawns of a man of a colour; of a royal CROWN if its loss ends the game."""
        if kind in self._position.variant.royals and self._position.royal_count(color) == 1:
            return CROWN
        return self._values.get(kind, 0)

    def prey_of(self, move: Move) -> int:
        """Centipawns of a legal move's victims."""
        other = opponent(self._position.turn)
        return sum(self.value_of(kind_at(self._position, at), other) for at in move.victims)

    def gain_of(self, move: Move) -> int:
        """What a legal move wins at once, the change of its mover included."""
        if not move.promotion:
            return self.prey_of(move)
        turn, mover = self._position.turn, mover_of(self._position, move)
        change = self.value_of(move.promotion, turn) - self.value_of(mover, turn)
        return self.prey_of(move) + change

    def retake_gain(self, square: Square, deep: int = EXCHANGES) -> int:
        """What the side to move wins at best by capturing on a square, the cheapest man first."""
        position = self._position
        takers = [
            move
            for move in position.legal_moves()
            if move.destination == square and square in move.victims
        ]
        if not takers or not deep:
            return 0
        best = min(takers, key=lambda move: (self._value_at(move.origin), -self.gain_of(move)))
        gain = self.gain_of(best)
        position.push(best)
        gain -= self.retake_gain(square, deep - 1)
        position.pop()
        return max(gain, 0)

    def _value_at(self, square: Square) -> int:
        return self.value_of(kind_at(self._position, square), self._position.turn)

    def hanging(self, color: str) -> dict[Square, int]:
        """The men of a colour that the other side could win if it moved, and how much by each.

        Two plies are counted: the capture, and the loss of the captor if it can be retaken.
        """
        position = self._position
        least = notable(position.variant)
        found: dict[Square, int] = {}
        for origin, square in position.threats(opponent(color)):
            gain, stake = self._raid(origin, square, color)
            so_far = max(least, found.get(square, 0))
            if gain >= so_far and position.protectors(origin, square):  # last: it takes longest
                gain -= stake
            if gain >= so_far:
                found[square] = gain
        return found

    def _raid(self, origin: Square, square: Square, color: str) -> tuple[int, int]:
        """What a capture wins if it is not answered, and what the captor is worth after it."""
        captor, victim = kind_at(self._position, origin), kind_at(self._position, square)
        own = opponent(color)
        change = matrix(self._position.variant)[captor, victim]
        options = {
            Rule.STAY: (captor,),
            Rule.MAY: (captor, change.target),
        }.get(change.rule, (change.target,))
        after = max(self.value_of(kind, own) for kind in options)
        gain = self.value_of(victim, color) + after - self.value_of(captor, own)
        return gain, after


def mover_of(position: Position, move: Move) -> str:
    """The id of the man that makes a legal move, as what it has become before."""
    return dict(move.prefix).get(move.origin) or kind_at(position, move.origin)


def passed(position: Position) -> Position | None:
    """The position with the other side to move, None if that is impossible."""
    fields = position.fen().split()
    fields[1] = opponent(position.turn)[0]
    fields[3] = "-"
    try:
        return Position(position.variant, " ".join(fields))
    except InvalidFenError:  # a King would be left in check
        return None


def has_mate_in_one(position: Position) -> bool:
    """Whether the side to move can mate at once."""
    for move in position.legal_moves():
        position.push(move)
        mates = position.is_won or (position.is_check() and not position.has_legal_move())
        position.pop()
        if mates:
            return True
    return False
