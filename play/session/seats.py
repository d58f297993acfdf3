"""Who plays a colour: a person, an engine that is asked for its moves, or no one yet."""

from __future__ import annotations

import math
import random
import time
from asyncio import sleep
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from makachess.core import MakachessError, Position
from makachess.core.engine import (
    LEVELS,
    BestMove,
    ClockLimits,
    Limits,
    accepts_draw,
    level_limits,
    offers_draw,
)
from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.levels import OFFER_PAUSE
from makachess.core.spec import COLORS, Variant
from makachess.play.background import close_all
from makachess.play.engines import AsyncEngine, EngineFaultError, make_engine
from makachess.play.session.opponents import HUMAN, PROGRAM, Opponent
from makachess.play.settings import PLAYER
from makachess.variants.books import find_book


@dataclass(slots=True, eq=False)
class Seat:
    """One side of a game; `name` and `kind` are what its file says of who plays it."""

    name: str
    kind: ClassVar[str] = HUMAN


@dataclass(slots=True, eq=False)
class PersonSeat(Seat):
    """A person, whose moves come through `Session.play`.

    One who is not `here` plays from elsewhere and is asked before the other side takes back.
    """

    name: str = PLAYER
    here: bool = True


@dataclass(slots=True, eq=False)
class VacantSeat(Seat):
    """No one: the file names a program that is not available here. The game waits."""

    kind: ClassVar[str] = PROGRAM


class EngineSeat(Seat):
    """An engine; the session asks it for a move whenever its colour is to move.

    One that cannot play at a level is given the level's time instead. If it cannot go on, the
    engine that `stand_in` makes takes over at the level, and gives the seat its name. Only the
    built-in engine plays by `book`; at a natural pace its low levels take as long as a person,
    about, unless a seed makes their games repeatable.
    `notice` is a message for the player; the caller clears it after showing it.
    """

    kind: ClassVar[str] = PROGRAM

    def __init__(
        self,
        engine: AsyncEngine,
        opponent: Opponent,
        *,
        stand_in: Callable[[], AsyncEngine] | None = None,
        book: OpeningBook = NO_BOOK,
    ) -> None:
        super().__init__(opponent.name)
        self.engine = engine
        self.opponent = opponent
        self.notice = opponent.notice
        self._stand_in = stand_in
        self.book = book
        self._last: BestMove | None = None  # what it found at its last move
        self._offered = 0  # the move of its last draw offer

    def turn(self, told: Callable[[], object]) -> AbstractAsyncContextManager[None]:
        """Its turn to think; where that does not come at once, `told` hears whenever it waits."""
        return nullcontext()

    async def choose(self, position: Position, clock: ClockLimits | None = None) -> BestMove:
        """The move it plays, with its lines and its offer of a draw; without a move it resigns.

        Raises MakachessError if the engine cannot go on, or has no move.
        """
        begun = time.monotonic()
        best = await self._think(position, clock)
        if best.move is None and not best.resigns:
            found = position.has_legal_move()
            raise MakachessError(
                f"{self.name} has found no move" if found else "there is no legal move"
            )
        if best.move is None:
            return best
        if self._takes_its_time:
            seconds = natural_seconds(position, best, clock, random.Random())
            if clock is None and self.opponent.level <= AT_ONCE:
                seconds = min(seconds, GLANCE)
            await sleep(seconds - (time.monotonic() - begun))
        self._last = best
        return replace(best, offers_draw=self.offers_draw(position))

    @property
    def _takes_its_time(self) -> bool:
        opponent = self.opponent
        low = opponent.level <= PACED and self.engine.has_levels
        return opponent.natural and opponent.seed is None and low

    async def _think(self, position: Position, clock: ClockLimits | None) -> BestMove:
        """Ask the engine, or its stand-in once it cannot go on."""
        try:
            best = await self._ask(position, clock)
        except EngineFaultError as fault:
            if self._stand_in is None:
                raise
            await self._relieve(fault, self._stand_in)
            best = await self._ask(position, clock)
        self.notice = " ".join(filter(None, (self.notice, self.engine.notice)))
        self.engine.notice = ""
        return best

    async def _ask(self, position: Position, clock: ClockLimits | None) -> BestMove:
        """A move from the book, if the built-in engine plays and knows one, or from a search."""
        opponent = self.opponent
        if self.engine.has_levels:
            known = self.book.choose(position, opponent.level, opponent.seed)
            if known is not None:
                return known
        return await self.engine.search(position, self.limits(position, clock))

    def limits(self, position: Position, clock: ClockLimits | None) -> Limits:
        level, seed = self.opponent.level, self.opponent.seed
        if not self.engine.has_levels:
            return Limits(seconds=None if clock else LEVELS[level].seconds, clock=clock)
        return level_limits(level, clock=clock, seed=seed, style=self.opponent.style)

    async def _relieve(self, fault: EngineFaultError, stand_in: Callable[[], AsyncEngine]) -> None:
        failed, self.engine, self._stand_in = self.engine, stand_in(), None
        self._last, self.name = None, replace(self.opponent, program="").name
        self.notice = f"{fault}. {self.name} plays on"
        await failed.close()

    def accepts_draw(self, position: Position) -> bool:
        """Whether it accepts a draw, by what it found at its last move."""
        return self._last is not None and accepts_draw(self._last.info, position.fullmove)

    def offers_draw(self, position: Position) -> bool:
        """Whether it offers a draw with the move it has just chosen; not too often.

        A program decides that itself.
        """
        if self._last is None:
            return False
        if not self.engine.has_levels:
            return self._last.offers_draw
        if position.fullmove < self._offered + OFFER_PAUSE:
            return False
        if offers_draw(self._last.info, position.fullmove, position.halfmove):
            self._offered = position.fullmove
            return True
        return False

    async def close(self) -> None:
        await self.engine.close()


def engine_seat(variant: Variant, opponent: Opponent, cores: int = 1) -> EngineSeat:
    """A seat for an engine; the built-in one, on `cores` threads, stands in for a program."""
    built_in = partial(make_engine, variant, model=opponent.model, cores=cores)
    refused: list[str] = []
    book = find_book(variant, refused.append) if opponent.book is None else opponent.book
    if opponent.command is None:
        seat = EngineSeat(built_in(), opponent, book=book)
    else:
        seat = EngineSeat(built_in(opponent.command), opponent, stand_in=built_in, book=book)
    seat.notice = "; ".join(filter(None, (seat.notice, " ".join(refused))))
    return seat


class Seats(dict[str, Seat]):
    def __init__(self, seats: Mapping[str, Seat]) -> None:
        super().__init__(seats)
        self._left: list[Seat] = []  # whose engines are still to be ended

    @property
    def people(self) -> frozenset[str]:
        return frozenset(c for c, seat in self.items() if isinstance(seat, PersonSeat))

    @property
    def vacant(self) -> str | None:
        return next((c for c in COLORS if isinstance(self[c], VacantSeat)), None)

    def sit(self, color: str, seat: Seat) -> None:
        if isinstance(self[color], EngineSeat):
            self._left.append(self[color])
        self[color] = seat

    def must_be_asked(self, color: str) -> bool:
        """Whether a colour is a person's elsewhere, who must agree to a take-back."""
        seat = self[color]
        return isinstance(seat, PersonSeat) and not seat.here

    async def close(self) -> None:
        seats = {seat for seat in (*self.values(), *self._left) if isinstance(seat, EngineSeat)}
        await close_all(*(seat.close() for seat in seats))


AT_ONCE, GLANCE = 3, 0.4  # levels up to this one take no longer without a clock, in seconds
PACED = 7  # levels up to this one; the search of the others takes time enough
FORCED, RETAKEN = 0.4, 0.9  # seconds for the only move, and for taking back
CHOICE = 0.7  # seconds for each move that looks about as good as the best
CLOSE = 0.5  # average pieces within which moves look so
MANY = 4  # more of these take no longer: nobody likes to wait for a beginner
SPREAD = 0.35  # of the time's logarithm
USUAL = 5.0  # seconds a move on a clock from which on there is no hurry
LEAST_SHARE = 0.05  # of the time, on the fastest clocks


def natural_seconds(
    position: Position, best: BestMove, clock: ClockLimits | None, dice: random.Random
) -> float:
    """Seconds a person would take for a move: more where several look good, less in a hurry.

    The lines of the search say how many look good.
    """
    seconds = _usual_seconds(position, best) * math.exp(dice.gauss(0, SPREAD))
    if clock is None:
        return seconds
    budget = clock.budget(position.turn)
    return min(seconds * min(max(budget / USUAL, LEAST_SHARE), 1), budget)


def _usual_seconds(position: Position, best: BestMove) -> float:
    if len(position.legal_moves()) < 2:
        return FORCED
    if _takes_back(position, best):
        return RETAKEN
    first = max((info.score.value for info in best.lines), default=0)
    least = first - CLOSE * average_piece(position.variant)
    good = sum(info.score.value >= least for info in best.lines)
    return CHOICE * (1 + min(good, MANY))


def _takes_back(position: Position, best: BestMove) -> bool:
    last = position.moves[-1] if position.moves else None
    if last is None or best.move is None or not last.is_capture:
        return False
    return last.destination in best.move.victims
