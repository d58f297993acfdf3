"""What can be done in a replay as it stands, for the row of hints."""

from __future__ import annotations

from collections.abc import Iterable

from makachess.saves import Node
from makachess.tui.widgets.hints import Hint

# What can be typed and seen, for the help panel.
MORE_HELP = (
    ("letters", "type a move: it begins a variation"),
    ("7g7f", "or with shogi coordinates"),
    ("12 12...", "go to White's or Black's move 12"),
    ("game 2", "go to the second game of the file"),
    ("!? += $14", "mark the move or the position"),
    ("[...] *", "what a review has added: its lines, its notes"),
    ('"', "your comment; your moves in a line of a review"),
    (". ? X", "in the review's graph: inaccuracy, mistake, blunder"),
)

_EDITS = Hint("comment"), Hint("annotate"), Hint("undo-edit")


def replay_hints(
    node: Node,
    *,
    reviewing: bool,
    reviewed: bool,
    playing: bool,
    cursor: bool,
    entering: bool,
    games: bool,
) -> list[Hint]:
    """The keys that do something where the game stands, the most useful first."""
    if entering:
        return [Hint("pick-square"), Hint("stop-review", "back"), Hint("help")]
    if cursor:
        return [Hint("pick-square"), Hint("arrows", "step"), *_EDITS, Hint("help"), Hint("leave")]
    return [
        Hint("move-back"),
        Hint("move-on"),
        Hint("arrows"),
        *_review_hints(reviewing, reviewed),
        Hint("autoplay", "stop" if playing else None),
        *_variation_hints(node),  # last of the row: what comes and goes moves what is behind it
        *([Hint("next-game")] if games else []),
        Hint("help"),
        Hint("leave"),
        *_EDITS,
        Hint("flip"),
    ]


def no_command(text: str, known: Iterable[str]) -> str:
    """The answer to typed text that is neither a command nor a move."""
    return f"{text!r} is not a command here (try {', '.join(sorted(known))}), and no move"


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
