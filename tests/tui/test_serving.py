"""The app in a browser: nobody without the key, and a game played in Chromium."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer
from cli_calls import PROGRAM, bad
from makachess.tui import serving as serving_module
from makachess.tui.serving import KEY, GuardedServer, PageApp
from processes import proc_files, processes_of
from textual_serve.download_manager import DownloadManager
from yarl import URL

PATIENCE = 60  # seconds; how long a browser may take on a busy machine
# None: a program that is no browser.
FOREIGN = (
    "http://elsewhere.example",
    "http://localhost:{port}",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "null",
    "",
    None,
)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.fixture
async def guarded():
    """A server, and a client that knows no more than its port."""
    port = free_port()
    server = GuardedServer("127.0.0.1", port)
    async with TestClient(TestServer(server.make_app(), port=port)) as client:
        yield server, client


def connection_of(page: str) -> str:
    """The path of the connection that a page opens."""
    (url,) = re.findall(r'data-session-websocket-url="(ws://[^"]*)"', page)
    return urlsplit(url).path


async def opened(server: GuardedServer, client: TestClient) -> str:
    """The path of the connection of a page that was opened with the key."""
    answer = await client.get(f"/?{KEY}={server.key}")
    assert answer.status == 200
    return connection_of(await answer.text())


# The last is a byte that is no UTF-8, as which it must not be read.
@pytest.mark.parametrize("path", ["/", f"/?{KEY}=", f"/?{KEY}=guess", f"/?{KEY}=%ff"])
async def test_nobody_gets_the_page_without_the_key(guarded, path):
    _, client = guarded
    answer = await client.get(URL(path, encoded=True))
    assert answer.status == 403
    assert "makachess serve" in await answer.text()


@pytest.mark.parametrize("path", ["/", "/?{key}", "/ws/guess", "/nowhere", "/static/js/textual.js"])
async def test_nothing_of_a_page_is_kept_or_shown_within_another(guarded, path):
    server, client = guarded
    answer = await client.get(path.format(key=f"{KEY}={server.key}"))
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.cookies == {}  # which the browser would give to other ports
    assert KEY not in path or answer.headers["Cache-Control"] == "no-store"


async def test_no_more_apps_are_started_than_there_is_room_for(guarded, monkeypatch):
    server, client = guarded
    path = await opened(server, client)
    monkeypatch.setattr(serving_module, "MOST_APPS", 0)
    with pytest.raises(WSServerHandshakeError, match="503"):
        await client.ws_connect(path, headers={"Origin": server.url})


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_page_elsewhere_cannot_open_the_connection(guarded, origin):
    server, client = guarded
    path = await opened(server, client)
    headers = {} if origin is None else {"Origin": origin.format(port=server.port)}
    with pytest.raises(WSServerHandshakeError, match="403"):
        await client.ws_connect(path, headers=headers)


@pytest.mark.parametrize("name", ["elsewhere.example", "localhost", "127.0.0.1", "", "[", "\xff"])
async def test_another_name_that_leads_here_shows_nothing(guarded, name):
    """A page that has its own name lead here reads what is answered, as the browser sees it."""
    server, _ = guarded
    for path in f"/?{KEY}={server.key}", "/static/js/textual.js":
        request = f"GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(request.encode("latin-1"))
        status = (await reader.readline()).split()[1]
        writer.close()
        assert status in (b"400", b"403")


async def test_a_page_behind_a_proxy_is_known_by_its_address():
    port = free_port()
    server = GuardedServer("127.0.0.1", port, "https://Chess.example/play/")
    assert server.address == f"https://Chess.example/play/?{KEY}={server.key}"
    async with TestClient(TestServer(server.make_app(), port=port)) as client:
        for host in "chess.example", "chess.example:443", f"127.0.0.1:{port}":
            answer = await client.get(f"/?{KEY}={server.key}", headers={"Host": host})
            page = await answer.text()
            assert 'data-session-websocket-url="wss://Chess.example/play/ws/' in page
        answer = await client.get(
            "/static/js/textual.js", headers={"Origin": "https://chess.example"}
        )
        assert answer.status == 200
        answer = await client.get("/", headers={"Host": "chess.example:80"})
        assert "answers under no other name" in await answer.text()


async def test_the_page_asks_nothing_of_others(guarded):
    server, client = guarded
    page = await (await client.get(f"/?{KEY}={server.key}")).text()
    asked = re.findall(r"""(?:src|href|url)\s*[=(]\s*["'](\w+:[^"']*)""", page)
    assert len(asked) > 3
    own = server.url, server.url.replace("http", "ws", 1)
    assert [url for url in asked if not url.startswith(own)] == []
    (font,) = (url for url in asked if url.endswith(".ttf"))
    assert (await client.get(font.removeprefix(server.url))).status == 200


@contextmanager
def serving(home):
    """The address of a server of its own, which ends without a word of complaint."""
    with server_of(home) as (server, address):
        yield address
        server.terminate()
        said = server.stdout.read()
        assert (server.wait(PATIENCE), said) == (0, "Ctrl+C ends it.\n")


@contextmanager
def server_of(home):
    """A server of its own, and its address."""
    port = free_port()
    environment = {**os.environ, "MAKACHESS_HOME": str(home)}
    command = [*PROGRAM, "serve", "--port", str(port)]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "env": environment}
    with subprocess.Popen(command, text=True, **options) as server:
        try:
            yield server, server.stdout.readline().split()[-1]
        finally:
            server.terminate()


@asynccontextmanager
async def connected(address, size="width=80&height=24"):
    """A connection to an app that has shown itself, as the page at the address opens it."""
    origin = address.partition("/?")[0]
    async with ClientSession() as client:
        async with client.get(address) as page:
            url = origin + connection_of(await page.text())
        async with client.ws_connect(f"{url}?{size}", origin=origin) as connection:
            await wait_for(connection, b"New game")
            with pytest.raises(WSServerHandshakeError, match="403"):  # a token opens one
                await client.ws_connect(url, origin=origin)
            yield connection


async def wait_for(connection, words):
    """Read until some words have come."""
    shown = b""
    async with asyncio.timeout(PATIENCE):  # that of receive begins anew with each heartbeat
        while words not in shown:
            message = await connection.receive()
            assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT)
            shown += message.data if message.type is WSMsgType.BINARY else b""


@pytest.mark.slow
async def test_the_app_starts_for_a_page_and_ends_with_it(home):
    with serving(home) as address:
        async with connected(address):
            assert len(processes_of(home)) > 1
        wait_until(lambda: len(processes_of(home)) == 1)
    assert processes_of(home) == []


# What no page says.
HOSTILE = (
    "",
    "{",
    "[" * 100_000,
    "[[]]",
    '["stdin", ""]',
    '["stdin", "\\ud800"]',
    '["resize", {"width": "wide", "height": null}]',
    '["resize", {"width": -1, "height": 99999999}]',
    '["ping", {"a": NaN}]',
    '["deliver_chunk_request", {}]',
)


EVIL_SIZE = "width=NaN&height=1e9"
FLOOD = json.dumps(["stdin", "abcdefghi" * 100_000])
MOST_GROWTH = 60_000  # kB; 900,000 keys that had all been heard took 800,000


def most_memory(pid):
    """The most that a process ever had, in kB."""
    (status,) = proc_files(f"{pid}/status")
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1])


@pytest.mark.slow
async def test_the_app_goes_on_whatever_a_page_says_and_however_much(home):
    """Nothing of it is an error of the server, fills the memory or outlives the page."""
    with serving(home) as address:
        async with connected(address, EVIL_SIZE) as connection:
            for message in HOSTILE:
                await connection.send_str(message)
            await connection.send_bytes(b"\0")
            await connection.send_str('["resize", {"width": 80, "height": 37}]')
            await wait_for(connection, b"\x1b[37")  # its last line
            await connection.send_str('["stdin", "?"]')
            await wait_for(connection, b"Keys")
            before = {pid: most_memory(pid) for pid in processes_of(home)}
            await connection.send_str(FLOOD)
            await connection.send_str('["resize", {"width": 80, "height": 36}]')
            await wait_for(connection, b"\x1b[36")
            for pid, size_before in before.items():
                assert most_memory(pid) < size_before + MOST_GROWTH
        wait_until(lambda: len(processes_of(home)) == 1)


@pytest.mark.slow
async def test_the_apps_end_with_a_server_that_is_killed(home):
    with server_of(home) as (server, address):
        async with connected(address) as connection:
            await connection.send_str(json.dumps(["stdin", "abcdefghi" * 100_000]))
            server.kill()
            server.wait()
            wait_until(lambda: processes_of(home) == [])
    assert list(home.rglob("fault-*")) == []


async def test_an_app_that_will_not_end_is_killed(monkeypatch):
    monkeypatch.setattr(serving_module, "ENDING", 0.5)

    async def ignore(*_):
        pass

    app = PageApp(
        shlex.join([sys.executable, "-c", "import time; time.sleep(600)"]),
        write_bytes=ignore,
        write_str=ignore,
        close=ignore,
        download_manager=DownloadManager(),
    )
    await app.start(80, 24)
    await app.stop()
    assert await app.process.wait() == -signal.SIGKILL


def wait_until(condition) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.parametrize(
    "given", ["chess.example", "ftp://chess.example", "https://", "http://a:b"]
)
def test_an_address_that_no_page_has_is_refused(given):
    words = bad("serve", "--url", given)
    assert words.startswith(f"{given.rstrip('/')!r} is no address of a page")
