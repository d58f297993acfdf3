"""makachess recover: save what can be read of a damaged file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from makachess.core.errors import MakachessError
from makachess.core.text import how_many
from makachess.tui.commands.shared import out_option
from makachess.tui.output import complain, deliver

_MOST_LOSSES = 50  # told one by one


@click.command("recover")
@click.argument("file", type=click.Path())
@out_option
def command(file: str, out: Path | None) -> None:
    """Save what can still be read of a damaged file.

    What is lost is listed on standard error. The damaged file stays as it is.
    """
    deliver(_recovered(file), out)


def _recovered(file: str) -> Iterator[str]:
    """The games that can be saved; then what was lost is told."""
    from makachess.saves.damage import recover

    saved = count = losses = 0
    for game in recover(file):
        count += 1
        for loss in game.losses[: max(_MOST_LOSSES - losses, 0)]:
            complain(loss)
        losses += len(game.losses) + game.unlisted
        if game.text:
            yield ("\n" if saved else "") + game.text
            saved += 1
    if losses > _MOST_LOSSES:
        complain(f"{file}: {how_many(losses - _MOST_LOSSES, 'more fault')}")
    if not saved:
        raise MakachessError(f"{file}: no game can be saved")
    complain(f"{file}: {saved} of {how_many(count, 'game')} saved")
