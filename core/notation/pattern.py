"""What a written move says, in any notation, to be matched against the legal moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from makachess.core.codes import codes_of
from makachess.core.kernel.move_values import Wanted
from makachess.core.kernel.packed import ANY_TYPE, CELL_BITS
from makachess.core.move import Move, MoveKind
from makachess.core.spec import Variant
from makachess.core.squares import Square, cell_of

ANY_CHANGE = "+"
"""As a promotion: the mover promotes, but the text does not say to what."""

STAYS = "="
"""As a promotion: the text says that the mover stays what it is."""

Step = tuple[Square | None, Square]
"""Origin (if written) and destination of one pawn step of a compound move."""


_MOST_STOPS = 4  # three men taken, and the square gone back to


class Standing(Protocol):
    """What a pattern asks of a position."""

    def piece_at(self, square: Square) -> str | None:
        """The man on a square as FEN writes it."""


@dataclass(frozen=True, slots=True)
class MovePattern:
    """A reading of a move text; fields that are empty, zero or None were not written.

    `stops` are the squares touched after the origin, `taken` tells which of them had an `x`;
    `castling` is 1 towards the last file, -1 towards the a-file.
    """

    kind: str = ""
    file: int | None = None
    rank: int | None = None
    stops: tuple[Square, ...] = ()
    taken: tuple[bool, ...] = ()
    promotion: str = ""
    castling: int = 0
    is_pass: bool = False
    is_igui: bool = False
    steps: tuple[Step, ...] = ()
    prefix: tuple[tuple[Square, str], ...] = ()

    @property
    def states_promotion(self) -> bool:
        """Whether the text says what the mover becomes, or that it stays."""
        return self.promotion != ""

    @property
    def origin(self) -> Square | None:
        """The origin, if file and rank are both written."""
        if self.file is None or self.rank is None:
            return None
        return Square(self.file, self.rank)

    def fits(self, position: Standing, move: Move) -> bool:
        """Whether a legal move of the position is one that the text can mean."""
        return self.fits_path(position, move) and self.fits_promotion(position, move)

    def fits_path(self, position: Standing, move: Move) -> bool:
        """Whether a legal move fits in all but what the mover becomes."""
        return (
            self._fits_way(move)
            and self.file in (None, move.origin.file)
            and self.rank in (None, move.origin.rank)
            and self.kind in ("", mover(position, move))
            and self.prefix == tuple(sorted(move.prefix))
        )

    def fits_promotion(self, position: Standing, move: Move) -> bool:
        """Whether the mover becomes what the text says; no suffix means that it stays."""
        if self.promotion == ANY_CHANGE:
            return bool(move.promotion)
        if self.promotion in ("", STAYS, mover(position, move)):
            return not move.promotion
        return self.promotion == move.promotion

    def _fits_way(self, move: Move) -> bool:
        if self.castling:
            side = move.destination.file - move.origin.file
            return move.kind is MoveKind.CASTLING and side * self.castling > 0
        if self.is_pass:
            return move.kind is MoveKind.PASS
        if self.steps or move.parts:
            return self._fits_steps(move)
        if self.is_igui:
            return move.origin == move.destination and self.stops == move.victims
        return (
            self.stops[-1] == move.destination
            and self.stops == move.waypoints[1:]
            and self._fits_captures(move)
        )

    def _fits_steps(self, move: Move) -> bool:
        pairs = sorted([(move.origin, move.destination), *move.parts])
        steps = sorted(self.steps, key=lambda step: step[1])
        return len(pairs) == len(steps) and all(
            goal == pair[1] and origin in (None, pair[0])
            for (origin, goal), pair in zip(steps, pairs, strict=True)
        )

    def _fits_captures(self, move: Move) -> bool:
        if move.kind is MoveKind.EN_PASSANT:
            return True
        return all(
            stop in move.victims
            for stop, taken in zip(self.stops, self.taken, strict=False)
            if taken
        )


class Reading(NamedTuple):
    """One meaning of a text in a variant: its pattern, and what the kernel compares moves with.

    There is nothing to compare with for steps of several pawns.
    """

    pattern: MovePattern
    wanted: Wanted | None


def reading_of(variant: Variant, pattern: MovePattern) -> Reading:
    """A pattern with what the kernel compares moves of a variant with."""
    if pattern.steps or len(pattern.stops) > _MOST_STOPS:
        return Reading(pattern, None)
    types = codes_of(variant).types
    promotion = "" if pattern.promotion == STAYS else pattern.promotion
    wanted = Wanted(
        types.index(pattern.kind),
        -1 if pattern.file is None else pattern.file,
        -1 if pattern.rank is None else pattern.rank,
        ANY_TYPE if promotion == ANY_CHANGE else types.index(promotion),
    )
    if pattern.castling:
        wanted.castle(pattern.castling)
    elif pattern.is_pass:
        wanted.pass_turn()
    else:
        cells = [cell_of(stop) for stop in pattern.stops]
        if max(cells) >> CELL_BITS:
            return Reading(pattern, None)
        stops = sum(cell << CELL_BITS * i for i, cell in enumerate(cells))
        taken = sum(1 << i for i, is_taken in enumerate(pattern.taken) if is_taken)
        wanted.go(stops, taken, pattern.is_igui)
    return Reading(pattern, wanted)


def mover(position: Standing, move: Move) -> str:
    """The id, in upper case, of the man that moves, after any delayed promotion of its own."""
    changed = dict(move.prefix).get(move.origin) if move.prefix else ""
    return changed or (position.piece_at(move.origin) or "").upper()
