"""Clocks in the comments of games: what each side has left after its move, as `[%clk 0:04:57]`.

Under byo-yomi `[%clk]` holds the main time, and `[%periods 3]` beside it the periods left. If a
game was left while a clock ran, `[%thought 95]` after its last move says how many seconds the side
to move had used. Other programs write neither.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from makachess.saves.game import Game, Node

_CLOCK = re.compile(r"\[%clk\s+(\d{1,5}):(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)\s*\]")
_PERIODS = re.compile(r"\[%periods\s+(\d{1,3})\s*\]")
_THOUGHT = re.compile(r"\[%thought\s+(\d{1,8}(?:\.\d{1,9})?)\s*\]")


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a side has left: seconds, and periods of byo-yomi."""

    seconds: float
    periods: int = 0


def format_time_left(left: TimeLeft) -> str:
    """Time left as the commands of a comment; seconds are rounded up to tenths."""
    tenths = max(math.ceil(left.seconds * 10 - 1e-6), 0)
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{rest % 10}" if rest % 10 else ""
    periods = f" [%periods {left.periods}]" if left.periods else ""
    return f"[%clk {hours}:{minutes:02}:{rest // 10:02}{fraction}]{periods}"


def parse_time_left(comment: str) -> TimeLeft | None:
    """The time left given in a comment, None if there is none."""
    found = _CLOCK.search(comment)
    if found is None:
        return None
    seconds = 3600 * int(found[1]) + 60 * int(found[2]) + float(found[3])
    periods = _PERIODS.search(comment)
    return TimeLeft(seconds, int(periods[1]) if periods else 0)


def mark_time(node: Node, left: TimeLeft) -> None:
    """Write what a side has left after its move, replacing any earlier note."""
    _remove(node, _CLOCK, _PERIODS)
    node.comments.insert(0, format_time_left(left))


def mark_thought(node: Node, seconds: float) -> None:
    """Write after the last move how long the next one has been thought about; 0 removes it."""
    _remove(node, _THOUGHT)
    if seconds > 0:
        node.comments.append(f"[%thought {seconds:.1f}]")


def seconds_thought(game: Game) -> float:
    """How long the side to move had thought when the game was left, 0 if not recorded."""
    found = next(filter(None, map(_THOUGHT.search, game.node.comments)), None)
    return float(found[1]) if found else 0.0


def times_left(game: Game) -> Mapping[str, TimeLeft]:
    """What each side had left after its last move at the current point, where recorded."""
    found: dict[str, TimeLeft] = {}
    for node in game.node.ancestors():
        left = next(filter(None, map(parse_time_left, node.comments)), None)
        if node.parent is not None and left is not None:
            found.setdefault(game.number(node.ply)[1], left)
    return found


def _remove(node: Node, *commands: re.Pattern[str]) -> None:
    """Remove commands from a move's comments, and comments that become empty."""
    for index, text in reversed(list(enumerate(node.comments))):
        for command in commands:
            text = command.sub("", text)
        if text != node.comments[index]:
            node.comments[index : index + 1] = filter(None, [text.strip()])
