"""A puzzle played to its end: what is right after its key, and the best defence, both proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from makachess.core import COMPILED, Move, Position
from makachess.core.engine import Engine, Limits
from makachess.play.prover import Prover, TooHard

# Positions of a proof, for some seconds at most; what needs more is not followed further.
FORCED, GAIN = (400_000, 10_000) if COMPILED else (4_000, 500)
REPLY = Limits(nodes=100_000 if COMPILED else 1_000)
LONGEST = 6  # moves of a gain that are followed


@dataclass(frozen=True, slots=True)
class Aim:
    """What the key of a puzzle wins by force: the game in `moves` moves, or else material.

    Within `plies`, and all captures after them, the key of a gain wins `margin` centipawns more
    than any other move, in these `values`.
    """

    moves: int = 0
    plies: int = 0
    margin: int = 0
    values: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


class Pursuit:
    """Follows an aim from the position of its puzzle; the positions given are left as they are."""

    def __init__(self, aim: Aim, start: Position) -> None:
        self._aim = aim
        self._start = start.ply
        self._most = FORCED if aim.moves else GAIN
        self._before = Prover(start, aim.values).balance()
        self._enough = 0  # the balance that is to be reached: that of no other first move

    def is_right(self, position: Position, move: Move) -> bool:
        """Whether a move after the key still gets there in time, whatever is replied."""
        plies = position.ply - self._start
        prover = Prover(position, self._aim.values, self._most)
        try:
            if self._aim.moves:
                return prover.wins(move, self._aim.moves - plies // 2)
            return prover.reaches(move, max(self._aim.plies - plies, 1), self._enough)
        except TooHard:
            return True

    def go_on(self, position: Position) -> tuple[Move, Move] | None:
        """The best defence after a right move, and what is right then.

        None if all is won with it, or if it cannot be followed further.
        """
        if position.outcome() is not None:
            return None
        try:
            return self._delay(position) if self._aim.moves else self._save(position)
        except TooHard:
            return None

    def _delay(self, position: Position) -> tuple[Move, Move] | None:
        """The reply that holds out longest, and of these one to which fewest moves are right."""
        left = self._aim.moves - (position.ply - self._start + 1) // 2
        found = []
        for reply in position.legal_moves():
            prover = Prover(_moved(position, reply), most=self._most)
            for count in range(1, left + 1):
                if answers := prover.winning_moves(count):
                    rank = -count, len(answers), not reply.is_capture, str(reply)
                    found.append((rank, reply, min(answers, key=str)))
                    break
        return min(found)[1:] if found else None

    def _save(self, position: Position) -> tuple[Move, Move] | None:
        """The reply that saves most, or is held to; none if enough is won all the same."""
        plies = position.ply - self._start
        prover = Prover(position, self._aim.values, self._most)
        try:
            reply, saved = prover.best(max(self._aim.plies - plies, 1))
            enough = 1 - saved - self._aim.margin
        except TooHard:  # to be proved here, but not to be played
            reply, enough = _reply(position), self._before + self._aim.margin
        if plies == 1:
            self._enough = enough
        prover = Prover(_moved(position, reply), self._aim.values, self._most)
        if prover.balance() >= self._enough or plies >= 2 * LONGEST or not prover.packed_moves:
            return None
        return reply, prover.best(max(self._aim.plies - plies - 1, 1))[0]


def _reply(position: Position) -> Move:
    found = Engine(position.variant, hash_mb=2, model=None).search(position, REPLY).move
    assert found is not None  # the game is not over
    return found


def _moved(position: Position, move: Move) -> Position:
    position = position.copy()
    position.push(move)
    return position
