"""Clocks and reviews in the comments of games.

What each side has left after its move is written as `[%clk 0:04:57]`.

Under byo-yomi `[%clk]` holds the main time, and `[%periods 3]` beside it the periods left. If a
game was left while a clock ran, `[%thought 95]` after its last move says how many seconds the side
to move had used. Other programs write neither.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from makachess.core.engine.report import Score
from makachess.core.engine.review import Judgement, Variation, Verdict
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


# --- reviews --------------------------------------------------------------------------------------
#
# Annotations, comments and better lines in the game tree, added to what people wrote.
#
# Every judged move gets its evaluation as `[%eval 0.35]` or `[%eval #-3]`, White's view, as other
# programs write it; a fault gets `?!`, `?` or `??`, a sentence, and a variation. Nothing that
# exists is changed, and repeating the review adds nothing.
#
# Commands in comments say what a review has added, so that it can be told from what people write:
# `[%by engine]` that the words of the comment are the engine's, `[%line engine]` that the move and
# all that follow it are, up to a move with `[%line own]`. These stay with their moves, whatever
# becomes of the variations that they are in.

NAGS = {Verdict.INACCURACY: 6, Verdict.MISTAKE: 2, Verdict.BLUNDER: 4}
VERDICTS = {nag: verdict for verdict, nag in NAGS.items()}
MOVE_NAGS = range(1, 7)  # those that say how good a move is

# Numbers are bounded, and no bracket is within brackets: comments may be made to be difficult.
_EVAL = re.compile(
    r"\[%eval\s+(?:#([+-]?\d{1,4})|([+-]?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})))(?=[\s,\]])[^\[\]]*\]"
)
_COMMAND = re.compile(r"\[%[^\[\]]*\]")

NOTE = "*"  # stands before the note of a review, and in a list behind a move that has one
_BY_ENGINE, _LINE_ENGINE, _LINE_OWN = "[%by engine]", "[%line engine]", "[%line own]"
_BY = re.compile(r"\[%by\s+engine\]")
_LINE = re.compile(r"\[%line\s+(engine|own)\]")


def mark_move(node: Node, judgement: Judgement) -> None:
    """Write a judgement to its move."""
    if node_score(node) is None:
        node.comments.append(format_eval(judgement.after))
    if not judgement.verdict.is_fault or node.parent is None:
        return
    if not any(nag in MOVE_NAGS for nag in node.nags):
        node.nags.append(NAGS[judgement.verdict])
    if all(spoken([comment]) != judgement.note for comment in node.comments):
        node.comments.append(f"{_BY_ENGINE} {judgement.note}")
    _add_line(node.parent, judgement.best)


def mark_game(game: Game, judgements: Iterable[Judgement]) -> None:
    """Write a review to the main line of a game."""
    nodes = {node.ply: node for node in game.root.descendants()}
    for judgement in judgements:
        mark_move(nodes[judgement.ply], judgement)


def _add_line(parent: Node, line: Variation) -> None:
    """Add a line as a variation, or extend one that begins with the same moves."""
    at = parent
    for move, san in zip(line.moves, line.sans, strict=True):
        child = next((c for c in at.children if c.move == move), None)
        if child is None:
            child = Node(move, san, at.ply + 1, at)
            if not is_engines(at):
                child.comments.append(_LINE_ENGINE)
            at.children.append(child)
        at = child


def is_engines(node: Node) -> bool:
    """Whether a review has added the move."""
    marks = (line_mark(one) for one in node.ancestors())
    return next((mark for mark in marks if mark is not None), False)


def line_mark(node: Node) -> bool | None:
    """Whether a review has added the move and what follows; None if its comments say nothing."""
    if not node.comments:
        return None
    match = _LINE.search(" ".join(node.comments))
    return match and match[1] == "engine"


def claim_move(node: Node) -> None:
    """Say of a new move that a person has made it, where it goes on from one of the engine's."""
    if node.parent is not None and is_engines(node.parent):
        node.comments.append(_LINE_OWN)


def is_note(comment: str) -> bool:
    """Whether the words of a comment are those of a review."""
    return _BY.search(comment) is not None


def node_fault(node: Node) -> Verdict | None:
    """The fault a move is marked as, by a review or a person."""
    return next((VERDICTS[nag] for nag in node.nags if nag in VERDICTS), None)


def node_score(node: Node) -> Score | None:
    """The evaluation written beside a move, White's view, if there is one."""
    return next(filter(None, map(parse_eval, node.comments)), None)


def format_eval(score: Score) -> str:
    """A score as the command in a comment that other programs know."""
    if score.mate is not None:
        return f"[%eval #{score.mate}]"
    return f"[%eval {(score.centipawns or 0) / 100:.2f}]"


def parse_eval(comment: str) -> Score | None:
    """The score in a comment, None if there is none."""
    match = _EVAL.search(comment)
    if match is None:
        return None
    if match[1] is not None:
        return Score(None, int(match[1])) if int(match[1]) else None
    return Score(round(100 * float(match[2])))


def spoken(comments: Iterable[str]) -> str:
    """Comments for people, without commands such as `[%clk 0:10:00]`."""
    return " ".join(
        word for text in comments for word in _COMMAND.sub(" ", text).split(" ") if word
    )


def told(comments: Iterable[str]) -> str:
    """Comments for people, those of a review last and with a mark."""
    said = list(comments)
    notes = spoken(filter(is_note, said))
    own = spoken(comment for comment in said if not is_note(comment))
    return " ".join(filter(None, (own, notes and f"{NOTE} {notes}")))


def commands_of(comment: str) -> str:
    """The commands of a comment that do not speak of its words, without these."""
    found = _COMMAND.findall(comment)
    return " ".join(command for command in found if not is_note(command))
