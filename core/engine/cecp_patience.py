"""Which commands of XBoard's protocol can be carried out during a search, and which wait for it."""

from __future__ import annotations

from makachess.core.engine.cecp_commands import COMMANDS, IGNORED
from makachess.core.engine.cecp_introduction import LINES_OPTION
from makachess.core.engine.seat import Purpose
from makachess.core.notation.xboard import is_xboard_move

# Commands that do not disturb a search, and those that can wait for its move. All others end the
# search, and its result is dropped.
_SETTINGS = frozenset({"post", "nopost", "level", "st", "sd", "time", "option", "hard"})
_OTHERS = frozenset({"easy", "draw", "hint", "bk", "accepted", "computer", "lift", "put"})
_AT_ONCE = IGNORED | _SETTINGS | _OTHERS
_PATIENT = _AT_ONCE | {"usermove", "ping", "memory", "cores", "protover"}
_UNASKED = frozenset({Purpose.ANALYSIS, Purpose.PONDER})  # searches that no move is waited for


def is_harmless(line: str, purpose: Purpose) -> bool:
    """Whether a command can be carried out during a search."""
    name = line.partition(" ")[0]
    if purpose is Purpose.ANALYSIS and line.startswith(f"option {LINES_OPTION}="):
        return False
    if purpose is Purpose.PONDER and name == "easy":
        return False
    at_once = name in _AT_ONCE or _is_nonsense(name)
    return at_once or (name == "ping" and purpose in _UNASKED)


def is_patient(line: str, purpose: Purpose) -> bool:
    """Whether a command waits until the move has been found (section 8 on `ping`)."""
    name = line.partition(" ")[0]
    if purpose in _UNASKED:
        return is_harmless(line, purpose)
    return name in _PATIENT or is_xboard_move(name) or _is_nonsense(name)


def _is_nonsense(name: str) -> bool:
    """Whether there is no such command, so that it changes nothing."""
    return name not in COMMANDS and not is_xboard_move(name)
