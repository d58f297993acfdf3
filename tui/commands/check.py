"""makachess check: say what is wrong with saved games."""

from __future__ import annotations

import click


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Validate saved games.

    Silent when they are good; else a line `FILE:LINE:COL: message` for each fault.
    """
    from makachess.saves import validate

    faults = 0
    for file in files:
        for fault in validate(file):
            click.echo(str(fault), err=True)
            faults += 1
    if faults:
        ctx.exit(2)
