"""Tables of what was estimated and what was found."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from makachess.play.match.statistics import Counts

from .tune import Tuning


def format_types(tuning: Tuning) -> Iterator[str]:
    """A line a group of types; those never seen are not listed."""
    model = tuning.model
    yield "type                      estimated  tuned  positions"
    for group, before, after in zip(
        model.groups.values(), model.start, tuning.fit.parameters, strict=False
    ):
        if seen := tuning.seen[group[0]]:
            name = f"{group[0]:4} {model.variant.pieces[group[0]].name}"
            more = f" +{len(group) - 1}" if len(group) > 1 else ""
            yield f"{name + more:26} {before:8.0f} {after:6.0f} {seen:10}"


def format_places(tuning: Tuning) -> Iterator[str]:
    """A line a term of `Place`."""
    model = tuning.model
    yield "place                     estimated  tuned  positions"
    for name, before, after in list(
        zip(model.names, model.start, tuning.fit.parameters, strict=True)
    )[model.types :]:
        if seen := tuning.seen[name]:
            yield f"{name:26} {before:8.0f} {after:6.0f} {seen:10}"


def format_note(tuning: Tuning) -> str:
    """Where the values come from, in a sentence or two."""
    games, found, name = tuning.games, tuning.fit, tuning.model.variant.name
    nodes = " and ".join(str(number) for number in sorted({game.nodes for game in games}))
    return (
        f"Tuned on {date.today().isoformat()} with `python -m benchmarks.tuning fit {name} "
        f"--write` from {len(games)} games (`play {name} --games {len(games)} --nodes {nodes}`), "
        f"{tuning.positions} positions: squared error {found.before[0]:.4f} -> "
        f"{found.after[0]:.4f}, of games held out {found.before[1]:.4f} -> {found.after[1]:.4f}."
    )


def format_match(counts: Counts, nodes: int) -> str:
    """How the values fared, in a sentence."""
    return (
        f"Verified: {100 * counts.score:.1f} % of {counts.games} games at {nodes} nodes a move "
        f"against the estimates (+{counts.wins} ={counts.draws} -{counts.losses})."
    )
