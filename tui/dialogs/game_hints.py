"""The keys of the game screen that do something as the game stands."""

from __future__ import annotations

from makachess.play.session import Session
from makachess.tui.widgets.hints import Hint

# What can be typed, for the help panel.
TYPING = (
    ("letters", "type a move: e2e4, Nf3, exd5=V"),
    ("1 2 3", "answer a question by number"),
    ("M Enter", "or type the answer; or arrows and Enter"),
)

PLAYING = tuple(map(Hint, ("pick", "undo", "hint", "draw", "resign")))
ALWAYS = tuple(map(Hint, ("flip", "help", "leave", "analysis", "save")))
OVER = tuple(map(Hint, ("review", "new-game", "undo")))


def game_hints(session: Session) -> list[Hint]:
    """The keys that do something as the game stands, the weightiest first."""
    if session.over:
        return [*OVER, *ALWAYS]
    if not session.people:
        return [Hint("pick", "go on" if session.paused else "stop"), *ALWAYS]
    return [*PLAYING, *ALWAYS, Hint("redo")]
