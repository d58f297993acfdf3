"""Reviews of all games of a file, each a task of its own, added in their order to a new file.

A tag of each game, `Review`, holds its number among those reviewed, the nodes for each position,
the model's checksum, a digest of its moves and the version of the claims; so it is known whether
the games that are there need not be reviewed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from makachess.core import MakachessError, Position
from makachess.core.engine import Engine
from makachess.core.engine.claims import VERSION
from makachess.core.engine.review import Judgement, Review
from makachess.core.spec import Variant
from makachess.play.tasks import TaskRunner
from makachess.saves import Game, GameIndex, format_game
from makachess.saves.append_log import AppendLog, read_stored
from makachess.saves.reader import game_of, read_numbered_games
from makachess.saves.remarks import mark_game
from makachess.variants.models import ModelFile, choose_model_file, open_model, unpack_model

TAG = "Review"


@dataclass(frozen=True, slots=True)
class Batch:
    source: Path
    out: Path
    nodes: int  # for each position
    model: str = ""  # a file, `none`, or empty for the usual one of each variant
    processes: int = 1


@dataclass(frozen=True, slots=True)
class _Shared:
    """What all reviews have in common: the variants of the file, and a model for each."""

    nodes: int
    models: dict[Variant, ModelFile | None]


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to be reviewed, one of the file's `place`, where those not played here count, too."""

    number: int
    place: int
    variant: int
    fen: str
    moves: tuple[str, ...]


def review_packed(shared: _Shared, task: _Task) -> tuple[_Task, tuple[Judgement, ...]]:
    """A game and what is to be said of its moves, wherever this runs."""
    variant, model = [*shared.models.items()][task.variant]
    position = Position(variant, task.fen)
    for text in task.moves:
        position.push(position.parse(text))
    engine = Engine(variant, model=unpack_model(model, variant))
    review = Review(engine, position.moves, task.fen, shared.nodes)
    return task, tuple(review.generate_judgements())


class Reviewing:
    """The reviews of a batch: how many are `done` of its games, and how the others are made.

    The games are read one by one when they are needed: a file may hold very many. Raises
    MakachessError.
    """

    def __init__(self, batch: Batch, *, resume: bool) -> None:
        if batch.out.exists() and not resume:
            raise MakachessError(f"{batch.out} exists already (--resume adds reviews to it)")
        self._batch = batch
        self._shared = _Shared(batch.nodes, {})
        self.count = 0
        for _, game in self._games():
            self.count += 1
            if game.variant not in self._shared.models:
                self._shared.models[game.variant] = _choose(batch.model, game.variant)
        self.done = self._count_done()

    def _games(self) -> Iterator[tuple[int, Game]]:
        return read_numbered_games(self._batch.source)

    def _count_done(self) -> int:
        """How many games have been reviewed; raises MakachessError if anything else is there."""
        out, games, done = self._batch.out, self._games(), 0
        for done, kept in enumerate(read_stored(out), 1):
            if TAG not in kept.tags:
                raise MakachessError(f"{out} is not of reviews: a game in it has no tag {TAG!r}")
            _, game = next(games, (0, None))
            if game is None or kept.tags[TAG] != self._tag(done, game):
                raise MakachessError(
                    f"{out}: review {done} is of another game, or by other nodes, another model "
                    "or version: choose another file"
                )
        return done

    def _tag(self, number: int, game: Game) -> str:
        model = self._shared.models[game.variant]
        checksum = model.header["checksum"] if model else "none"
        digest = sha256("\0".join((game.start_fen, *_moves(game))).encode()).hexdigest()[:16]
        return f"{number} {self._shared.nodes} {checksum} {digest} {VERSION}"

    async def run(self, tell: Callable[[int], object]) -> None:
        """Make the missing reviews; `tell` hears how many there are. Raises MakachessError."""
        file = AppendLog(self._batch.out, b'[Event "')
        index = GameIndex(self._batch.source)
        early: dict[int, tuple[_Task, Sequence[Judgement]]] = {}  # wait for those of games before
        async with TaskRunner(self._batch.processes) as runner:
            reviews = runner.run(review_packed, self._shared, self._missing(self.done))
            async with aclosing(reviews):
                async for reviewed in reviews:
                    early[reviewed[0].number] = reviewed
                    while self.done + 1 in early:
                        self.done += 1
                        task, judgements = early.pop(self.done)
                        game = game_of(index.read(task.place))
                        tag = self._tag(self.done, game)
                        mark_game(game, judgements)
                        game.tags[TAG] = tag
                        file.add(format_game(game, for_others=True))
                        tell(self.done)

    def _missing(self, done: int) -> Iterator[_Task]:
        variants = list(self._shared.models)
        for number, (place, game) in enumerate(self._games(), 1):
            if number > done:
                variant = variants.index(game.variant)
                yield _Task(number, place, variant, game.start_fen, _moves(game))


def _choose(text: str, variant: Variant) -> ModelFile | None:
    """The model asked for where it is one of the variant, and else the usual one."""
    if text not in ("", "none") and open_model(text).variant != variant.name:
        text = ""
    return choose_model_file(text, variant)


def _moves(game: Game) -> tuple[str, ...]:
    return tuple(str(node.move) for node in game.root.descendants())
