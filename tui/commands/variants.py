"""makachess variants: the names of the variants, with their options on request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from makachess.tui.output import complain, say

if TYPE_CHECKING:
    from makachess.core.spec import Option, Variant


@click.command("variants")
@click.option("--verbose", "-v", is_flag=True, help="Titles and options too.")
def command(verbose: bool) -> None:
    """List the variants, including your own."""
    from makachess.variants import list_variants

    for listing in list_variants():
        if listing.variant is None:
            complain(f"makachess: {listing.reason}")
        else:
            say("\n".join(_lines(listing.variant)) if verbose else listing.name)


def _lines(variant: Variant) -> Iterator[str]:
    yield f"{variant.name}: {variant.title} ({variant.files}x{variant.ranks})"
    if variant.summary:
        yield f"    {variant.summary}"
    for option in variant.options:
        yield f"    {_form(option)}  {option.help}"


def _form(option: Option) -> str:
    if option.number:
        return f"{option.name}=NUMBER (default {option.default})"
    return f"{option.name}={'|'.join(option.values)} (default {option.default})"
