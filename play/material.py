"""Material: the pieces each side has lost in a game, and which side is ahead by how much.

The losses are counted along the moves: each piece as it was when it was taken, wherever the game
began. The lead compares what stands on the board now, so that pieces count as what they have
become.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from makachess.core import Position
from makachess.core.engine.evaluation import piece_values
from makachess.core.pieces import parse_piece
from makachess.core.spec import COLORS, Variant
from makachess.play.background import BackgroundTask

Loss = tuple[str, int]
"""The id of a type, and how many pieces of it have been taken."""


@dataclass(frozen=True, slots=True)
class Material:
    """By colour the pieces lost, the most valuable first; and White's lead in centipawns."""

    lost: Mapping[str, tuple[Loss, ...]] = field(default_factory=dict)
    lead: int = 0


def losses(position: Position) -> Mapping[str, Counter[str]]:
    """By colour, how many pieces of each type the moves that led to a position have taken.

    It takes a millisecond for three hundred moves.
    """
    lost: dict[str, Counter[str]] = {color: Counter() for color in COLORS}
    earlier = position.copy()
    while earlier.ply:
        for square in earlier.pop().victims:
            if piece := earlier.piece_at(square):
                kind, color = parse_piece(piece)
                lost[color][kind] += 1
    return lost


def is_even(position: Position) -> bool:
    """Whether both sides have the same pieces, so that neither can be ahead."""
    pieces = Counter(position.piece_map().values())
    return all(pieces[kind, "white"] == pieces[kind, "black"] for kind, _ in pieces)


def weigh(position: Position, lost: Mapping[str, Counter[str]]) -> Material:
    """Put losses in order, and say who is ahead, by the variant's values of its pieces.

    Where these are not known yet, it takes up to half a second in the largest games.
    """
    values = piece_values(position.variant)
    ranking = {kind: at for at, kind in enumerate(sorted(values, key=lambda kind: -values[kind]))}
    lead = sum(
        values[kind] if color == "white" else -values[kind]
        for kind, color in position.piece_map().values()
    )
    ordered = {
        color: tuple(sorted(pieces.items(), key=lambda loss: ranking[loss[0]]))
        for color, pieces in lost.items()
    }
    return Material(ordered, lead)


class MaterialCount:
    """Counts the material of the positions it is shown.

    What a variant's pieces are worth is worked out in a thread once there is something to weigh, so
    that no screen waits for it; `tell` is called when it is known.
    """

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell = tell
        self._valued: Variant | None = None  # its values are known
        self._task = BackgroundTask()

    def of(self, position: Position) -> Material:
        """The material of a position; nothing as long as the values are not known."""
        lost = losses(position)
        if not any(lost.values()) and is_even(position):
            return Material()
        if self._valued == position.variant:
            return weigh(position, lost)
        if not self._task.running:
            self._task.start(self._learn(position.variant))
        return Material()

    async def _learn(self, variant: Variant) -> None:
        await asyncio.to_thread(piece_values, variant)
        self._valued = variant
        if self._task.finish():
            self._tell()

    async def close(self) -> None:
        await self._task.close()
