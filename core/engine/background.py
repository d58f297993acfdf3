"""Searches in turn, and in a thread beside an event loop, which goes on meanwhile.

asyncio is imported where it is needed: it takes longer to load than the rest of the engine.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from functools import wraps
from threading import Lock
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from makachess.core.engine.report import Info
from makachess.core.engine.stopping import StopToken

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
