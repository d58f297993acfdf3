"""makachess serve: the app in a browser."""

from __future__ import annotations

import click
from makachess.core.errors import MakachessError


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on.",
)
@click.option(
    "--url", metavar="URL", help="The URL that browsers use, if it is not http://HOST:PORT."
)
def command(host: str, port: int, url: str | None) -> None:
    """Open the app in a browser.

    Anyone who has the address that is printed can use the app, and see your games.
    """
    try:
        from makachess.tui.serving import serve
    except ImportError as error:
        raise MakachessError(
            f"this needs the package {error.name!r}: pip install 'makachess[serve]'"
        ) from None
    serve(host, port, url)
