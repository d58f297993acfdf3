"""The kernel's moves beside those of the naive rules, position by position."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.naive.game import legal_moves, set_up
from makachess.core.naive.state import State
from makachess.core.position import Position


@dataclass(frozen=True, slots=True)
class Difference:
    """A position in which the two do not agree, and how it came about.

    `kernel` and `naive` are the moves that only one of them has; if there are none, the positions
    themselves differ, and `other` is the naive one's FEN.
    """

    fen: str
    moves: tuple[str, ...]
    kernel: tuple[str, ...] = ()
    naive: tuple[str, ...] = ()
    other: str = ""


class Comparison:
    """Compares all positions up to a depth; `leaves` counts as perft does, `positions` inside."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.leaves = 0
        self.positions = 0

    def run(self, depth: int) -> Difference | None:
        """The first difference within so many plies, None if there is none."""
        state = set_up(self._position.variant, self._position.fen())
        return self._compare(state, depth)

    def _compare(self, state: State, depth: int) -> Difference | None:
        position = self._position
        fen = position.fen()
        self.positions += 1
        if fen.split()[:4] != state.fen().split():
            return Difference(fen, self._moves(), other=state.fen())
        if depth == 0:
            self.leaves += 1
            return None
        expected = legal_moves(state)
        moves = {str(move): move for move in position.legal_moves()}
        if moves.keys() != expected.keys():
            kernel, naive = moves.keys() - expected.keys(), expected.keys() - moves.keys()
            return Difference(fen, self._moves(), tuple(sorted(kernel)), tuple(sorted(naive)))
        for text in sorted(moves):
            position.push(moves[text])
            difference = self._compare(expected[text], depth - 1)
            position.pop()
            if difference is not None:
                return difference
        return None

    def _moves(self) -> tuple[str, ...]:
        return tuple(map(str, self._position.moves))
