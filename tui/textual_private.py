"""All of Textual that is used beyond its public interface, each name as seen in Textual 8.2.8.

Here and nowhere else in tui, so that a new version of Textual has one module to be held against.
"""

from __future__ import annotations

import os
from asyncio import AbstractEventLoop
from asyncio.subprocess import Process
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from rich.console import COLOR_SYSTEMS, Console, RenderableType
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.events import Key
from textual.screen import Screen

__all__ = [
    "FUNCTIONAL_KEYS",
    "ChopsUpdate",
    "CompositorUpdate",
    "LayoutUpdate",
    "OpenApp",
    "OpenDriver",
    "OpenParser",
    "loop_of",
    "open_app_service",
    "open_web_driver",
    "set_color_system",
]


class OpenApp(App[None]):
    """An app whose pictures and whose end after a fault can be decided on."""

    @property
    def driver(self) -> Driver | None:
        """What writes to the terminal and reads it (`App._driver`)."""
        return self._driver

    @property
    def is_batching(self) -> bool:
        """Whether pictures are held back by `batch_update` (`App._batch_count`)."""
        return bool(self._batch_count)

    def call_in_loop(self, callback: Callable[..., object], *arguments: object) -> None:
        """Call something in the event loop, while there is one (`App._loop`); from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # it is closed
                self._loop.call_soon_threadsafe(callback, *arguments)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """All that is drawn passes here (`App._display`)."""
        self.paint(screen, renderable)

    def paint(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write a picture to the terminal."""
        super()._display(screen, renderable)

    def whole_picture(self) -> RenderableType | None:
        """The picture of the screen and what shows through it.

        `Screen._compositor`, `App._background_screens` and `App._context`, in which it is made.
        """
        with self._context():
            screens = self._background_screens
            return self.screen._compositor.render_update(full=True, screen_stack=screens)

    def _handle_exception(self, error: Exception) -> None:
        """Textual calls this after a fault in a handler (`App._handle_exception`)."""
        self.fail(error)

    def fail(self, error: Exception) -> None:
        """End after a fault."""
        super()._handle_exception(error)

    def end_failed(self, error: Exception, status: int) -> None:
        """End with a status and without a traceback; the first fault is told to Textual's tests.

        `App._exception`, `_exception_event`, `_return_code` and `_close_messages_no_wait`.
        """
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._return_code = status
        self._close_messages_no_wait()


def loop_of(driver: Driver) -> AbstractEventLoop:
    """The event loop of a driver's app (`Driver._loop`)."""
    return driver._loop


def set_color_system(console: Console, system: str | None) -> None:
    """Write colours so, whatever the environment says (`Console._color_system`, of Rich 15)."""
    console._color_system = COLOR_SYSTEMS.get(system or "")


def open_web_driver() -> type[Any]:
    """A subclass of WebDriver whose reading and writing can be decided on."""
    from textual.drivers._byte_stream import ByteStream
    from textual.drivers.web_driver import WebDriver

    class OpenWebDriver(WebDriver):
        """`packets` takes apart what the server has written (`ByteStream`)."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.packets = ByteStream()
            self._write = self.put  # type: ignore[assignment]

        @property
        def app(self) -> Any:
            """The app (`Driver._app`)."""
            return self._app

        def put(self, data: bytes) -> None:
            """Write to the server (`WebDriver._write`)."""
            os.write(self.fileno, data)

        def heed(self, payload: bytes) -> None:
            """Do what is said of the window (`WebDriver._on_meta`)."""
            self._on_meta("M", payload)

    return OpenWebDriver


def open_app_service(service: type[Any]) -> type[Any]:
    """A subclass of AppService, of textual-serve, whose process can be begun in other ways."""

    class OpenAppService(service):  # type: ignore[misc]
        """Runs an app for a page."""

        @property
        def process(self) -> Process | None:
            """The app's, once it has begun (`AppService._process`)."""
            found: Process | None = self._process
            return found

        async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
            environment = self._build_environment(width=width, height=height)
            self._process = process = await self.open(environment)
            self._stdin = process.stdin
            return process

        async def open(self, environment: dict[str, str]) -> Process:
            """Begin the process."""
            raise NotImplementedError

        async def quiet(self) -> None:
            """Wait until all that the app has written has been passed on (`AppService._task`)."""
            if self._task is not None:
                await self._task

    return OpenAppService


class OpenDriver(Driver):
    """A driver that knows its app."""

    @property
    def app(self) -> Any:
        """The app (`Driver._app`)."""
        return self._app

    @property
    def has_mouse(self) -> bool:
        """Whether the app has asked for the mouse (`Driver._mouse`)."""
        return self._mouse


class OpenParser(XTermParser):
    """A parser of what a terminal sends, whose keys can be decided on."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        return self.read_key(sequence, alt=alt)

    def read_key(self, sequence: str, *, alt: bool) -> Iterable[Key]:
        """The keys of a sequence, after Esc if `alt`; none as long as it is not known."""
        return super()._sequence_to_key_events(sequence, alt)
