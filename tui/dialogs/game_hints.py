"""What can be done in a game as it stands, for the rows of hints and messages."""

from __future__ import annotations

from makachess.play.narration import KeyNames, invitation
from makachess.play.session.session import Playing
from makachess.tui.keys import Keymap
from makachess.tui.widgets.hints import Hint

# What can be typed, for the help panel.
TYPING = (
    ("letters", "type a move: e2e4, Nf3, exd5=V"),
    ("7g7f", "or with shogi coordinates"),
    ("12 12...", "look back at White's or Black's move 12"),
    ("1 2 3", "answer a question by number"),
    ("M Enter", "or type the answer; or arrows and Enter"),
)

PLAYING = tuple(map(Hint, ("pick", "undo", "hint", "draw", "resign")))
ALWAYS = tuple(map(Hint, ("help", "leave", "flip", "learn", "analysis", "save")))
OVER = tuple(map(Hint, ("review", "new-game", "undo")))
# As wide as PLAYING with the usual keys, so that what stands behind is not written anew.
BACK = Hint("look-back", "back"), Hint("look-on"), Hint("look-end"), Hint("look-start")


def game_hints(session: Playing, *, looking_back: bool = False) -> list[Hint]:
    """The keys that do something as the game stands, the most useful first."""
    if looking_back:
        return [*BACK, *ALWAYS]
    if session.over:
        return [*OVER, *ALWAYS]
    if not session.people:
        return [Hint("pick", "go on" if session.paused else "stop"), *ALWAYS]
    return [*PLAYING, *ALWAYS, Hint("look-back"), Hint("redo")]


def doing(session: Playing) -> str:
    """What the program is doing meanwhile, for the status row."""
    if session.over or session.persons_turn or session.vacant:
        return ""
    return "stopped" if session.paused else "thinking..."


def key_names(keymap: Keymap, pick: str = "pick", back: str = "step-back") -> KeyNames:
    """The names of the keys that enter a move by squares; the actions are those of a screen."""
    arrows = keymap.names("cursor-up", "cursor-down", "cursor-left", "cursor-right")
    move = f"the {arrows}" if arrows == "arrows" else arrows
    return KeyNames(move, keymap.name(pick), keymap.name(back))


def call_to_act(session: Playing, keymap: Keymap) -> str:
    """What there is to do where it is not simply to move, and how to enter a first move."""
    key = keymap.name
    if session.over:
        return (
            f"The game is over: {key('review')} reviews it, {key('new-game')} plays another, "
            f"{key('undo')} takes back, {key('leave')} leaves"
        )
    if not session.people:
        return (
            f"You are watching: {key('pick')} {'continues' if session.paused else 'stops'} the game"
        )
    if session.persons_turn and not session.game.line:
        return invitation(session.game.position, key_names(keymap))
    return ""


def why_not_again(session: Playing, keymap: Keymap) -> str:
    """Why no other game begins while this one goes on, and how it can be ended."""
    resign = f"resign with {keymap.name('resign')}, or " if session.people else ""
    return f"The game is still going on: {resign}leave with {keymap.name('leave')}"


def why_no_move(session: Playing, keymap: Keymap, text: str = "") -> str:
    """Why nobody here can move now, in answer to a text if one was typed; empty if one can."""
    if session.over:
        return call_to_act(session, keymap)
    if not session.people:
        said = f"{text!r} is not a command. " if text else ""
        return said + call_to_act(session, keymap)
    if session.persons_turn:
        return ""
    if session.paused:
        return f"Your opponent has failed to move: {keymap.name('pick')} asks again"
    return "Your opponent is to move"
