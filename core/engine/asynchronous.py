"""Searches beside an event loop: an act in a thread of its own, and what is heard of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import Any, TypeVar

from makachess.core.engine.report import Info
from makachess.core.engine.stopping import StopToken

Hear = Callable[[Any], object]
T = TypeVar("T")


async def in_thread(
    act: Callable[[Hear, StopToken], T], on_info: Hear | None, stop: StopToken | None
) -> T:
    """What an act returns or raises that is done in a thread of its own.

    It is handed a function that lets `on_info` hear in the event loop, in the context of who asked,
    and the token that ends it. Cancelling stops it as well, and is through when the thread has
    ended; the thread of a loop that is gone keeps no program alive.
    """
    import asyncio

    loop, token, context = asyncio.get_running_loop(), stop or StopToken(), copy_context()
    done: asyncio.Future[T] = loop.create_future()

    def tell(info: Any) -> None:
        if on_info is not None:
            hand_over(on_info, info)

    def hand_over(function: Callable[[Any], object], value: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before the act
            loop.call_soon_threadsafe(function, value, context=context)

    def run() -> None:
        try:
            result = act(tell, token)
        except BaseException as error:  # for the caller
            hand_over(done.set_exception, error)
        else:
            hand_over(done.set_result, result)

    thread = Thread(target=run, name="makachess worker", daemon=True)
    thread.start()
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        token.stop()
        while not done.done():  # a second cancellation waits as well
            with suppress(asyncio.CancelledError):
                await asyncio.wait((done,))
        thread.join()  # it has nothing left to do
        done.exception()  # the caller is gone, so it is not raised
        raise


async def generate_infos(
    begin: Callable[[Hear], Awaitable[object]],
) -> AsyncGenerator[Info, None]:
    """What is heard of a search, as it comes; when the caller stops listening it is cancelled."""
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
