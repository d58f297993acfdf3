"""The app in a browser, by textual-serve: only for whoever has the address with its key.

Anybody on this machine can reach a port of it, and any web page can make a browser connect to one;
so the address that is printed has a key, and nothing is served without it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable
from hmac import compare_digest

import aiohttp_jinja2
import jinja2
from aiohttp import web
from makachess.core.errors import MakachessError
from makachess.tui.output import say
from textual_serve.server import Server

KEY = "key"  # of the address, and afterwards a cookie of the browser
PROGRAM = "from makachess.tui.cli import main; main()"
PATIENCE = 1.0  # seconds for browsers to take their leave
ELSEWHERE = re.compile(r"<link\s[^>]*href=\"https?:[^>]*>")
FONT = """<style>@font-face {
  font-family: "Roboto Mono"; font-weight: 100 700;
  src: url("{{ config.static.url }}fonts/RobotoMono-VariableFont_wght.ttf");
}</style>"""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class OwnTemplates(jinja2.FileSystemLoader):
    """The page of textual-serve, but for the font that it asks of a server elsewhere."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """A template; the font comes from where the page comes from."""
        source, name, is_current = super().get_source(environment, template)
        return ELSEWHERE.sub(FONT, source), name, is_current


class GuardedServer(Server):
    """Starts the app anew for each page that is opened with the key."""

    def __init__(self, host: str, port: int, url: str | None = None) -> None:
        command = shlex.join([sys.executable, "-c", PROGRAM, "--restricted"])
        super().__init__(command, host, port, title="makachess", public_url=url)
        self.key = secrets.token_urlsafe(16)
        self._open: set[asyncio.Task[object]] = set()  # connections to pages

    def initialize_logging(self) -> None:
        """Tell of trouble only: the address in a line for each request would give the key away."""
        logging.basicConfig(level=logging.WARNING)

    @property
    def address(self) -> str:
        """What to open in the browser."""
        return f"{self.public_url}/?{KEY}={self.key}"

    def serve(self, debug: bool = False) -> None:
        """Serve until SIGINT or SIGTERM."""
        self.initialize_logging()
        web.run_app(
            self._make_app(),
            host=self.host,
            port=self.port,
            shutdown_timeout=PATIENCE,
            print=self._announce,
        )

    def _announce(self, _: str) -> None:
        say(f"makachess is at {self.address}\nCtrl+C ends it.")

    async def on_startup(self, app: web.Application) -> None:
        """The address is told once somebody listens there."""

    async def on_shutdown(self, app: web.Application) -> None:
        """End the games that are open; each is on disk."""
        for task in self._open:
            task.cancel()

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the app for a page until the connection or the server ends."""
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            return await super().handle_websocket(request)
        finally:
            self._open.discard(task)

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        aiohttp_jinja2.get_env(app).loader = OwnTemplates(self.templates_path)
        app.middlewares.append(self._guard)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let nobody in without the key, and remember who had it."""
        given = request.query.get(KEY, "")
        if not any(map(self._is_key, (given, request.cookies.get(KEY, "")))):
            raise web.HTTPForbidden(text="Open the address that `makachess serve` has printed.\n")
        response = await handler(request)
        if given and not response.prepared:
            response.set_cookie(KEY, self.key, httponly=True, samesite="Strict")
        return response

    def _is_key(self, text: str) -> bool:
        return compare_digest(text.encode(), self.key.encode())


def serve(host: str, port: int, url: str | None = None) -> None:
    """Serve the app until a signal ends it; raises MakachessError if nobody can listen there."""
    try:
        with socket.create_server((host, port)):
            pass
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise MakachessError(f"{host}:{port} cannot be listened on: {reason}") from None
    GuardedServer(host, port, url).serve()
