"""A started program, searching one position at a time: what both protocols have in common."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import BestMove, Info, Limits, Score, StopToken
from makachess.core.errors import IllegalMoveError
from makachess.core.spec import Variant
from makachess.play.engines.interface import EngineFaultError, FaultKind, InfoHandler
from makachess.play.engines.program import LONGEST_NAME, Program, quoted, shortened

LARGEST = 10**15  # number that is believed
MOST_CENTIPAWNS, MOST_MOVES = 90_000, 999  # of a score; so a win in moves exceeds all others
OVERDUE = 8  # times what we should think on a clock: one that hangs is found before its flag falls
LONGEST_PV = 100  # moves of a line that are worth reading

Parse = Callable[[Position, str], Move]


class ExternalEngine(ABC):
    """A started program; searches one position at a time."""

    has_sessions = False  # its clock may be set for a number of moves, again and again
    counts_nodes = False  # it can be told how many to search

    def __init__(self, program: Program, variant: Variant) -> None:
        self.name = program.name
        self.patience = program.patience
        self.variant = variant
        self.program = program
        self._known: tuple[str, tuple[Move, ...]] | None = None  # start and moves it has been told
        self._busy = False  # a search has begun and its end has not been seen
        self._best: Info | None = None  # the best line it has reported in this search
        self.took = 0.0  # seconds from the last command to think to its end

    @abstractmethod
    async def begin(self) -> None:
        """Finish the handshake; raises EngineFaultError if the program cannot play the variant."""

    async def search(
        self, position: Position, limits: Limits, on_info: InfoHandler | None, stop: StopToken
    ) -> BestMove:
        """The best move within the limits; without any: analysis.

        Limits of nodes, lines and root moves may be ignored. Raises EngineFaultError; after a crash
        or a hang it carries the best move reported so far.
        """
        self._best = None
        position = _without_nulls(position)
        try:
            await self._set_up(position, limits)
            self.program.send(*self._orders(limits, position.turn))
            self._busy = True
            begun = time.perf_counter()
            best = await self._await_move(position, limits, on_info, stop)
            self.took = time.perf_counter() - begun
            return best
        except EngineFaultError as fault:
            if fault.kind in (FaultKind.CRASH, FaultKind.HANG):
                fault.best = best_move(None, self._best)
            raise

    @abstractmethod
    async def _set_up(self, position: Position, limits: Limits) -> None:
        """Bring the program to a position, idle; raises EngineFaultError."""

    @abstractmethod
    def _orders(self, limits: Limits, turn: str) -> Iterable[str]:
        """How long to think, and the command to do so."""

    @abstractmethod
    async def _listen(self, position: Position, on_info: InfoHandler | None) -> BestMove:
        """Read up to the end of the search."""

    @property
    def _tells_end(self) -> bool:
        """Whether the engine announces the end of the search under way."""
        return True

    @abstractmethod
    def _halt(self) -> None:
        """Tell the program to end its search; it then gives the best move it has found."""

    def be_called(self, name: str) -> None:
        """Take the name that the program gives itself, if it is one."""
        self.name = shortened(name, LONGEST_NAME) or self.name

    async def close(self) -> None:
        await self.program.close()

    async def _await_move(
        self, position: Position, limits: Limits, on_info: InfoHandler | None, stop: StopToken
    ) -> BestMove:
        """Listen; tell a late or stopped engine to move, and soon give it up."""
        loop = asyncio.get_running_loop()
        allowed = time_allowed(limits, position.turn, self.patience.grace)
        told = asyncio.Event()
        listening = asyncio.create_task(self._listen(position, on_info))
        stopping = asyncio.create_task(told.wait())
        try:
            with stop.on_stop(lambda: loop.call_soon_threadsafe(told.set)):
                await asyncio.wait(
                    (listening, stopping), timeout=allowed, return_when=asyncio.FIRST_COMPLETED
                )
                await self._insist(listening)
            if not listening.done() and not self._tells_end:
                return best_move(None, self._best)
            if not listening.done():
                within = "" if allowed is None else f" within {allowed:.1f} s"
                raise self._hanging(" when told to stop" if stop.is_set else within)
            return listening.result()
        except asyncio.CancelledError:
            self._halt()
            raise
        finally:
            listening.add_done_callback(_look_at)
            listening.cancel()
            stopping.cancel()

    async def _insist(self, listening: asyncio.Task[BestMove]) -> None:
        """Tell it to move until it does, or its grace is over."""
        deadline = asyncio.get_running_loop().time() + self.patience.grace
        while not listening.done() and asyncio.get_running_loop().time() < deadline:
            self._halt()
            if not self._tells_end:
                break
            await asyncio.wait((listening,), timeout=min(self.patience.insist, self.patience.grace))

    def _note(self, info: Info | None, on_info: InfoHandler | None) -> None:
        if info is None:
            return
        self._best = info if info.rank == 1 else self._best
        if on_info is not None:
            on_info(info)

    def _news(self, position: Position) -> list[Move] | None:
        """The moves that are new to it; None if it must be sent everything again."""
        if self._known is None:
            return None
        start, moves = self._known
        if start != position.start_fen or position.moves[: len(moves)] != moves:
            return None
        return list(position.moves[len(moves) :])

    def _make(self, position: Position, text: str, parse: Parse) -> Move:
        """The move the program makes; raises EngineFaultError if it is not legal."""
        try:
            move = _parse_legal(position, text, parse)
        except MakachessError:
            self._known = None
            raise EngineFaultError(
                FaultKind.ILLEGAL,
                f"{self.name} plays {quoted(text)}, an illegal move",
            ) from None
        self._known = (position.start_fen, (*position.moves, move))
        return move

    async def _hear(self, deadline: float) -> str:
        """The next line, until a time of the loop's clock; raises TimeoutError."""
        return await self.program.receive(deadline - asyncio.get_running_loop().time())

    def _hanging(self, when: str = "") -> EngineFaultError:
        complaint = self.program.complaint()
        return EngineFaultError(FaultKind.HANG, f"{self.name} does not answer{when}{complaint}")


def _without_nulls(position: Position) -> Position:
    """The same position begun after its last null move, which most programs cannot be told."""
    moves = position.moves
    begin = max((ply for ply, move in enumerate(moves, 1) if move.is_null), default=0)
    if not begin:
        return position
    start = position.copy()
    for _ in moves[begin:]:
        start.pop()
    start = start.copy(stack=False)
    for move in moves[begin:]:
        start.push(move)
    return start


def _parse_legal(position: Position, text: str, parse: Parse) -> Move:
    """The move that a text means; raises MakachessError, for a null move as well."""
    move = parse(position, text)
    if move.is_null:
        raise IllegalMoveError(f"{text!r} is a null move")
    return move


def _look_at(listening: asyncio.Task[BestMove]) -> None:
    """Take note of a fault that is no longer waited for; asyncio would write it to the screen."""
    if not listening.cancelled():
        listening.exception()


def best_move(move: Move | None, info: Info | None) -> BestMove:
    """A move with the program's evaluation; without a move, the one it evaluated last."""
    if info is None:
        return BestMove(move)
    move = move or info.pv[0]
    pv = info.pv if info.pv[0] == move else (move,)
    return BestMove(move, (replace(info, pv=pv, rank=1),))


def time_allowed(limits: Limits, turn: str, grace: float) -> float | None:
    """Seconds after which a search is overdue."""
    if limits.seconds is not None:
        return limits.seconds + grace
    clock = limits.clock
    return None if clock is None else min(clock.left(turn), OVERDUE * clock.budget(turn)) + grace


def read_line(position: Position, words: Sequence[str], parse: Parse) -> tuple[Move, ...]:
    """As many moves of a line as are readable."""
    line: list[Move] = []
    with suppress(MakachessError):
        for word in words[:LONGEST_PV]:
            move = _parse_legal(position, word, parse)
            position.push(move)
            line.append(move)
    for _ in line:
        position.pop()
    return tuple(line)


def read_number(text: str) -> int:
    """A whole number of believable size; raises ValueError."""
    number = int(text[:20])
    if abs(number) > LARGEST:
        raise ValueError(f"{text!r} is too large")
    return number


def read_score(value: int, *, mate: bool) -> Score:
    """A score in moves to mate, or in centipawns, cut to what it can be."""
    most = MOST_MOVES if mate else MOST_CENTIPAWNS
    value = max(-most, min(value, most))
    return Score(None, value) if mate else Score(value)
