"""Reviews of all games of a file, each a task of its own, added to a new file as they end.

A tag of each game, `Review`, holds its number in the first file, the nodes for each position, the
model's checksum and a digest of its moves; so it is known which games need not be reviewed again.
When all are there they are put into their old order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from makachess.core import MakachessError, Position
from makachess.core.engine import Engine
from makachess.core.engine.review import Judgement, Review
from makachess.core.spec import Variant
from makachess.play.tasks import open_runner
from makachess.play.tasks.models import unpack_model
from makachess.saves import Game, format_game, load_games
from makachess.saves.growing import GrowingFile, read_stored
from makachess.saves.marking import mark_game
from makachess.saves.storage import write_atomically
from makachess.variants.models import ModelFile, choose_model_file, open_model

TAG = "Review"


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of a file to be reviewed."""

    source: Path
    out: Path
    nodes: int  # for each position
    model: str = ""  # a file, `none`, or empty for the usual one of each variant
    processes: int = 1
    cluster: str = ""


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
    """The reviews of a batch: which are there, and how the others are made."""

    batch: Batch
    games: list[Game]
    _shared: _Shared
    _tags: list[str]
    known: set[int] = field(default_factory=set)

    async def run(self, tell: Callable[[int], object]) -> None:
        """Make the missing reviews; `tell` hears how many there are. Raises MakachessError."""
        file = GrowingFile(self.batch.out, b'[Event "')
        tasks = list(self._missing())
        async with open_runner(self.batch.cluster, self.batch.processes) as runner:
            reviews = runner.run(review_packed, self._shared, tasks, len(tasks))
            async with aclosing(reviews):
                async for number, judgements in reviews:
                    game = self.games[number]
                    mark_game(game, judgements)
                    game.tags[TAG] = self._tags[number]
                    file.add(format_game(game))
                    self.known.add(number)
                    tell(len(self.known))
        _sort(self.batch.out)

    def _missing(self) -> Iterator[_Task]:
        for number, game in enumerate(self.games):
            if number not in self.known:
                variant = self._shared.variants.index(game.variant)
                yield _Task(number, variant, game.start_fen, _moves(game))


def open_batch(batch: Batch, *, resume: bool) -> Reviewing:
    """Read the games and what there is of their reviews; raises MakachessError."""
    if batch.out.exists() and not resume:
        raise MakachessError(f"{batch.out} exists already (--resume adds reviews to it)")
    games = load_games(batch.source)
    variants = tuple(dict.fromkeys(game.variant for game in games))
    shared = _Shared(batch.nodes, variants, tuple(_choose(batch.model, one) for one in variants))
    tags = [_tag(number, game, shared) for number, game in enumerate(games)]
    numbers = {tag: number for number, tag in enumerate(tags)}
    stored = list(_stored_tags(batch.out))
    _check_settings(batch.out, stored, shared)
    known = {numbers[tag] for tag in stored if tag in numbers}
    return Reviewing(batch, games, shared, tags, known)


def _check_settings(path: Path, stored: Sequence[str], shared: _Shared) -> None:
    """Refuse a file with reviews of other settings, beside which each game would be there twice."""
    models = {_checksum(model) for model in shared.models}
    for tag in stored:
        _, nodes, model, *_ = (*tag.split(" "), "", "")
        if nodes != str(shared.nodes) or model not in models:
            raise MakachessError(
                f"{path} has reviews at {nodes} nodes by model {model}, and not at {shared.nodes} "
                f"by {' or '.join(sorted(models))}: choose another file"
            )


def _choose(text: str, variant: Variant) -> ModelFile | None:
    """The model asked for where it is one of the variant, and else the usual one."""
    if text not in ("", "none") and open_model(text).variant != variant.name:
        text = ""
    return choose_model_file(text, variant)


def _tag(number: int, game: Game, shared: _Shared) -> str:
    model = shared.models[shared.variants.index(game.variant)]
    digest = sha256("\0".join((game.start_fen, *_moves(game))).encode()).hexdigest()[:16]
    return f"{number + 1} {shared.nodes} {_checksum(model)} {digest}"


def _checksum(model: ModelFile | None) -> str:
    return model.header["checksum"] if model else "none"


def _moves(game: Game) -> tuple[str, ...]:
    return tuple(str(node.move) for node in game.root.descendants())


def _stored_tags(path: Path) -> Iterator[str]:
    """What the reviews in a file are of; raises MakachessError if there are other games in it."""
    for kept in read_stored(path):
        if TAG not in kept.tags:
            raise MakachessError(f"{path} is not of reviews: a game in it has no tag {TAG!r}")
        yield kept.tags[TAG]


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
