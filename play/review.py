"""Reviews of games: one at a time beside the screen, or all games of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from makachess.core import COMPILED, MakachessError, Move, Position
from makachess.core.engine import Engine, Score, StopToken, expected_share
from makachess.core.engine.accuracy import START, accuracies
from makachess.core.engine.claims import VERSION
from makachess.core.engine.review import NODES, Judgement, Review, Verdict
from makachess.core.spec import COLORS, Variant
from makachess.play.background import BackgroundTask
from makachess.play.tasks import TaskRunner, unpack_model
from makachess.play.workers import ProcessWorker, ThreadWorker, Worker
from makachess.saves import Game, GameIndex, format_game
from makachess.saves.append_log import AppendLog, read_stored
from makachess.saves.reader import game_of, read_numbered_games
from makachess.saves.remarks import (
    MOVE_NAGS,
    mark_game,
    mark_move,
    mark_start,
    node_mistake,
    node_score,
)
from makachess.saves.signs import BY_NAG
from makachess.saves.storage import write_atomically
from makachess.variants.models import ModelFile, choose_model_file, find_model, open_model

# An uncompiled kernel is some fifty times slower; a shallow review is better than none.
PURE_NODES = 4_000


@dataclass(frozen=True, slots=True)
class ReviewJob:
    variant: Variant
    start_fen: str
    moves: tuple[Move, ...]
    nodes: int = NODES if COMPILED else PURE_NODES


class ReviewWork:
    """Reviews games, and tells each judgement as it is made, the last move's first."""

    what = "review"

    def do(self, job: ReviewJob, tell: Callable[[Judgement], object], stop: StopToken) -> None:
        """Review a game; a stop ends it before the next judgement."""
        engine = Engine(job.variant, model=find_model(job.variant))
        review = Review(engine, job.moves, job.start_fen, job.nodes, stop)
        for judgement in review.generate_judgements():
            tell(judgement)


def make_reviewer() -> Worker:
    """A thread if the kernel is compiled, else a process, which does not hold the GIL."""
    return (ThreadWorker if COMPILED else ProcessWorker)(ReviewWork())


# --- beside a screen ------------------------------------------------------------------------------
#
# The review of one game: it runs in the background and marks the game tree.


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
            self._tallies(mistakes) if self.is_known else {},
        )

    def _points(self, score: Score) -> float:
        return expected_share(self.game.variant, score)

    def _mistakes(self) -> dict[int, Verdict]:
        return {ply: found for ply, node in self._nodes.items() if (found := node_mistake(node))}

    def _mover(self, ply: int) -> str:
        return self.game.number(ply)[1]

    def _tallies(self, mistakes: Mapping[int, Verdict]) -> dict[str, Tally]:
        kept = self.accuracies()
        return {color: self._tally(color, mistakes, kept.get(color)) for color in COLORS}

    def _tally(self, color: str, mistakes: Mapping[int, Verdict], kept: float | None) -> Tally:
        counts = Counter(found for ply, found in mistakes.items() if self._mover(ply) == color)
        inaccuracies, blunders = counts[Verdict.INACCURACY], counts[Verdict.BLUNDER]
        return Tally(inaccuracies, counts[Verdict.MISTAKE], blunders, kept)

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
            said.append(f"Turning point: {self.game.label(node)}{''.join(signs)}")
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
        reviewer, take = self._make(), partial(self._take, self._judged)
        try:
            await reviewer.ask(ReviewJob(game.variant, game.start_fen, moves), take)
        except Exception as error:  # no failure here may take the screen down
            self.error = str(error) or repr(error)
            self._judged = []  # so that it can be begun again
        finally:
            await reviewer.close()
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


# --- all games of a file --------------------------------------------------------------------------
#
# Each a task of its own, added to a new file as it ends.
#
# A tag of each game, `Review`, holds its number in the first file, the nodes for each position, the
# model's checksum, a digest of its moves and the version of the claims; so it is known which games
# need not be reviewed again.
# When all are there they are put into their old order.

TAG = "Review"


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of a file to be reviewed."""

    source: Path
    out: Path
    nodes: int  # for each position
    model: str = ""  # a file, `none`, or empty for the usual one of each variant
    processes: int = 1


@dataclass(frozen=True, slots=True)
class _Shared:
    """What all reviews have in common: the variants of the file, and a model for each."""

    nodes: int
    variants: tuple[Variant, ...]
    models: tuple[ModelFile | None, ...]


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to be reviewed: its number in the file, its variant's, and its moves."""

    number: int
    variant: int
    fen: str
    moves: tuple[str, ...]


def review_packed(shared: _Shared, task: _Task) -> tuple[int, tuple[Judgement, ...]]:
    """The number of a game and what is to be said of its moves, wherever this runs."""
    variant = shared.variants[task.variant]
    position = Position(variant, task.fen)
    for text in task.moves:
        position.push(position.parse(text))
    engine = Engine(variant, model=unpack_model(shared.models[task.variant], variant))
    review = Review(engine, position.moves, task.fen, shared.nodes)
    return task.number, tuple(review.generate_judgements())


@dataclass(slots=True)
class Reviewing:
    """The reviews of a batch: which are there, and how the others are made.

    The games are read one by one when they are needed: a file may hold very many.
    """

    batch: Batch
    count: int  # games of the file
    _shared: _Shared
    known: set[int] = field(default_factory=set)

    async def run(self, tell: Callable[[int], object]) -> None:
        """Make the missing reviews; `tell` hears how many there are. Raises MakachessError."""
        file = AppendLog(self.batch.out, b'[Event "')
        index = GameIndex(self.batch.source)
        tasks = self._missing(frozenset(self.known))
        async with TaskRunner(self.batch.processes) as runner:
            reviews = runner.run(review_packed, self._shared, tasks)
            async with aclosing(reviews):
                async for number, judgements in reviews:
                    game = game_of(index.read(number + 1))
                    tag = _tag(number, game, self._shared)
                    mark_game(game, judgements)
                    game.tags[TAG] = tag
                    file.add(format_game(game, for_others=True))
                    self.known.add(number)
                    tell(len(self.known))
        _sort(self.batch.out)

    def _missing(self, known: frozenset[int]) -> Iterator[_Task]:
        for number, game in _games(self.batch):
            if number not in known:
                variant = self._shared.variants.index(game.variant)
                yield _Task(number, variant, game.start_fen, _moves(game))


def open_batch(batch: Batch, *, resume: bool) -> Reviewing:
    """Read the games and what there is of their reviews; raises MakachessError."""
    if batch.out.exists() and not resume:
        raise MakachessError(f"{batch.out} exists already (--resume adds reviews to it)")
    count = 0
    models: dict[Variant, ModelFile | None] = {}
    for _, game in _games(batch):
        count += 1
        if game.variant not in models:
            models[game.variant] = _choose(batch.model, game.variant)
    shared = _Shared(batch.nodes, tuple(models), tuple(models.values()))
    stored = set(_stored_tags(batch.out, shared))
    known = set()
    if stored:
        known = {number for number, game in _games(batch) if _tag(number, game, shared) in stored}
    return Reviewing(batch, count, shared, known)


def _games(batch: Batch) -> Iterator[tuple[int, Game]]:
    """The games of a batch, each with its place in the file, from 0."""
    return ((number - 1, game) for number, game in read_numbered_games(batch.source))


def _choose(text: str, variant: Variant) -> ModelFile | None:
    """The model asked for where it is one of the variant, and else the usual one."""
    if text not in ("", "none") and open_model(text).variant != variant.name:
        text = ""
    return choose_model_file(text, variant)


def _tag(number: int, game: Game, shared: _Shared) -> str:
    model = shared.models[shared.variants.index(game.variant)]
    digest = sha256("\0".join((game.start_fen, *_moves(game))).encode()).hexdigest()[:16]
    return f"{number + 1} {shared.nodes} {_checksum(model)} {digest} {VERSION}"


def _checksum(model: ModelFile | None) -> str:
    return model.header["checksum"] if model else "none"


def _moves(game: Game) -> tuple[str, ...]:
    return tuple(str(node.move) for node in game.root.descendants())


def _stored_tags(path: Path, shared: _Shared) -> Iterator[str]:
    """What the reviews in a file are of; raises MakachessError if there are other games in it.

    Reviews of other settings are refused, too: beside them each game would be there twice.
    """
    models = {_checksum(model) for model in shared.models}
    for kept in read_stored(path):
        if TAG not in kept.tags:
            raise MakachessError(f"{path} is not of reviews: a game in it has no tag {TAG!r}")
        tag = kept.tags[TAG]
        _, nodes, model, _, version, *_ = (*tag.split(" "), "", "", "", "")
        if version != str(VERSION):
            raise MakachessError(f"{path} has reviews by another version: choose another file")
        if nodes != str(shared.nodes) or model not in models:
            raise MakachessError(
                f"{path} has reviews at {nodes} nodes by model {model}, and not at {shared.nodes} "
                f"by {' or '.join(sorted(models))}: choose another file"
            )
        yield tag


def _sort(path: Path) -> None:
    """Put the games of a file into the order of their numbers, if they are not; as a whole."""
    kept = list(read_stored(path))
    numbers = [_number(one.tags.get(TAG, "")) for one in kept]
    if all(first <= second for first, second in pairwise(numbers)):
        return
    data = path.read_bytes()
    ends = [0, *(one.end for one in kept)]
    parts = [data[first:second].strip() for first, second in pairwise(ends)]
    order: Sequence[int] = sorted(range(len(parts)), key=numbers.__getitem__)
    write_atomically(path, b"\n\n".join(parts[at] for at in order) + b"\n\n")


def _number(tag: str) -> int:
    word = tag.partition(" ")[0]
    return int(word) if word.isdecimal() and len(word) < 10 else 0
