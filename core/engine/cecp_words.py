"""What the engine tells in XBoard's protocol: its moves, its thinking, and results."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.engine.cecp_conversation import Conversation
from makachess.core.engine.report import Info
from makachess.core.notation.xboard import format_xboard
from makachess.core.outcome import Outcome
from makachess.core.spec import Variant

_RESULTS = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}


def move_lines(text: str) -> Iterator[str]:
    """A move, each of its legs on a line of its own."""
    *legs, last = text.split(",")
    yield from (f"move {leg}," for leg in legs)
    yield f"move {last}"


def result_line(outcome: Outcome) -> str:
    """The claim of a result, with the reason."""
    winner = "Draw" if outcome.winner == "draw" else f"{outcome.winner.capitalize()} wins"
    if outcome.reason == "checkmate":
        winner = f"{outcome.winner.capitalize()} mates"
    return f"{_RESULTS[outcome.winner]} {{{winner}: {outcome.reason}}}"


def ending_lines(talk: Conversation, turn: str, outcome: Outcome) -> Iterator[str]:
    """What is said when the game is over: the result, unless it would be taken for a false claim.

    Then the loser tells it, and a draw is offered by both.
    """
    if not talk.must_not_claim or outcome.winner not in ("draw", talk.side):
        yield result_line(outcome)
    elif outcome.winner == "draw" and talk.side == turn:
        yield "offer draw"


def thinking_line(variant: Variant, info: Info) -> str:
    """Depth, score, centiseconds, nodes and principal variation (section 10)."""
    score = info.score.centipawns or 0
    if info.score.mate is not None:
        score = (1 if info.score.mate > 0 else -1) * (100_000 + abs(info.score.mate))
    line = " ".join(format_xboard(variant, move) for move in info.pv)
    return f"{info.depth} {score} {round(100 * info.seconds)} {info.nodes} {line}"
