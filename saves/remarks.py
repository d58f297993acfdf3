"""Annotations, comments and better lines in the game tree, added to what people wrote.

Every judged move gets its evaluation as `[%eval 0.35]` or `[%eval #-3]`, White's view, as other
programs write it; a mistake gets `?!`, `?` or `??`, a sentence, and a variation. Nothing that
exists is changed, and repeating the review adds nothing.

Commands in comments say what a review has added, so that it can be told from what people write:
`[%by engine 1]` that the words of the comment are the engine's, made of that version's claims,
`[%line engine]` that the move and all that follow it are, up to a move with `[%line own]`. These
stay with their moves, whatever becomes of the variations that they are in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from makachess.core.engine.claims import VERSION
from makachess.core.engine.report import Score
from makachess.core.engine.review import Judgement, Variation, Verdict
from makachess.saves.game import Game, Node

NAGS = {Verdict.INACCURACY: 6, Verdict.MISTAKE: 2, Verdict.BLUNDER: 4}
VERDICTS = {nag: verdict for verdict, nag in NAGS.items()}
MOVE_NAGS = range(1, 7)  # those that say how good a move is

# Numbers are bounded, and no bracket is within brackets: comments may be made to be difficult.
_EVAL = re.compile(
    r"\[%eval\s+(?:#([+-]?\d{1,4})|([+-]?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})))(?=[\s,\]])[^\[\]]*\]"
)
_COMMAND = re.compile(r"\[%[^\[\]]*\]")

NOTE = "*"  # stands before the note of a review, and in a list behind a move that has one
_BY_ENGINE = f"[%by engine {VERSION}]"
_LINE_ENGINE, _LINE_OWN = "[%line engine]", "[%line own]"
_BY = re.compile(r"\[%by\s+engine(?:\s+\d{1,9})?\]")
_LINE = re.compile(r"\[%line\s+(engine|own)\]")


def mark_move(node: Node, judgement: Judgement) -> None:
    if node_score(node) is None:
        node.comments.append(format_eval(judgement.after))
    if not judgement.verdict.is_mistake or node.parent is None:
        return
    if not any(nag in MOVE_NAGS for nag in node.nags):
        node.nags.append(NAGS[judgement.verdict])
    if all(spoken([comment]) != judgement.note for comment in node.comments):
        node.comments.append(f"{_BY_ENGINE} {judgement.note}")
    _add_line(node.parent, judgement.best)


def mark_start(game: Game, judgement: Judgement) -> None:
    """Write how a game stood at its beginning, if that is another one than the array."""
    is_set_up = game.start_fen != game.variant.start_fen
    if judgement.ply == 1 and is_set_up and node_score(game.root) is None:
        game.root.comments.append(format_eval(judgement.before))


def mark_game(game: Game, judgements: Iterable[Judgement]) -> None:
    nodes = {node.ply: node for node in game.root.descendants()}
    for judgement in judgements:
        mark_start(game, judgement)
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
    return "[%by" in comment and _BY.search(comment) is not None


def split_notes(comment: str) -> list[str]:
    """The words of people in a comment, and each note of a review, which begins with `[%by`."""
    if "[%by" not in comment:
        return [comment]
    starts = [0, *(match.start() for match in _BY.finditer(comment)), len(comment)]
    pieces = (comment[start:end].strip() for start, end in pairwise(starts))
    return list(filter(None, pieces))


def node_mistake(node: Node) -> Verdict | None:
    """The mistake a move is marked as, by a review or a person."""
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
    return " ".join(command for command in found if not _BY.search(command))
