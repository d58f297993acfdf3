"""makachess bench: a fixed amount of searching, to compare versions and machines."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import cores_option, model_option, variants_argument
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core.spec import Variant


@click.command("bench")
@variants_argument
@model_option
@cores_option
def command(variants: list[Variant], model: str, cores: int | None) -> None:
    """Measure the speed of the search.

    Fixed positions are searched to fixed depths, without a model unless --model names one. With one
    thread, the same version always searches the same number of nodes.
    """
    from makachess.core.engine.bench import run_bench
    from makachess.variants.models import choose_model

    nodes, seconds = 0, 0.0
    for row in run_bench(variants, choose=partial(choose_model, model), cores=cores or 1):
        say(_line(f"{row.variant} depth {row.depth}", row.nodes, row.seconds))
        nodes += row.nodes
        seconds += row.seconds
    say(_line("total", nodes, seconds))


def _line(name: str, nodes: int, seconds: float) -> str:
    speed = nodes / seconds if seconds else 0.0
    return f"{name:26} {nodes:12} nodes {seconds:9.3f} s {speed:12.0f} nodes/s"
