"""What follows a program's fault: it is asked again, its best move so far counts, or it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from makachess.core.engine import BestMove
from makachess.play.engines.interface import EngineFaultError, FaultKind

Disguise = Mapping[str, str]


class Watchdog:
    """Watches one search.

    A program that fails while it thinks plays the best move it has reported. If there is none, or
    disguising men may help, it is first restarted and asked again.
    """

    def __init__(self, disguises: Sequence[Disguise] = ()) -> None:
        self.disguise: Disguise = {}  # men to be shown as others in the next attempt, by id
        self.best: BestMove | None = None  # what can be played after all
        self._known = bool(disguises)  # to crash, and to be helped
        self._next = [*(disguises or [{}])]

    def is_ours(self, fault: EngineFaultError) -> bool:
        """Whether the disguise is to blame: a move can be illegal because of it."""
        return bool(self.disguise) and fault.kind is FaultKind.ILLEGAL

    def asks_again(self, fault: EngineFaultError, *, ended: bool) -> bool:
        """Whether to try again after a fault, not if the search has ended meanwhile."""
        if self.best is None and fault.best is not None and fault.best.move is not None:
            self.best = fault.best
        incurable = fault.kind in (FaultKind.START, FaultKind.MISMATCH)  # by a restart
        if ended or incurable or not self._next or (self.best is not None and not self._known):
            return False
        self.disguise = self._next.pop(0)
        return True
