"""What refutes a wrong answer: the best reply to it, and one true line about that.

The reply is that of a search of so many nodes; what is said of it is a claim (docs/claims.md), or
what the puzzle's proof says of every move but the right one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from makachess.core import Move, Position, Square
from makachess.core.engine import BestMove, Limits, Score
from makachess.core.engine.claims import Claim, find_claims
from makachess.core.spec import Variant
from makachess.play.analysis import Effort, Study
from makachess.play.background import BackgroundTask
from makachess.play.engines import make_engine

EFFORT = Effort(brief=Limits(nodes=20_000))
# The claims that say why a move is bad: how these kinds of the reply to it begin.
WINNING = (
    *("wins", "exchange_wins", "gets_soon", "checks_and_wins", "mates_in", "dethrones_in"),
    "draws by",
)
# Those not said: the move is not their subject, or they are no reason to play it.
UNSAID = ("only", "contagion", "becomes", "must_become", "gives", "exchange_costs")
LEAST = Claim("pins").rank  # what quiet moves do besides explains nothing

Name = Callable[[Square], str]


@dataclass(frozen=True, slots=True)
class Refutation:
    """A wrong move: the position after the reply to it, if there is one, and what is said."""

    position: Position
    says: str


class Refuting:
    """Refutes one move at a time, in the background; `tell` hears what was found."""

    def __init__(self, tell: Callable[[Refutation], object], effort: Effort | None = None) -> None:
        self._tell = tell
        self._effort = effort or EFFORT
        self._variant: Variant | None = None
        self._study: Study | None = None  # of that variant
        self._task = BackgroundTask()

    def begin(self, position: Position, move: Move, fails: str, name: Name = str) -> Refutation:
        """Look for the reply to a move; what can be said before it is found.

        `fails` says what the move does not do, `name` names squares.
        """
        self.withdraw()
        after = position.copy()
        after.push(move)
        if after.outcome() is not None:
            claim = next(find_claims(position, [move], Score(0)))
            return Refutation(after, f"Not this: it {claim.words(position.variant, name)}.")
        said = f"Not this: {fails}."
        self._task.start(self._find(after, said, move.is_capture, name))
        return Refutation(after, said)

    def withdraw(self) -> None:
        if self._task.give_up() and self._study is not None:
            self._study.give_up()

    async def close(self) -> None:
        self.withdraw()
        if self._study is not None:
            await self._study.close()
        await self._task.close()

    async def _find(self, after: Position, said: str, has_taken: bool, name: Name) -> None:
        try:
            study = await self._study_of(after.variant)
            best = await study.find_best(after)
            found = await asyncio.to_thread(_answer, after, best, said, has_taken, study, name)
        except Exception:  # whatever fails in an engine: what the move does not do has been said
            self._task.finish()
            return
        if self._task.finish():
            self._tell(found)

    async def _study_of(self, variant: Variant) -> Study:
        """The engine of a game, in place of that of another."""
        if self._study is None or variant != self._variant:
            old, self._variant = self._study, variant
            self._study = Study(partial(make_engine, variant), lambda found: None, self._effort)
            if old is not None:
                await old.close()
        return self._study


def _answer(
    after: Position, best: BestMove, said: str, has_taken: bool, study: Study, name: Name
) -> Refutation:
    """The position after the best reply to a move, and what that does."""
    reply = best.move
    assert reply is not None  # the game is not over
    line, score = (best.info.pv, best.info.score) if best.info else ((reply,), Score(0))
    claims = find_claims(after, line or (reply,), score, study.values)
    claim = next((one for one in claims if one.rank <= LEAST and one.kind not in UNSAID), None)
    color, san = after.turn.capitalize(), after.san(reply)
    deed = f"{color}'s {san} {claim.words(after.variant, name)}" if claim else ""
    # What a capture has won may be more than what the reply wins.
    is_reason = claim is not None and claim.kind.startswith(WINNING) and not has_taken
    text = f"Not this: {deed}." if is_reason else f"{said} {deed or f'{color} replies {san}'}."
    answered = after.copy()
    answered.push(reply)
    return Refutation(answered, text)
