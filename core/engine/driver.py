"""The engine as programs use it: it searches positions of a variant, here or in the background."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import suppress
from enum import Enum
from functools import wraps
from threading import Lock
from typing import Concatenate, Literal, ParamSpec, Protocol, TypeVar

from makachess.core.engine.levels import play
from makachess.core.engine.model import Model, Tuning
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.engine.run import Knowledge, Run, read_line
from makachess.core.engine.stopping import PonderToken, StopToken
from makachess.core.errors import MakachessError
from makachess.core.position import Position
from makachess.core.spec import Variant

Hear = Callable[[Info], object]
T = TypeVar("T")
P = ParamSpec("P")


class Turns(Protocol):
    """What can do one thing at a time."""

    _turn: Lock


S = TypeVar("S", bound=Turns)


def in_turn(act: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Let a method wait until no other thread is in it."""

    @wraps(act)
    def wait_and_act(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._turn:
            return act(self, *args, **kwargs)

    return wait_and_act


async def in_thread(
    act: Callable[[Hear, StopToken], T], on_info: Hear | None, stop: StopToken | None
) -> T:
    """What an act returns or raises that is done in a thread.

    It is handed a function that lets `on_info` hear in the event loop, and the token that ends it.
    Cancelling stops it as well, and the thread is done with it when that is through.
    """
    import asyncio

    loop, token = asyncio.get_running_loop(), stop or StopToken()

    def tell(info: Info) -> None:
        if on_info is not None:
            loop.call_soon_threadsafe(on_info, info)

    task = asyncio.ensure_future(asyncio.to_thread(act, tell, token))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        token.stop()
        with suppress(Exception):  # nobody is left to hear of it
            await task
        raise


async def generate_infos(
    begin: Callable[[Hear], Awaitable[object]],
) -> AsyncGenerator[Info, None]:
    """What is heard of a search, as it comes; one that nobody listens to any more is cancelled."""
    import asyncio

    heard: asyncio.Queue[Info | None] = asyncio.Queue()
    task = asyncio.ensure_future(begin(heard.put_nowait))
    task.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        while (info := await heard.get()) is not None:
            yield info
        await task  # raises what the search has raised
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task


# --- driver ---------------------------------------------------------------------------------------
#
# The built-in engine: searches positions of a variant, one after the other.


class ModelOf(Enum):
    """What stands for a model in its place."""

    VARIANT = "variant"  # the one that the variant knows of, if any


class Engine:
    """Searches positions of one variant; searches from several threads take turns.

    The clock is passed in, so that tests need not wait. It judges by the learned model that the
    variant knows of, as `load` returns it, or by the `model` it is given, None for none; raises
    ModelError if that cannot be one. Its `tuning`, the model's, may be replaced between searches;
    its `values` are the centipawns of each type as it counts them.
    """

    def __init__(
        self,
        variant: Variant,
        hash_mb: int = 16,
        clock: Callable[[], float] = time.monotonic,
        model: Model | Literal[ModelOf.VARIANT] | None = ModelOf.VARIANT,
    ) -> None:
        if model is ModelOf.VARIANT:
            model = variant.model_source(variant) if variant.model_source else None
        self.variant = variant
        self._clock = clock
        self._knowledge = Knowledge(variant, hash_mb, model)
        self._turn = Lock()

    @property
    def values(self) -> Mapping[str, int]:
        """Centipawns of each type, as it counts them."""
        return self._knowledge.values

    @property
    def tuning(self) -> Tuning:
        """The margins of its search; others can be set between searches."""
        return self._knowledge.tuning

    @tuning.setter
    def tuning(self, tuning: Tuning) -> None:
        self._knowledge.tuning = tuning

    def new_game(self) -> None:
        """Forget everything learnt from earlier positions; not while it searches."""
        self._knowledge.forget()

    @in_turn
    def search(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], object] | None = None,
        stop: StopToken | None = None,
        ponder: PonderToken | None = None,
    ) -> BestMove:
        """The best move within the limits; each finished line is reported to `on_info`.

        `stop` ends the search at once, from any thread, with the best move found so far: some legal
        move if that is before any was looked at. With `ponder` no time runs out before that is hit.
        Raises MakachessError for a position of another variant, or of the same one with other
        rules, and IllegalMoveError for a root move that is not legal.
        """
        refuse_other_variant(self.variant, position.variant)
        legal = limits.root_moves or position.legal_moves()
        if not legal:
            return BestMove(None)
        self._knowledge.table.new_search()
        run = Run(self._knowledge, self._clock, position, limits, ponder)
        with (stop or StopToken()).on_stop(run.halt), run.helpers:
            lines = run.deepen(on_info)
        lines = run.see_further(lines, on_info)
        if lines:
            return BestMove(lines[0].pv[0], lines)
        started = read_line(position, run.search.state.best_line()[:1])
        return BestMove(started[0] if started else legal[0])

    def analyse(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], object] | None = None,
        stop: StopToken | None = None,
    ) -> tuple[Info, ...]:
        """The best lines, `limits.multipv` of them; arguments and errors as for `search`."""
        return self.search(position, limits, on_info, stop).lines

    def play(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], object] | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """The move to play: the best one found, or what suits the manner in `level_limits`."""
        return play(self, position, limits, on_info, stop)

    async def analyse_async(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], object] | None = None,
        stop: StopToken | None = None,
    ) -> tuple[Info, ...]:
        """`analyse` in a thread, with a copy of the position; `on_info` is called in the loop.

        Cancelling ends the search. Uncompiled, a search leaves the event loop little time.
        """
        position = position.copy()
        return await in_thread(lambda *hear: self.analyse(position, limits, *hear), on_info, stop)

    async def play_async(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], object] | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """`play` in the same way."""
        position = position.copy()
        return await in_thread(lambda *hear: self.play(position, limits, *hear), on_info, stop)

    def stream(self, position: Position, limits: Limits) -> AsyncGenerator[Info, None]:
        """The lines of `analyse_async` one by one, as the search finishes them; for `async for`.

        Whoever leaves the loop early ends the search by `aclose`, as `contextlib.aclosing` does.
        """
        position = position.copy()
        return generate_infos(lambda hear: self.analyse_async(position, limits, hear))


def refuse_other_variant(mine: Variant, other: Variant) -> None:
    """Raise MakachessError unless both are the same game with the same options."""
    if mine is not other and mine != other:
        raise MakachessError(
            f"an engine for {_describe(mine)} cannot search a position of {_describe(other)}"
        )


def _describe(variant: Variant) -> str:
    options = variant.rules_options
    return f"{variant.name!r} with {options!r}" if options else repr(variant.name)
