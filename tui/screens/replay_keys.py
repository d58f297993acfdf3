"""The keys of the replay screen: in words for the help panel, as hints for what can be done now."""

from __future__ import annotations

from makachess.saves import Node
from makachess.tui.statusbar import Hint

REPLAY_KEYS = (
    ("Left Right", "one move back, one on"),
    ("Up Down", "ten moves back, ten on"),
    ("Home End", "to the start, to the end"),
    ("(", "the next variation on this move"),
    (")", "back to the game's own move"),
    ("Space", "let it play, and stop"),
    ("Tab", "arrows for the cursor, and back"),
    ("^O", "review: find the mistakes; then show or hide it"),
    ("< >", "to the mistake before, to the next one"),
    (". ? X", "in its graph: inaccuracy, mistake, blunder"),
    ("Esc", "stop the review"),
)

# What can be typed instead of a key; each is an action of the screen.
WORDS = frozenset({"review", "analysis", "flip", "help", "save", "quit"})


def replay_hints(
    node: Node, *, reviewing: bool, reviewed: bool, playing: bool, cursor: bool
) -> list[Hint]:
    """The keys that do something where the game stands, the weightiest first."""
    return [
        Hint("Left", "back", "screen.step(-1)"),
        Hint("Right", "on", "screen.step(1)"),
        *_variation_hints(node),
        Hint("Home", "start", "screen.seek(0)"),
        Hint("End", "end", "screen.seek(9999)"),
        *_review_hints(reviewing, reviewed),
        Hint("Space", "stop" if playing else "play", "screen.autoplay"),
        Hint("^F", "flip", "screen.flip"),
        Hint("F1", "help", "screen.help"),
        Hint("^Q", "leave", "app.quit"),
        Hint("Tab", "moves" if cursor else "cursor", "screen.hand_over"),
    ]


def _variation_hints(node: Node) -> list[Hint]:
    """The ways into a variation from here, and out of it."""
    hints = []
    if node.next_way() is not None:
        hints.append(Hint("(", "variation", "screen.variation"))
    if not node.is_main_line:
        hints.append(Hint(")", "game", "screen.main_line"))
    return hints


def _review_hints(reviewing: bool, reviewed: bool) -> tuple[Hint, ...]:
    if reviewing:
        return (Hint("Esc", "stop review", "screen.stop_review"),)
    if reviewed:
        return (Hint("<", "", "screen.fault(-1)"), Hint(">", "mistakes", "screen.fault(1)"))
    return (Hint("^O", "review", "screen.review"),)
