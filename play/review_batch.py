"""Reviews of all games of a file, each a task of its own, added in their order to a new file.

A tag of each game, `Review`, holds its number in the first file, the nodes for each position, the
model's checksum, a digest of its moves and the version of the claims; so it is known whether the
games that are there need not be reviewed again.
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
    """The reviews of a batch: how many are there, and how the others are made.

    The games are read one by one when they are needed: a file may hold very many.
    """

    batch: Batch
    count: int  # games of the file
    _shared: _Shared
    done: int = 0

    async def run(self, tell: Callable[[int], object]) -> None:
        """Make the missing reviews; `tell` hears how many there are. Raises MakachessError."""
        file = AppendLog(self.batch.out, b'[Event "')
        index = GameIndex(self.batch.source)
        early: dict[int, Sequence[Judgement]] = {}  # wait for those of the games before
        async with TaskRunner(self.batch.processes) as runner:
            reviews = runner.run(review_packed, self._shared, self._missing(self.done))
            async with aclosing(reviews):
                async for number, judgements in reviews:
                    early[number] = judgements
                    while self.done in early:
                        game = game_of(index.read(self.done + 1))
                        tag = _tag(self.done, game, self._shared)
                        mark_game(game, early.pop(self.done))
                        game.tags[TAG] = tag
                        file.add(format_game(game, for_others=True))
                        self.done += 1
                        tell(self.done)

    def _missing(self, done: int) -> Iterator[_Task]:
        for number, game in _games(self.batch):
            if number >= done:
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
    return Reviewing(batch, count, shared, _count_done(batch, shared))


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


def _count_done(batch: Batch, shared: _Shared) -> int:
    """How many games have been reviewed; raises MakachessError if anything else is there."""
    games, done = _games(batch), 0
    for done, kept in enumerate(read_stored(batch.out), 1):
        if TAG not in kept.tags:
            raise MakachessError(f"{batch.out} is not of reviews: a game in it has no tag {TAG!r}")
        of_game = next(games, None)
        if of_game is None or kept.tags[TAG] != _tag(*of_game, shared):
            raise MakachessError(
                f"{batch.out}: review {done} is of another game, or by other nodes, another model "
                "or version: choose another file"
            )
    return done
