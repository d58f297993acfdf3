"""makachess convert: saved games in other forms."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from makachess.tui.commands.shared import told_others
from makachess.tui.output import complain, deliver

FORMS = ("pgn", "fen", "text", "json")


@click.command("convert")
@click.argument("file", type=click.Path())
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form to write.")
@click.option(
    "-o",
    "out",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="The new file to write; by default, standard output.",
)
def command(file: str, form: str, out: Path | None) -> None:
    """Write the games of a file in another form.

    pgn: as makachess saves them; fen: the final position of each game, one a line; text: moves and
    boards, for people to read; json: everything, as docs/format.md describes it.
    """
    from makachess.saves.export import convert

    others: Counter[str] = Counter()
    deliver(convert(file, form, others), out)
    if others:
        complain(told_others(file, others))
