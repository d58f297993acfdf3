"""makachess convert: saved games in other forms."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from makachess.core.text import how_many
from makachess.tui.commands.shared import out_option, told_others
from makachess.tui.output import complain, deliver

FORMS = ("pgn", "fen", "text", "json")


@click.command("convert")
@click.argument("file", type=click.Path())
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form to write.")
@out_option
@click.pass_context
def command(ctx: click.Context, file: str, form: str, out: Path | None) -> None:
    """Write the games of a file in another form.

    pgn: as makachess saves them; fen: the final position of each game, one a line; text: moves and
    boards, for people to read; json: everything, as docs/format.md describes it.
    """
    from makachess.saves.export import convert
    from makachess.saves.reader import Damage

    others: Counter[str] = Counter()
    damage = Damage()
    deliver(convert(file, form, others, damage), out)
    if others:
        complain(told_others(file, others))
    for fault in damage.faults:
        complain(str(fault))
    if damage.count:
        left_out = "is damaged and left out" if damage.count == 1 else "are damaged and left out"
        complain(
            f"{file}: {how_many(damage.count, 'game')} {left_out}; "
            "makachess recover saves what can be read"
        )
        ctx.exit(2)
