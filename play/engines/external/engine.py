"""What external engines have in common, whichever protocol they speak."""

from __future__ import annotations

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import BestMove, Info, Limits
from makachess.core.spec import Variant
from makachess.play.engines.external.profiles import Profile
from makachess.play.engines.external.program import EngineFaultError, Program

GRACE = 3.0  # seconds beyond its time after which an engine is told to move, and then given up


@dataclass(frozen=True, slots=True)
class Timing:
    """The clocks before a move: the control in CECP's words, and what both have left in seconds."""

    control: str
    left: float
    other: float

    @classmethod
    def per_move(cls, seconds: float) -> Timing:
        """So many seconds for this move; `st` knows whole ones only, the clock tells the rest."""
        return cls(f"st {max(1, math.ceil(seconds))}", seconds, seconds)


class ExternalEngine(ABC):
    """A started program; searches one position at a time."""

    def __init__(self, program: Program, profile: Profile, variant: Variant) -> None:
        self.name = program.name
        self.variant = variant
        self.program = program
        self.profile = profile
        self.offers_draw = False  # with the last move
        self.disguise: Mapping[str, str] = {}  # men to be shown as others, by id
        self._known: tuple[str, tuple[Move, ...]] | None = None  # start and moves it has been told
        self._busy = False  # a search has been begun and its end not been seen

    @abstractmethod
    async def begin(self) -> None:
        """Finish the handshake; raises EngineFaultError if the program cannot play the variant."""

    @abstractmethod
    async def search(
        self,
        position: Position,
        limits: Limits,
        timing: Timing | None = None,
        on_info: Callable[[Info], object] | None = None,
    ) -> BestMove:
        """The best move within the limits; without any: analysis.

        Nodes and the number of lines may not be kept. Raises EngineFaultError.
        """

    @abstractmethod
    def stop(self) -> None:
        """End the search under way; it then gives the best move found so far."""

    async def close(self) -> None:
        """End the program."""
        await self.program.close()

    def _news(self, position: Position) -> list[Move] | None:
        """The moves that it does not know yet; None if it has to be told everything anew."""
        if self._known is None:
            return None
        start, moves = self._known
        if start != position.start_fen or position.moves[: len(moves)] != moves:
            return None
        return list(position.moves[len(moves) :])

    def _make(self, position: Position, text: str, parse: Callable[[Position, str], Move]) -> Move:
        """The move the program makes; raises EngineFaultError if it is not legal."""
        try:
            move = parse(position, text)
        except MakachessError:
            self._known = None
            raise EngineFaultError(
                "illegal", f"{self.name} plays {text!r}, which is not legal in {position.fen()!r}"
            ) from None
        self._known = (position.start_fen, (*position.moves, move))
        return move

    async def _hear(self, deadline: float | None) -> str:
        """The next line, until a time of the loop's clock; raises TimeoutError."""
        if deadline is None:
            return await self.program.receive()
        return await self.program.receive(max(deadline - asyncio.get_running_loop().time(), 0))

    def _hanging(self, when: str = "", info: Info | None = None) -> EngineFaultError:
        complaint = self.program.complaint()
        fault = EngineFaultError("hang", f"{self.name} does not answer{when}{complaint}")
        fault.best = best_move(None, info)
        return fault


def best_move(move: Move | None, info: Info | None) -> BestMove:
    """A move with what the program thought of it; without a move, the one it thought of last."""
    if info is None:
        return BestMove(move)
    move = move or info.pv[0]
    pv = info.pv if info.pv and info.pv[0] == move else (move,)
    return BestMove(move, (Info(info.depth, info.score, info.nodes, info.seconds, pv),))


def limit_of(limits: Limits, timing: Timing | None) -> float | None:
    """Seconds after which a search is overdue."""
    if timing is not None:
        return timing.left + GRACE
    return None if limits.seconds is None else limits.seconds + GRACE
