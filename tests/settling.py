"""When an app under test has done all that it does by itself after a key.

Textual's own pilot waits in steps of 20 ms until the process uses little of the processor. On a
busy machine it takes a process that gets no time for an idle one, and beside an engine that thinks
it waits as long as it may.
"""

import asyncio

SOON = 0.03  # seconds; a timer due sooner is a step of what goes on, a later one a clock or a rest
LONGEST = 100  # such steps: something that never ends, like an animation, is not waited for


async def settle(*_seconds: float) -> None:
    """Wait until nothing in the event loop is ready to go on, or about to be."""
    loop = asyncio.get_running_loop()
    for _ in range(LONGEST):
        await asyncio.sleep(0)
        while loop._ready:
            await asyncio.sleep(0)
        due = min(
            (timer.when() for timer in loop._scheduled if not timer.cancelled()), default=None
        )
        if due is None or due > loop.time() + SOON:
            return
        await asyncio.sleep(due - loop.time())
