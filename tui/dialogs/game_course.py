"""What the game screen says of how the game stands: what goes on, what can be done now."""

from __future__ import annotations

from makachess.play.narration import KeyNames, invitation
from makachess.play.session import Session
from makachess.tui.keys import Keymap


def doing(session: Session) -> str:
    """What goes on beside the game, for the status row."""
    if session.over or session.persons_turn or session.vacant:
        return ""
    return "stopped" if session.paused else "thinking..."


def key_names(keymap: Keymap) -> KeyNames:
    """The keys that enter a move by squares, as sentences about moves name them."""
    arrows = keymap.names("cursor-up", "cursor-down", "cursor-left", "cursor-right")
    move = f"the {arrows}" if arrows == "arrows" else arrows
    return KeyNames(move, keymap.name("pick"), keymap.name("step-back"))


def call_to_act(session: Session, keymap: Keymap) -> str:
    """What a person can do, where that is not to make a move like any other."""
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


def why_no_move(session: Session, keymap: Keymap, text: str = "") -> str:
    """Why a person cannot move now, or the text typed is no move; empty if one can."""
    if session.over:
        return call_to_act(session, keymap)
    if not session.people:
        said = f"{text!r} is no command. " if text else ""
        return said + call_to_act(session, keymap)
    if session.persons_turn:
        return ""
    if session.paused:
        return f"Your opponent has failed to move: {keymap.name('pick')} asks again"
    return "Your opponent is to move"
