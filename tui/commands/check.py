"""makachess check: say what is wrong with saved games and variant files."""

from __future__ import annotations

from collections.abc import Iterator

import click
from makachess.core.text import how_many
from makachess.tui.commands.shared import told_others
from makachess.tui.output import complain


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Check saved games, and variant files (FILE.toml), for errors.

    Each is printed as `FILE:LINE:COL: message`. Games of
    variants that are not played here are only counted.
    """
    faults = 0
    for file in files:
        for fault in _variant_faults(file) if file.endswith(".toml") else _game_faults(file):
            complain(fault)
            faults += 1
    if faults:
        ctx.exit(2)


def _game_faults(file: str) -> Iterator[str]:
    from makachess.saves import examine

    report = examine(file)
    yield from map(str, report.faults)
    if report.more:
        yield f"{file}: {how_many(report.more, 'more fault')}"
    if report.line:
        yield f"{file}: not examined beyond line {report.line}: too many games are damaged"
    if report.others:
        complain(told_others(file, report.others))


def _variant_faults(file: str) -> Iterator[str]:
    from makachess.core.errors import VariantError
    from makachess.variants import check_file

    try:
        for fault in check_file(file):
            yield fault.located
    except VariantError as error:  # it cannot even be read
        yield f"{file}:1:1: {error}"
