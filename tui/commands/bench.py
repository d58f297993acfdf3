"""makachess bench: a fixed amount of searching, to compare versions and machines."""

from __future__ import annotations

from functools import partial

import click
from makachess.tui.commands.shared import cores_option, load_variant, model_option, rules_option
from makachess.tui.completing import complete_variant
from makachess.tui.output import say


@click.command("bench")
@click.argument("variant", metavar="[VARIANT]", required=False, shell_complete=complete_variant)
@rules_option
@model_option
@cores_option
def command(variant: str | None, rules: tuple[str, ...], model: str, cores: int | None) -> None:
    """Measure the speed of the search.

    Fixed positions are searched to fixed depths, without a model unless --model names one. With one
    thread, the same version always searches the same number of nodes.
    """
    from makachess.core.engine.bench import run_bench
    from makachess.variants import names
    from makachess.variants.models import choose_model

    chosen = names() if variant is None else (variant,)
    variants = [load_variant(name, rules) for name in chosen]
    nodes, seconds = 0, 0.0
    for row in run_bench(variants, choose=partial(choose_model, model), cores=cores or 1):
        say(_line(f"{row.variant} depth {row.depth}", row.nodes, row.seconds))
        nodes += row.nodes
        seconds += row.seconds
    say(_line("total", nodes, seconds))


def _line(name: str, nodes: int, seconds: float) -> str:
    speed = nodes / seconds if seconds else 0.0
    return f"{name:26} {nodes:12} nodes {seconds:9.3f} s {speed:12.0f} nodes/s"
