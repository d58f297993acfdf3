"""The app in a browser: nobody without the key, and a game played in Chromium."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager

import pytest
from aiohttp import ClientSession, CookieJar, WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer
from cli_calls import PROGRAM, bad
from makachess.saves import Library
from makachess.tui.serving import KEY, GuardedServer
from processes import processes_of

PATIENCE = 60  # seconds; how long a browser may take on a busy machine
ENTER = "\ue007"  # as WebDriver writes it


@pytest.fixture
async def guarded(capsys):
    server = GuardedServer("127.0.0.1", 8000)
    async with TestClient(TestServer(await server._make_app())) as client:
        yield server, client


@pytest.mark.parametrize("path", ["/", "/ws", "/static/js/textual.js", f"/?{KEY}=guess"])
async def test_nobody_gets_in_without_the_key(guarded, path):
    _, client = guarded
    answer = await client.get(path)
    assert answer.status == 403
    assert "makachess serve" in await answer.text()


async def test_a_page_elsewhere_cannot_open_the_connection(guarded):
    _, client = guarded
    with pytest.raises(WSServerHandshakeError, match="403"):
        await client.ws_connect("/ws", origin="http://elsewhere.example")


async def test_the_key_is_kept_as_a_cookie_that_other_sites_do_not_send(guarded):
    server, client = guarded
    answer = await client.get(f"/?{KEY}={server.key}")
    assert answer.status == 200
    cookie = answer.cookies[KEY]
    assert (cookie["samesite"], cookie["httponly"]) == ("Strict", True)
    assert (await client.get("/static/js/textual.js")).status == 200


async def test_the_page_asks_nothing_of_others(guarded):
    server, client = guarded
    page = await (await client.get(f"/?{KEY}={server.key}")).text()
    asked = re.findall(r"""(?:src|href|url)\s*[=(]\s*["'](\w+:[^"']*)""", page)
    assert len(asked) > 3
    own = server.public_url, server.public_url.replace("http", "ws", 1)
    assert [url for url in asked if not url.startswith(own)] == []
    (font,) = (url for url in asked if url.endswith(".ttf"))
    assert (await client.get(font.removeprefix(server.public_url))).status == 200


@contextmanager
def serving(home):
    """The address of a server of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "MAKACHESS_HOME": str(home)}
    command = [*PROGRAM, "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
        assert server.wait(PATIENCE) == 0


@pytest.mark.installed
async def test_the_app_starts_for_a_page_and_ends_with_it(home):
    with serving(home) as address:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
            async with client.get(address) as page:
                assert page.status == 200
            url = address.partition("?")[0] + "ws?width=80&height=24"
            async with client.ws_connect(url) as connection:
                shown = b""
                while b"makachess" not in shown:
                    shown += await connection.receive_bytes(timeout=PATIENCE)
                assert len(processes_of(home)) > 1
        wait_until(lambda: len(processes_of(home)) == 1)
    assert processes_of(home) == []


def test_a_port_that_is_taken_is_named():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        words = bad("serve", "--port", str(port))
    assert words == f"127.0.0.1:{port} cannot be listened on: Address already in use"


class Browser:
    """Chromium without a window, told what to do as the W3C's WebDriver says."""

    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        options = {"args": ["--headless=new", "--no-sandbox", "--window-size=1000,700"]}
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
        self._base += "/" + self._call("", wanted)["sessionId"]

    def _call(self, path: str, body: object) -> object:
        request = urllib.request.Request(
            self._base + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def open(self, url: str) -> None:
        self._call("/url", {"url": url})

    def run(self, script: str) -> object:
        return self._call("/execute/sync", {"script": script, "args": []})

    def look(self) -> object:
        """The page as a picture."""
        with urllib.request.urlopen(f"{self._base}/screenshot", timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def close(self) -> None:
        with urllib.request.urlopen(urllib.request.Request(self._base, method="DELETE")):
            pass

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._call("/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})


def wait_until(condition) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.fixture
def browser():
    if not shutil.which("chromedriver"):
        pytest.skip("there is no chromedriver (Debian: apt install chromium-driver)")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.PIPE) as driver:
        while b"started successfully" not in driver.stdout.readline():
            assert driver.poll() is None
        try:
            chromium = Browser(port)
            yield chromium
            chromium.close()
        finally:
            driver.terminate()


@pytest.mark.long
@pytest.mark.installed
def test_a_move_made_in_a_browser_is_on_disk(browser, home):
    with serving(home) as address:
        browser.open(address)
        wait_until(lambda: "-first-byte" in browser.run("return document.body.className"))
        browser.run("document.querySelector('textarea').focus()")  # as a click does
        for keys in (ENTER, ENTER, f"e2e4{ENTER}"):  # a new game; start; a move
            before = browser.look()
            browser.type(keys)
            wait_until(lambda before=before: before != browser.look() == browser.look())
        wait_until(lambda: any(entry.tags for entry in Library().entries()))
