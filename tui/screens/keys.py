"""The keys of the game screen: in words for the help panel, as hints for what can be done now."""

from __future__ import annotations

from makachess.play.session import Session
from makachess.tui.statusbar import Hint

GAME_KEYS = (
    ("arrows", "move the cursor"),
    ("Enter", "pick a man, then where it goes"),
    ("Esc", "one step back"),
    ("letters", "type a move: e2e4, Nf3, exd5=V"),
    ("1 2 3", "answer a question by number"),
    ("M Enter", "or type the answer; or arrows and Enter"),
    ("Tab", "the rest of a message cut at …"),
    ("^G", "a hint: a good move, and why"),
    ("^Z ^Y", "take back, make again"),
    ("^D", "offer a draw"),
    ("^R", "resign"),
    ("^O", "review the game when it is over"),
    ("^N", "play another when it is over"),
    ("^T", "two people: turn the board each move"),
)

# What can be typed instead of a key; each is an action of the game screen.
WORDS = frozenset(
    {
        *("undo", "redo", "flip", "draw", "resign", "help", "leave", "quit", "save"),
        *("hint", "analysis", "review"),
    }
)

REVIEW = Hint("^O", "review", "screen.review")
UNDO = Hint("^Z", "undo", "screen.undo")
REDO = Hint("^Y", "redo", "screen.redo")
PLAYING = (
    Hint("Enter", "pick"),
    UNDO,
    Hint("^G", "hint", "screen.hint"),
    Hint("^D", "draw", "screen.draw"),
    Hint("^R", "resign", "screen.resign"),
)
ALWAYS = (
    Hint("^F", "flip", "screen.flip"),
    Hint("F1", "help", "screen.help"),
    Hint("^Q", "leave", "app.quit"),
    Hint("^E", "analysis", "screen.analysis"),
    Hint("^S", "save", "screen.save"),
)


def game_hints(session: Session) -> list[Hint]:
    """The keys that do something as the game stands, the weightiest first."""
    if session.over:
        return [REVIEW, Hint("^N", "new game", "screen.again"), UNDO, *ALWAYS]
    if not session.people:
        return [Hint("Enter", "go on" if session.paused else "stop", "screen.pick"), *ALWAYS]
    return [*PLAYING, *ALWAYS, REDO]
