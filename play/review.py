"""Reviews of games: one at a time beside the screen, or all games of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from makachess.core import COMPILED, Move
from makachess.core.engine import Engine, Score, StopToken, expected_share
from makachess.core.engine.accuracy import START, accuracies
from makachess.core.engine.asynchronous import Hear
from makachess.core.engine.review import NODES, Judgement, Review, Verdict
from makachess.core.spec import COLORS, Variant
from makachess.play.background import BackgroundTask, compute
from makachess.saves import Game
from makachess.saves.remarks import (
    MOVE_NAGS,
    mark_move,
    mark_start,
    node_mistake,
    node_score,
)
from makachess.saves.signs import BY_NAG
from makachess.variants.models import find_model

# An uncompiled kernel is some fifty times slower; a shallow review is better than none.
PURE_NODES = 4_000


@dataclass(frozen=True, slots=True)
class ReviewJob:
    variant: Variant
    start_fen: str
    moves: tuple[Move, ...]
    nodes: int = NODES if COMPILED else PURE_NODES


async def review(job: ReviewJob, hear: Callable[[Judgement], object]) -> None:
    """Review a game; `hear` gets each judgement as it is made, the last move's first."""

    def judge(tell: Hear, stop: StopToken) -> None:
        engine = Engine(job.variant, model=find_model(job.variant))
        review = Review(engine, job.moves, job.start_fen, job.nodes, stop)
        for judgement in review.generate_judgements():
            tell(judgement)

    await compute(judge, hear)


MOMENTS = 3  # that are said to have decided a game, for each side


@dataclass(frozen=True, slots=True)
class Tally:
    """How a side has played: its mistakes by verdict, and its accuracy in percent, once known."""

    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    accuracy: float | None = None


@dataclass(frozen=True, slots=True)
class ReviewData:
    """What there is to show of a review, by ply: expected points of White, and mistakes."""

    count: int = 0  # plies of the game
    points: Mapping[int, float] = field(default_factory=dict)
    mistakes: Mapping[int, Verdict] = field(default_factory=dict)
    tallies: Mapping[str, Tally] = field(default_factory=dict)


class GameReview:
    """What is known of a game's main line, from its file or from the review made here.

    `tell` is called after each judgement, and with None at the end.
    """

    def __init__(
        self,
        game: Game,
        tell: Callable[[Judgement | None], object],
    ) -> None:
        self.game = game
        self.error = ""
        self._tell = tell
        self._task = BackgroundTask()
        self._read()

    def _read(self) -> None:
        """Read what the file, or an earlier review, says of the main line."""
        self._judged: list[Judgement] = []
        self._nodes = {node.ply: node for node in self.game.root.descendants()}
        scores = ((ply, node_score(node)) for ply, node in self._nodes.items())
        self._scores = {ply: score for ply, score in scores if score is not None}

    def follow(self) -> None:
        """Begin anew if the game's main line has become another one."""
        if [*self._nodes.values()] != [*self.game.root.descendants()]:
            self._task.give_up()
            self._read()

    @property
    def running(self) -> bool:
        return self._task.running

    @property
    def started(self) -> bool:
        """Whether a review has been begun here, and has neither been stopped nor failed."""
        return self.running or bool(self._judged)

    @property
    def is_known(self) -> bool:
        return bool(self._scores)

    @property
    def progress(self) -> str:
        return f"review {100 * len(self._judged) // max(len(self._nodes), 1)}%"

    @property
    def data(self) -> ReviewData:
        mistakes = self._mistakes()
        return ReviewData(
            len(self._nodes),
            {ply: self._points(score) for ply, score in self._scores.items()},
            mistakes,
            {color: self._tally(color, mistakes) for color in COLORS if self.is_known},
        )

    def _points(self, score: Score) -> float:
        return expected_share(self.game.variant, score)

    def _mistakes(self) -> dict[int, Verdict]:
        return {ply: found for ply, node in self._nodes.items() if (found := node_mistake(node))}

    def _mover(self, ply: int) -> str:
        return self.game.number(ply)[1]

    def _tally(self, color: str, mistakes: Mapping[int, Verdict]) -> Tally:
        counts = Counter(each for ply, each in mistakes.items() if self._mover(ply) == color)
        inaccuracies, blunders = counts[Verdict.INACCURACY], counts[Verdict.BLUNDER]
        accuracy = self.accuracies().get(color)
        return Tally(inaccuracies, counts[Verdict.MISTAKE], blunders, accuracy)

    def accuracies(self) -> dict[str, float | None]:
        """The accuracy of each side, once every position has been judged.

        The last one need not be: other programs write no evaluation beside a mate.
        """
        scores = [self._scores[ply] for ply in self._nodes if ply in self._scores]
        if not scores or self._scores.keys() != {*range(1, len(scores) + 1)}:
            return {}
        if len(scores) < len(self._nodes) - 1:
            return {}
        start = self._score_before(1) or scores[0]  # unknown: the first move counts as good
        nodes = self._nodes.values()
        nulls = {node.ply - 1 for node in nodes if node.move is not None and node.move.is_null}
        return accuracies(self.game.variant, [start, *scores], self._mover(1), nulls)

    def _score_before(self, ply: int) -> Score | None:
        """The evaluation of the position before a move, if it is known."""
        if ply > 1:
            return self._scores.get(ply - 1)
        is_set_up = self.game.start_fen != self.game.variant.start_fen
        return node_score(self.game.root) if is_set_up else START

    def moments(self) -> list[int]:
        """The plies that decided the game: the worst mistakes of each side, a few at most."""
        mistakes = self._mistakes()
        worst = sorted(mistakes, key=lambda ply: (mistakes[ply], self._cost(ply)), reverse=True)
        sides = ([p for p in worst if self._mover(p) == color][:MOMENTS] for color in COLORS)
        return sorted(ply for side in sides for ply in side)

    def turning_point(self) -> int | None:
        """The ply of the costliest mistake of all, if there is one."""
        return max(self.moments(), key=self._cost, default=None)

    def summary(self) -> list[str]:
        """What a finished review says of the whole game, in short sentences."""
        kept = self.accuracies()
        sides = [f"{c[0].upper()} {share:.0f}%" for c in COLORS if (share := kept.get(c))]
        if not sides:
            return []
        said = [f"Accuracy: {', '.join(sides)}"]
        if (ply := self.turning_point()) is not None:
            node = self._nodes[ply]
            signs = (BY_NAG[nag].sign for nag in node.nags if nag in MOVE_NAGS)
            move = self.game.label(node).replace(" ", "")  # which stays in one row
            said.append(f"Turning point: {move}{''.join(signs)}")
        return said

    def _cost(self, ply: int) -> float:
        """The expected points that a move has cost, as far as that is known."""
        before, after = self._score_before(ply), self._scores.get(ply)
        if before is None or after is None:
            return 0.0
        cost = self._points(before) - self._points(after)
        return cost if self._mover(ply) == "white" else -cost

    def next_moment(self, ply: int, step: int) -> int | None:
        """The next moment on (step 1) or back (-1), None if there is none."""
        moments = self.moments()
        if step > 0:
            return min((p for p in moments if p > ply), default=None)
        return max((p for p in moments if p < ply), default=None)

    def start(self) -> None:
        if not self.started:
            self._judged = []
            self.error = ""
            self._task.start(self._run())

    async def stop(self) -> None:
        """End it at once; what it has found remains."""
        if self._task.running:
            self._judged = []
        await self._task.close()

    async def _run(self) -> None:
        game = self.game
        moves = tuple(node.move for node in self._nodes.values() if node.move is not None)
        try:
            job = ReviewJob(game.variant, game.start_fen, moves)
            await review(job, partial(self._take, self._judged))
        except Exception as error:  # no failure here may take the screen down
            self.error = str(error) or repr(error)
            self._judged = []  # so that it can be begun again
        if self._task.finish():
            self._tell(None)

    def _take(self, judged: list[Judgement], judgement: Judgement) -> None:
        if judged is not self._judged:  # late, from a review that was stopped
            return
        judged.append(judgement)
        self._scores[judgement.ply] = judgement.after
        mark_start(self.game, judgement)
        mark_move(self._nodes[judgement.ply], judgement)
        self._tell(judgement)
