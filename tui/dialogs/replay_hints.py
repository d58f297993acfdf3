"""What can be done in a replay as it stands, for the row of hints."""

from __future__ import annotations

from makachess.saves import Node
from makachess.tui.widgets.hints import Hint

GRAPH_MARKS = (". ? X", "in the review's graph: inaccuracy, mistake, blunder")


def replay_hints(
    node: Node, *, reviewing: bool, reviewed: bool, playing: bool, cursor: bool
) -> list[Hint]:
    """The keys that do something where the game stands, the most useful first."""
    return [
        Hint("move-back"),
        Hint("move-on"),
        *_variation_hints(node),
        Hint("to-start"),
        Hint("to-end"),
        *_review_hints(reviewing, reviewed),
        Hint("autoplay", "stop" if playing else None),
        Hint("flip"),
        Hint("help"),
        Hint("leave"),
        Hint("arrows", "moves" if cursor else None),
    ]


def _variation_hints(node: Node) -> list[Hint]:
    """The keys that lead into a variation from here, or out of it."""
    hints = []
    if node.next_way() is not None:
        hints.append(Hint("variation"))
    if not node.is_main_line:
        hints.append(Hint("main-line"))
    return hints


def _review_hints(reviewing: bool, reviewed: bool) -> tuple[Hint, ...]:
    if reviewing:
        return (Hint("stop-review"),)
    if reviewed:
        return Hint("last-fault"), Hint("next-fault")
    return (Hint("review"),)
