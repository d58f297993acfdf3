"""makachess serve: the app in a browser."""

from __future__ import annotations

import click
from makachess.core.errors import MakachessError


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port."
)
@click.option("--url", metavar="URL", help="How browsers reach it, if not by host and port.")
def command(host: str, port: int, url: str | None) -> None:
    """Open the app in a browser, for anyone who has the address that is printed."""
    try:
        from makachess.tui.serving import serve
    except ImportError as error:
        raise MakachessError(
            f"this needs the package {error.name!r}: pip install 'makachess[serve]'"
        ) from None
    serve(host, port, url)
