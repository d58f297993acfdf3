"""Exchanges: what the sides win if they go on to take the piece that has just taken.

A captor may end as another type, as everywhere here, and is worth what it has become. What waiting
pawns become by a capture counts as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from makachess.core.engine.evaluation import average_piece
from makachess.core.errors import InvalidFenError, MakachessError
from makachess.core.legal_moves import Promotions
from makachess.core.move import Move
from makachess.core.notation.coordinates import kind_at, mover
from makachess.core.position import Position
from makachess.core.spec import Variant, opponent
from makachess.core.squares import Square

CROWN = 100_000  # of a royal whose loss ends the game
LONGEST = 300  # positions that one exchange may lead to


class TooLongError(MakachessError):
    """An exchange that leads to too many positions to be counted."""


def notable(variant: Variant) -> int:
    """The least gain, in centipawns, worth mentioning."""
    return average_piece(variant) // 4


class Exchanges:
    """Captures of one position, as it is at each call, by the centipawns that each type counts.

    What counts exchanges raises TooLongError.
    """

    def __init__(self, position: Position, values: Mapping[str, int]) -> None:
        self._position = position
        self._values = values
        self._left = 0  # positions that may still be looked at

    def value_of(self, kind: str, color: str) -> int:
        """Centipawns of a piece of a colour; of a royal CROWN if its loss ends the game."""
        if kind in self._position.variant.royals and self._position.royal_count(color) == 1:
            return CROWN
        return self._values.get(kind, 0)

    def value_at(self, square: Square, color: str) -> int:
        return self.value_of(kind_at(self._position, square), color)

    def prey_of(self, move: Move) -> int:
        other = self._position.turn.opponent
        return sum(self.value_at(square, other) for square in move.victims)

    def gain_of(self, move: Move) -> int:
        """What a legal move wins at once, the change of its mover included."""
        if not move.promotion:
            return self.prey_of(move)
        position, turn = self._position, self._position.turn
        kind, becomes = mover(position, move), self._values.get(move.promotion, 0)
        if kind in position.variant.royals:  # else a royal that it becomes is one more
            becomes = self.value_of(move.promotion, turn)
        return self.prey_of(move) + becomes - self.value_of(kind, turn)

    def returned(self, pieces: Promotions) -> int:
        """What a side gains if its waiting pawns become these pieces."""
        pawn = next(iter(self._position.variant.promotion.arrival), "")
        return sum(self._values.get(kind, 0) - self._values.get(pawn, 0) for _, kind in pieces)

    def targets(self) -> set[Square]:
        position = self._position
        found = {victim for _, victim in position.threats(position.turn)}
        if position.variant.promotion.reserve:  # a piece that is still to be chosen may take, too
            found.update(victim for move in position.legal_moves() for victim in move.victims)
        return found

    def answer_to(self, move: Move, enough: int = 2 * CROWN) -> tuple[int, int]:
        """What the other side wins at best by the move, and by how many captures of the captor.

        0 if it had better leave the captor alone; 2 or more count as 2, as does one to which a
        waiting pawn adds something. From `enough` on it need not be the best.
        """
        self._left = LONGEST
        self._position.push(move)
        try:
            return self._best_answer(move.destination, enough)
        finally:
            self._position.pop()

    def _best_answer(self, square: Square, enough: int) -> tuple[int, int]:
        if self._left <= 0:
            raise TooLongError("too many captures")
        self._left -= 1
        position = self._position
        if position.is_won:
            return 2 * CROWN, 0
        returned = self._choices()
        best, count = max(returned.values(), default=0), 0
        captures = [(self.gain_of(m) + returned[m.prefix], m) for m in position.captures_of(square)]
        captures.sort(key=lambda c: (-c[0], self.value_at(c[1].origin, position.turn)))
        for gain, move in captures:
            if gain <= best:
                break
            position.push(move)
            try:
                answer = self._best_answer(move.destination, gain - best)[0]
            finally:
                position.pop()
            if gain - answer > best:
                best, count = gain - answer, 2 if answer or returned[move.prefix] else 1
            if best >= enough:
                break
        return best, count

    def _choices(self) -> dict[Promotions, int]:
        """What the waiting pawns of the side to move win it, by what it can choose."""
        position = self._position
        if not position.variant.promotion.reserve:
            return {(): 0}
        settled = position.settled
        choices = {()} if settled else {move.prefix for move in position.legal_moves()}
        return {choice: self.returned(choice or settled) for choice in choices}

    def wins(self, move: Move) -> bool:
        """Whether a legal capture wins a notable amount, whatever is taken after it."""
        spare = self.gain_of(move) - notable(self._position.variant)
        return spare >= 0 and self.answer_to(move, spare + 1)[0] <= spare

    def can_win(self, square: Square) -> bool:
        """Whether the side to move can take the piece on a square and win by it."""
        captures = self._position.captures_of(square)
        captures.sort(key=self.gain_of, reverse=True)
        return any(map(self.wins, captures))

    def winnable(self) -> set[Square]:
        """The squares of all pieces that the side to move can surely take and win by it."""
        found = set()
        for target in self.targets():
            with suppress(TooLongError):
                if self.can_win(target):
                    found.add(target)
        return found


def passed(position: Position) -> Position | None:
    """The position with the other side to move, None if the side to move is in check."""
    fields = position.fen().split()
    fields[1], fields[3] = opponent(position.turn)[0], "-"
    try:
        return Position(position.variant, " ".join(fields))
    except InvalidFenError:  # a King would be left in check
        return None


def has_mate_in_one(position: Position) -> bool:
    return any(map(position.gives_mate, position.legal_moves()))
