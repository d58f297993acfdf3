"""What is announced of a game is on disk, or is said not to be: here, and at tables of a host."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from makachess.core.spec import COLORS, opponent
from makachess.play.session.seats import PersonSeat
from makachess.play.session.session import GameUpdate, Session, at_once, seat_tags
from makachess.play.tables.host.batching import BatchedCommits
from makachess.play.tables.host.table import HostedTable, Surroundings
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import parse_message
from makachess.saves import Game, Library, SaveError, load_games
from makachess.variants import load
from sampling import sampled

CHESS = load("chess")
FULL = SaveError("cannot be saved", "the disk is full")


class Scene:
    """A session on a disk that can be full, and what it announces, compared with its file."""

    session: Session

    def __init__(self) -> None:
        self.game = Game(CHESS)
        self.disk_is_full = False
        self.told: list[tuple[str, ...]] = [()]  # the moves after each announcement
        self.failures: list[str] = []  # why the file was said not to be up to date
        self.wrong: list[tuple[str, ...]] = []  # what was announced, neither on disk nor excused

    def seats(self) -> dict[str, PersonSeat]:
        return {color: PersonSeat(color, here=True) for color in COLORS}

    def path(self) -> Path | None:
        """The game's file, once there is one."""
        raise NotImplementedError

    def on_disk(self) -> tuple[str, ...]:
        path = self.path()
        return tuple(map(str, load_games(path)[0].moves)) if path and path.exists() else ()

    def hear(self, moves: tuple[str, ...], failure: str) -> None:
        self.told.append(moves)
        self.failures.append(failure)
        if not failure and moves != self.on_disk():
            self.wrong.append(moves)

    async def settled(self) -> None:
        """Wait until all is announced."""


class App(Scene):
    """A game played here."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._autosave = Library(folder).autosave(self.game)
        self.session = Session(self.game, self.seats(), commits=at_once(self.save, self.tell))
        self.session.begin()

    def path(self) -> Path | None:
        return self._autosave.path

    def save(self) -> str:
        if self.disk_is_full:
            raise FULL
        return self._autosave.commit()

    def tell(self, change: GameUpdate) -> None:
        self.hear(tuple(map(str, self.game.moves)), self.session.unsaved)


class Hosted(Scene):
    """A game at a table of a host, on a disk that takes its time, seen by one who watches."""

    name = "carl"

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / "1-1.pgn"
        surroundings = Surroundings(now=lambda: 0.0, today=lambda: 0.0)
        surroundings.write, surroundings.left = self.write, lambda name: None
        self.game.tags.update(seat_tags(self.seats()))
        self.table = HostedTable(1, 1, self.game, surroundings)
        for seat in self.table.session.seats.values():
            seat.here = True
        self.table.watchers.append(self)
        self.session = self.table.session
        self.session.begin()

    def path(self) -> Path | None:
        return self._path

    async def write(self, name: str, text: str) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        if self.disk_is_full:
            raise FULL
        self._path.write_text(text)

    def send(self, line: bytes) -> None:
        message = parse_message(line)
        if isinstance(message, schema.Table) and message.digest:
            self.hear(message.moves, message.standing.unsaved)
        elif isinstance(message, schema.Table):
            self.hear(self.told[-1][: message.keep] + message.moves, message.standing.unsaved)

    async def settled(self) -> None:
        await self.table.commits.settled()


both = pytest.mark.parametrize("kind", [App, Hosted])


@both
@pytest.mark.parametrize("seed", sampled(range(20), range(6)))
async def test_what_is_announced_is_on_disk_or_said_not_to_be(kind, seed, tmp_path):
    scene, chance = kind(tmp_path), random.Random(seed)
    session = scene.session
    for _ in range(40):
        moves = scene.game.position.legal_moves()
        what = chance.random()
        if what < 0.2:
            scene.disk_is_full = not scene.disk_is_full
        elif what < 0.3 and scene.game.moves:
            session.undo(opponent(session.turn))
            if session.takeback:
                session.answer_undo(session.turn, accepted=chance.random() < 0.8)
        elif moves and not session.over:
            session.play(session.turn, chance.choice(moves))
        for _ in range(chance.randrange(8)):
            await asyncio.sleep(0)
    scene.disk_is_full = False
    session.save()
    await scene.settled()
    assert scene.wrong == []
    assert scene.told[-1] == scene.on_disk() == tuple(map(str, scene.game.moves))
    assert not scene.failures[-1]
    assert "the disk is full" in scene.failures


@both
async def test_what_could_not_be_saved_is_tried_again_by_itself_or_when_asked(
    kind, tmp_path, monkeypatch
):
    monkeypatch.setattr("makachess.play.tables.host.batching.RETRY", 0.01)
    scene = kind(tmp_path)
    scene.disk_is_full = True
    scene.session.play("white", scene.game.position.legal_moves()[0])
    await scene.settled()
    assert scene.on_disk() == ()
    scene.disk_is_full = False
    if kind is App:
        scene.session.save()
    for _ in range(2000):
        if not scene.failures[-1]:
            break
        await asyncio.sleep(0.01)
    assert scene.on_disk() == scene.told[-1] == tuple(map(str, scene.game.moves))


class Ledger:
    """A text that grows, a disk that takes its time, and what happened in order."""

    def __init__(self) -> None:
        self.text = ""
        self.happened: list[str] = []
        self.disk = asyncio.Event()
        self.is_full = False
        self.commits = BatchedCommits(lambda: self.text, self.write, self.draft)
        self.commits._written = ""

    async def write(self, text: str) -> None:
        await self.disk.wait()
        if self.is_full:
            raise SaveError("cannot be saved", "No space left on device")
        self.happened.append(f"written {text}")

    def draft(self, noted: list[str]) -> Callable[[str], None]:
        return partial(self.announce, self.text)

    def announce(self, text: str, news: str) -> None:
        failure = self.commits.failure
        self.happened.append(f"told {text}" + (f" ({failure})" if failure else ""))

    def note(self, text: str) -> None:
        self.text = text
        self.commits.note()


async def test_what_is_noted_meanwhile_becomes_one_commit():
    ledger = Ledger()
    ledger.note("a")
    await asyncio.sleep(0)
    ledger.note("ab")
    ledger.note("abc")
    waiting = asyncio.create_task(ledger.commits.settled())
    ledger.disk.set()
    await waiting
    assert ledger.happened == ["written a", "told a", "written abc", "told abc"]
    await ledger.commits.quiet()
