"""The app in a browser, by textual-serve: only for those who have the address.

Anybody on this machine can reach a port of it, and any web page can make a browser connect to one;
so the address that is printed has a key, which opens the page, and each page has a token, which
opens its connection once. Neither is a cookie: a browser gives those to all ports of a host.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import secrets
import shlex
import socket
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from urllib.parse import urlsplit

import jinja2
import textual_serve
from aiohttp import WSMsgType, web
from makachess.core.errors import MakachessError
from makachess.play.processes import ProcessGroup, group_options, own_command
from makachess.saves.parser import MOST_TEXT
from makachess.tui.output import say
from makachess.tui.textual_private import open_app_service
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

KEY = "key"  # of the address
ENDING = 6.0  # seconds for browsers and apps to take their leave
STUCK = 10.0  # seconds in which an app takes what a page says
HEARTBEAT = 15.0  # seconds between questions whether a browser is still there
PAGES = 100  # that may have been opened and not yet connected
MOST_APPS = 40  # at a time
LONGEST = 2 * MOST_TEXT  # bytes of a message: what is pasted comes in one
LONGEST_MARK = 64  # characters of a question whether the server is still there
WIDEST, HIGHEST = 1_000, 500  # cells, far more than any screen shows
FONT_SIZE = 16
PORTS = {"http": 80, "https": 443}
FILES = Path(textual_serve.__file__).parent
ELSEWHERE = re.compile(r"<link\s[^>]*href=\"https?:[^>]*>")
FONT = """<style>@font-face {
  font-family: "Roboto Mono"; font-weight: 100 700;
  src: url("{{ config.static.url }}fonts/RobotoMono-VariableFont_wght.ttf");
}</style>"""
# The address is not passed on, and a page that is opened again gets a token of its own.
HEADERS = {"Cache-Control": "no-store"}
# No page from elsewhere shows this one within itself, nor reads or keeps hold of it.
GUARDS = {
    "Content-Security-Policy": "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "object-src 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of an address, by which browsers compare them; raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError(url)
    return parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme]


class GuardedServer:
    """Starts the app anew for each page that is opened with the key; raises MakachessError."""

    def __init__(self, host: str, port: int, url: str | None = None) -> None:
        here = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        self.host, self.port = host, port
        self.url = (url or here).rstrip("/")
        self.key = secrets.token_urlsafe(16)
        try:
            self._origin = origin_of(self.url)
        except ValueError:
            raise MakachessError(
                f"{self.url!r} is no address of a page, such as https://chess.example/play"
            ) from None
        self._places = {self._origin, origin_of(here)}  # a proxy may ask by either name
        self._tokens: deque[str] = deque(maxlen=PAGES)  # of pages that have not connected yet
        self._open: set[asyncio.Task[object]] = set()  # connections to pages
        source = (FILES / "templates" / "app_index.html").read_text(encoding="utf-8")
        # The font comes from where the page comes from, not from a server elsewhere.
        self._page = jinja2.Environment(autoescape=True).from_string(ELSEWHERE.sub(FONT, source))

    @property
    def address(self) -> str:
        return f"{self.url}/?{KEY}={self.key}"

    def serve(self) -> None:
        """Serve until SIGINT or SIGTERM."""
        # Of trouble only: the address in a line for each request would give the key away.
        logging.basicConfig(level=logging.WARNING)
        web.run_app(
            self.make_app(),
            host=self.host,
            port=self.port,
            shutdown_timeout=ENDING,
            print=self._announce,
        )

    def _announce(self, _: str) -> None:
        """The address is told once the server listens there."""
        say(f"makachess is at {self.address}\nCtrl+C ends it.")

    def make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/", self._show_page)
        app.router.add_get("/ws/{token}", self._run_app)
        app.router.add_static("/static", FILES / "static")
        app.on_response_prepare.append(_guard_response)
        app.on_shutdown.append(self._end_games)
        return app

    async def _end_games(self, app: web.Application) -> None:
        """End the games that are open; each is on disk."""
        for task in self._open:
            task.cancel()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only what asks for this server by its name, and no page from elsewhere.

        A name that another site has made lead here would let its page read all that is answered.
        """
        origin = request.headers.get("Origin")
        if not self._is_here(request.headers.get("Host", "")):
            raise web.HTTPForbidden(text=f"This is {self.url}, and answers under no other name.\n")
        if origin is not None and not self._is_own(origin):
            raise web.HTTPForbidden(text="A page from elsewhere gets nothing here.\n")
        return await handler(request)

    def _is_here(self, host: str) -> bool:
        with suppress(ValueError):
            return any(origin_of(f"{place[0]}://{host}") == place for place in self._places)
        return False

    def _is_own(self, origin: str) -> bool:
        with suppress(ValueError):
            return origin_of(origin) == self._origin
        return False

    async def _show_page(self, request: web.Request) -> web.Response:
        """The page, with the token that opens its connection."""
        given = request.query.get(KEY, "").encode(errors="replace")
        if not compare_digest(given, self.key.encode()):
            raise web.HTTPForbidden(text="Open the address that `makachess serve` has printed.\n")
        token = secrets.token_urlsafe(16)
        self._tokens.append(token)
        text = self._page.render(
            font_size=FONT_SIZE,
            app_websocket_url=f"{self.url.replace('http', 'ws', 1)}/ws/{token}",
            config={"static": {"url": f"{self.url}/static/"}},
            application={"name": "makachess"},
        )
        return web.Response(text=text, content_type="text/html", headers=HEADERS)

    async def _run_app(self, request: web.Request) -> web.WebSocketResponse:
        """Run the app for a page until the connection or the server ends."""
        token = request.match_info["token"]
        if "Origin" not in request.headers or token not in self._tokens:
            raise web.HTTPForbidden(text="Only a page of this server opens its connection, once.\n")
        if len(self._open) >= MOST_APPS:
            raise web.HTTPServiceUnavailable(text=f"{MOST_APPS} pages are open: close one first.\n")
        self._tokens.remove(token)
        connection = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LONGEST)
        await connection.prepare(request)

        async def close() -> None:
            await connection.close()

        program = PageApp(
            shlex.join(own_command("makachess.tui.program", "--restricted")),
            write_bytes=connection.send_bytes,
            write_str=connection.send_str,
            close=close,
            download_manager=DownloadManager(),
        )
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            width, height = (request.query.get(name, "") for name in ("width", "height"))
            await program.start(bounded(width, WIDEST, 80), bounded(height, HIGHEST, 24))
            async for message in connection:
                if message.type is WSMsgType.TEXT:
                    async with asyncio.timeout(STUCK):
                        await pass_on(message.data, program, connection)
        except (asyncio.CancelledError, TimeoutError):
            await connection.close()
        except OSError as error:
            logging.error("no app can be started: %s", error.strerror)
            await connection.close()
        finally:
            self._open.discard(task)
            await program.stop()
        return connection


async def _guard_response(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(GUARDS)


class PageApp(open_app_service(AppService)):  # type: ignore[misc]
    """The app of a page, which ends with it, as the page does with the app."""

    async def open(self, environment: dict[str, str]) -> Process:
        """Begin the process, which leads a group of its own."""
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            *shlex.split(self.command),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=environment,
            **group_options(),
        )

    async def run(self) -> None:
        await super().run()
        await self.remote_close()

    async def stop(self) -> None:
        """Let the app end, which it does by itself where it hears no more, and see to that."""
        if self.process is None:
            return
        group = ProcessGroup(self.process.pid)
        self.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.wait(), ENDING)
        group.end()
        await self.quiet()


def bounded(given: str | int, most: int, usual: int = 1) -> int:
    """A width or height that a page names, or the usual one if it is no number."""
    with suppress(ValueError):
        return min(max(int(given), 1), most)
    return usual


async def pass_on(text: str, program: PageApp, connection: web.WebSocketResponse) -> None:
    """Let the app know what a page says; what none would say is left out."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return
    match message:
        case ["stdin", str(keys)] if data := keys.encode(errors="ignore"):
            await program.send_bytes(data)  # without any, the app would take no more
        case ["resize", {"width": int(width), "height": int(height)}]:
            await program.set_terminal_size(bounded(width, WIDEST), bounded(height, HIGHEST))
        case ["ping", str(mark)] if len(mark) <= LONGEST_MARK:
            await connection.send_json(["pong", mark])
        case ["focus"]:
            await program.focus()
        case ["blur"]:
            await program.blur()


def serve(host: str, port: int, url: str | None = None) -> None:
    """Serve the app until a signal ends it; raises MakachessError if it cannot listen there."""
    server = GuardedServer(host, port, url)
    try:
        with socket.create_server((host, port)):
            pass
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise MakachessError(f"{host}:{port} cannot be listened on: {reason}") from None
    server.serve()
