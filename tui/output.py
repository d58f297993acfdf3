"""Everything that commands write: one way to each stream, on which nothing can command a terminal.

Other modules may not call click.echo; the linter says so.
"""

from __future__ import annotations

import click
from makachess.core.visible import visible


def say(text: object = "") -> None:
    """Write text to standard output, with a line break behind it."""
    click.echo("\n".join(map(visible, str(text).split("\n"))))


def complain(text: object) -> None:
    """Write a message to standard error, in one line."""
    click.echo(visible(str(text)), err=True)


def overwrite(text: str) -> None:
    """Put a text in the place of the last line of standard error, which must be a terminal."""
    click.echo(f"\r{visible(text)}\x1b[K", nl=False, err=True)
