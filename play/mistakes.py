"""The mistakes of a reviewed game as exercises.

What is right is known of few moves: of the one that the review found, and of the one that was
played. Any other is judged by a review of that move alone, so the same words mean the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import Score, as_white
from makachess.core.engine.claims import find_claims, give_reason
from makachess.core.engine.evaluation import counted_values
from makachess.core.engine.review import Judgement, is_predicate
from makachess.core.text import visible
from makachess.play.exercises import Exercise, Verdict
from makachess.play.kept_puzzles import Puzzle
from makachess.play.review import ReviewJob, review
from makachess.saves import Game, Node
from makachess.saves.remarks import is_engines, node_mistake, node_score
from makachess.saves.tags import names_of
from makachess.variants import why_not_again
from makachess.variants.models import find_model

KIND = "mistakes"  # their name in the progress


def mistakes_of(game: Game, color: str) -> list[Exercise]:
    """The mistakes of a side in the main line of a game for which a better move is known.

    Raises MakachessError if the game's rules are not known by its name.
    """
    if reason := why_not_again(game.variant):
        raise MakachessError(reason)
    values = counted_values(game.variant, find_model(game.variant))
    position, found = Position(game.variant, game.start_fen), []
    for node in game.root.descendants():
        number, mover = game.number(node.ply)
        better = _better(node) if mover == color else None
        if better is not None:
            called = " - ".join(name[:40] for name in names_of(game.tags) if name)
            source = visible(f"{called}, move {number}")
            found.append(_puzzle(node, better, position, values, source).exercise())
        if node.move is not None:
            position.push(node.move)
    return found


def _better(node: Node) -> Node | None:
    """The move that would have been better than a mistake: a review's, or else a person's."""
    if node.parent is None or node_mistake(node) is None or _is_null(node):
        return None
    others = [other for other in node.parent.children if other is not node and not _is_null(other)]
    return next(filter(is_engines, others), others[0] if others else None)


def _is_null(node: Node) -> bool:
    return node.move is not None and node.move.is_null


def _puzzle(
    node: Node, better: Node, position: Position, values: Mapping[str, int], source: str
) -> Puzzle:
    line = takewhile(lambda one: not _is_null(one), (better, *better.descendants()))
    moves = [one.move for one in line if one.move is not None]
    score = as_white((node.parent and node_score(node.parent)) or Score(0), position.turn)
    reason = give_reason(position, moves, score, values=values)
    claim = next(find_claims(position, moves, score, values), None)
    merit = claim.words(position.variant) if claim else ""
    return Puzzle(
        position.variant.name,
        position.fen(),
        str(node.move),
        (str(better.move),),
        position.variant.rules_options,
        f"Look for a move that {merit}." if merit and is_predicate(merit) else "",
        f"{better.san}: {reason}." if reason else "",
        source,
    )


async def judge(position: Position, move: Move) -> Verdict:
    """What a legal move comes to of which an exercise says nothing, as a review judges it.

    No failure here may take the screen down.
    """
    san, judged = position.san(move), list[Judgement]()
    try:
        await review(ReviewJob(position.variant, position.fen(), (move,)), judged.append)
        return _verdict(judged[0], san)
    except Exception as error:
        reason = str(error) if isinstance(error, MakachessError) else repr(error)
        return Verdict(False, False, f"{san} could not be judged: {reason}")


def _verdict(judgement: Judgement, san: str) -> Verdict:
    """What a review of one move means for an exercise."""
    if not judgement.verdict.is_mistake:
        return Verdict(True, True, f"{san} is good as well.")
    name = judgement.verdict.name.lower()
    kind = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    allows = f": {judgement.allows}" if judgement.allows else ""
    return Verdict(False, False, f"{san} is {kind}{allows}. Try again.")
