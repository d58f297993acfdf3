"""Owns the review of a game: runs it in the background and marks the game tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from makachess.core.engine import expected_share
from makachess.core.engine.review import Judgement, Tally, Verdict, tally_judgements
from makachess.play.background import BackgroundTask
from makachess.play.review.work import ReviewJob, make_reviewer
from makachess.play.workers import Worker
from makachess.saves import Game
from makachess.saves.marking import mark_move, node_fault, node_score


@dataclass(frozen=True, slots=True)
class ReviewData:
    """What there is to show of a review, by ply: expected points of White, and faults."""

    count: int = 0  # plies of the game
    points: Mapping[int, float] = field(default_factory=dict)
    faults: Mapping[int, Verdict] = field(default_factory=dict)
    movers: Mapping[int, str] = field(default_factory=dict)  # who made the faults
    tallies: Mapping[str, Tally] = field(default_factory=dict)


class ReviewDesk:
    """What is known of a game's main line, from its file or from the review made here.

    `tell` is called after each judgement, and with None at the end.
    """

    def __init__(
        self,
        game: Game,
        tell: Callable[[Judgement | None], object],
        make: Callable[[], Worker] = make_reviewer,
    ) -> None:
        self.game = game
        self.error = ""
        self._tell = tell
        self._make = make
        self._task = BackgroundTask()
        self._read()

    def _read(self) -> None:
        """Read what the file, or an earlier review, says of the main line."""
        self._judged: list[Judgement] = []
        self._nodes = {node.ply: node for node in self.game.root.descendants()}
        scores = ((ply, node_score(node)) for ply, node in self._nodes.items())
        self._points = {
            ply: expected_share(self.game.variant, score)
            for ply, score in scores
            if score is not None
        }

    def follow(self) -> None:
        """Begin anew if the game's main line has become another one."""
        if [*self._nodes.values()] != [*self.game.root.descendants()]:
            self._task.give_up()
            self._read()

    @property
    def running(self) -> bool:
        """Whether the review is being made."""
        return self._task.running

    @property
    def started(self) -> bool:
        """Whether a review has been begun here, and has neither been stopped nor failed."""
        return self.running or bool(self._judged)

    @property
    def is_known(self) -> bool:
        """Whether there is anything to show."""
        return bool(self._points)

    @property
    def progress(self) -> str:
        """How far the review has come."""
        return f"review {100 * len(self._judged) // max(len(self._nodes), 1)}%"

    @property
    def data(self) -> ReviewData:
        """What the panel shows."""
        faults = {ply: f for ply, node in self._nodes.items() if (f := node_fault(node))}
        return ReviewData(
            len(self._nodes),
            dict(self._points),
            faults,
            {ply: self.game.number(ply)[1] for ply in faults},
            tally_judgements(self._judged) if self._judged else {},
        )

    def next_fault(self, ply: int, step: int) -> int | None:
        """The next marked ply on (step 1) or back (-1), None if there is none."""
        marked = [p for p, node in self._nodes.items() if node_fault(node)]
        if step > 0:
            return min((p for p in marked if p > ply), default=None)
        return max((p for p in marked if p < ply), default=None)

    def start(self) -> None:
        """Begin the review, unless it is under way or done."""
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
        reviewer = self._make()
        try:
            await reviewer.ask(ReviewJob(game.variant, game.start_fen, moves), self._take)
        except Exception as error:  # no failure here may take the screen down
            self.error = str(error) or repr(error)
            self._judged = []  # so that it can be begun again
        finally:
            await reviewer.close()
        if self._task.finish():
            self._tell(None)

    def _take(self, judgement: Judgement) -> None:
        if not self._task.is_current:  # late, from a review that was stopped
            return
        self._judged.append(judgement)
        self._points[judgement.ply] = expected_share(self.game.variant, judgement.after)
        mark_move(self._nodes[judgement.ply], judgement)
        self._tell(judgement)
