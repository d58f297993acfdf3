"""Keys, pastes and clicks one at a time: the next is handed over once the last has settled."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Any

from makachess.tui.textual_private import OpenApp
from textual import events
from textual.errors import NoWidget
from textual.widget import Widget

LONGEST = 1.0  # seconds that keys may keep a picture back
STUCK = 5.0  # seconds after which a handler that goes on keeps nothing back any more
PASSES = 2  # what a handler posts or puts off is done in the second


class InputInOrderApp(OpenApp):
    """Hands over what a person does when nothing is left to be done of what they did before.

    Each widget has a queue of its own. Of keys handed over at once, those bound to actions, which
    the app runs, and those that a widget takes would overtake one another.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._input: deque[events.Event] = deque()
        self._handing: asyncio.Task[None] | None = None

    async def on_event(self, event: events.Event) -> None:
        """Let input wait for its turn."""
        is_input = isinstance(event, events.InputEvent | events.Paste)
        if not is_input or event.is_forwarded:
            await super().on_event(event)
            return
        last = self._input[-1] if self._input else None
        if isinstance(event, events.MouseMove) and isinstance(last, events.MouseMove):
            self._input.pop()  # only where the mouse is now counts
        self._input.append(event)
        if self._handing is None:
            self._handing = asyncio.create_task(self._hand_over())

    async def _hand_over(self) -> None:
        try:
            while self._input:
                await self._hand_over_next()
                if self._input:
                    await self._hand_over_many()
        except Exception as error:
            self.fail(error)
        finally:
            self._handing = None

    async def _hand_over_many(self) -> None:
        """Draw nothing in between, for some time: the next key would change it again."""
        until = time.monotonic() + LONGEST
        with self.batch_update():
            while self._input and time.monotonic() < until:
                await self._hand_over_next()
        if self.screen_stack:
            self.screen.check_idle()  # to draw now; Textual tells only the app

    async def _hand_over_next(self) -> None:
        event = self._input.popleft()
        await super().on_event(event)
        with suppress(TimeoutError):
            async with asyncio.timeout(STUCK):
                await self._settle(event)

    async def _settle(self, event: events.Event) -> None:
        """Wait until it has passed all who hear of it, and what they do about it is done."""
        for _ in range(PASSES):
            if not self.is_running or not self.screen_stack:
                return
            for node in self._first_to_hear(event).ancestors_with_self:
                passed = asyncio.Event()
                if node.call_later(passed.set):
                    await passed.wait()

    def _first_to_hear(self, event: events.Event) -> Widget:
        if isinstance(event, events.MouseEvent):
            try:
                return self.get_widget_at(event.x, event.y)[0]
            except NoWidget:
                pass
        return self.focused or self.screen
